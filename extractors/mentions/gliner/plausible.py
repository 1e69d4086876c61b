"""Which of a model's spans can be a name: pronouns, common words and whole clauses are none."""

from __future__ import annotations

from extractors.mentions.gliner.view import is_unparted
from extractors.mentions.names import NO_NAMES
from extractors.words import words

_MAX_LENGTH = 80
_MAX_UNPARTED = 20
_CAPITALISED = frozenset({"person", "organization", "location", "event", "work"})
"""Types whose names begin with a capital wherever the script has any."""
_PRONOUNS = words("""
    me you he she it we they him her us them my your his our their mine yours hers ours theirs myself who someone
    everyone nobody people guys
    yo tú tu usted él ella nosotros nosotras vosotros ellos ellas ustedes mi su nos me te se quien alguien todos
    eu você vocês ele ela nós eles elas meu minha seu sua
    je j' tu il elle nous vous ils elles on moi toi lui mon ma mes son sa ses qui
    ich du er sie es wir ihr mich dich ihn ihm uns euch mein meine meinen dein deine sein seine unser unsere man wer
    io lui lei noi voi loro mio mia
    ik jij hij zij wij jullie mijn jouw
    ben sen o biz siz onlar bana sana benim senin
    tôi bạn anh chị em ông bà họ nó chúng chúng tôi mình cô
    я ты он она оно мы вы они меня тебя его её нас вас их мне тебе ему ей нам вам им мой моя моё мои твой твоя свой
    أنا انا أنت انت هو هي نحن أنتم هم هن
    मैं मैंने तू तुम आप वह वो यह हम वे उसने उसका मेरा मेरी मेरे तुम्हारा आपका हमारा
    ผม ฉัน ดิฉัน คุณ เขา เธอ เรา พวกเรา พวกเขา มัน
    私 僕 俺 あなた 君 彼 彼女 彼ら わたし ぼく おれ 自分 私たち
    나 저 너 우리 저희 그 그녀 당신 나는 저는 우리는 그는 그녀는 제가 내가
    我 你 您 他 她 它 我们 你们 他们 她们 咱们 自己 大家 人家 别人
""")


def is_plausible(text: str, kind: str) -> bool:
    """Whether a trimmed surface can be the name of an entity of this type, as far as its form tells."""
    folded = text.casefold()
    if not any(char.isalnum() for char in text) or folded in _PRONOUNS or folded in NO_NAMES:
        return False
    if len(text) < 2 or len(text) > (_MAX_UNPARTED if is_unparted(text) else _MAX_LENGTH) or "\n" in text:
        return False
    cased = [char for char in text if char.lower() != char.upper()]
    if kind in _CAPITALISED and cased and not any(char.isupper() or char.istitle() for char in cased):
        return any(char.isdigit() for char in text) or len(cased) * 2 < sum(char.isalpha() for char in text)
    return True
