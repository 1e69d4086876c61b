"""Turns that say nothing to remember: greetings, thanks, acknowledgements, bare answers, signs without words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from extractors.words import words

_ANSWERS = words("""
    yes yeah yep yup ya no nope nah sure ok okay kk k alright right correct true exactly absolutely definitely indeed
    agreed     affirmative negative fine maybe perhaps
""")
_FILLERS = words("""
    hi hello hey hiya howdy yo greetings morning afternoon evening night goodnight bye goodbye cheers thanks thank thx
    ty please pls sorry great good nice cool awesome perfect wonderful amazing excellent lovely brilliant fantastic
    welcome wow oh ooh ah aha hm hmm hmmm um uh er well so and but then anyway lol haha hahaha hehe ha yay oops whoa huh
    understood noted gotcha roger copy done same likewise congrats congratulations again now just really very much too
    there all everyone everybody guys folks friend buddy a lot so you your for it that the this
""")
_PHRASES = re.compile(
    r"\b(?:"
    r"how are you(?: doing| today| all)*|how(?: is|'s| are) (?:it|things|everything) going|what'?s up|nice to meet you|"
    r"good (?:morning|afternoon|evening|night|day|one|job|point|idea|luck)|have a (?:good|great|nice|lovely) \w+|"
    r"see (?:you|ya)(?: later| soon| around| then| tomorrow)?|talk (?:to you )?(?:later|soon)|take care|"
    r"thank you(?: (?:so|very) much)?|thanks (?:a lot|a million|a bunch|so much|again)|many thanks|"
    r"you(?: are|'?re) (?:so |very |most )?welcome|no (?:problem|worries|way)|my pleasure|don'?t mention it|anytime|"
    r"sounds? (?:good|great|fine|like a plan|nice|awesome|perfect)|got it|makes sense|of course|"
    r"that(?: is|'s) (?:great|good|nice|fine|ok|okay|right|true|cool|awesome|wonderful|amazing|perfect|it|all)|"
    r"never ?mind|forget (?:about )?it|let me (?:see|think)|one (?:moment|sec|second)|hold on|"
    r"hang on|(?:wait|just) a (?:moment|second|minute)|"
    r"i (?:see|understand|agree|know|guess|think so|don'?t think so|don'?t know)$|"
    r"not (?:really|sure|at all)|"
    r"is there anything else(?: i can (?:help|do)[\w ]*)?|how (?:can|may) i (?:help|assist)(?: you)?(?: today)?|"
    r"glad to (?:hear (?:it|that)|help)|happy to help|will do|go ahead|me too|so do i|same here|why not|oh no|oh well"
    r")\b"
)
_CHINESE_ANSWERS = re.compile(
    r"(?:是的?|不是|对的?|不对|好的?|好吧|好呀|好啊|好嘞|行吧?|行的|不行|可以的?|不可以|没有|有|不用|不要|要|嗯+|没错|当然|没问题|ok|okay|yes|no)+[的了呀啊哦吧嘛呢]*"
)
_CHINESE = re.compile(
    r"(?:大家好|你好[啊呀吗]?|您好|嗨+|哈[喽啰罗]|早上好|上午好|中午好|下午好|晚上好|早安|午安|晚安|早[啊呀]?|"
    r"(?:非常|十分|太|多)?(?:感谢|谢谢|谢)(?:你们?|您|大家|啦|了|您的帮助|你的帮助)?|多谢|麻烦(?:你|您)了|辛苦(?:你|您)?了|不好意思|抱歉|对不起|没关系|没事[的儿]?|"
    r"不客气|不用谢|别客气|再见|拜拜|回头见|明天见|回见|保重|"
    r"知道了|我知道了?|明白了?|我明白了?|了解了?|懂了|我懂了?|收到|记住了|原来如此|原来是这样|这样啊|这样子?|好的?|好吧|好呀|好啊|好嘞|好滴|行|可以|"
    r"太好了|太棒了|真棒|真好|不错|厉害|赞|完美|恭喜|哈+|呵+|嘿+|嘻+|嗯+|哦+|噢+|喔+|啊+|哇+|呃+|唉+|哎+呀?|呀|诶|额|"
    r"算了|没什么|随便|等一下|稍等|等等|我想想|让我想想|在吗|在不在|最近(?:怎么样|好吗)|吃了吗|"
    r"是的?|不是|对的?|没错|当然|没问题|没有|不用|ok|okay|hi|hello|thanks|yes|no|bye|lol|"
    r"[的了啦吧吗呢呀啊哦嘛哟])+"
)
_APOSTROPHE = str.maketrans("’‘", "''")
_NO_WORD = re.compile(r"[^\w']+|_+")
_LANGUAGES = frozenset({"en", "zh", "und"})
_LONGEST = 200


def nothing_said(text: str, language: str, names: Iterable[str] = ()) -> str | None:
    """Why a turn has nothing to remember; None when it has, or when that cannot be told.

    Words are known in English and Chinese; in other languages only turns without words are recognised.

    Args:
        text: of the turn.
        language: ISO 639-1 code, `und` when unsure.
        names: of people in it, who may be greeted.
    """
    if not any(unicodedata.category(char)[0] in "LN" for char in text):
        return "it has no words"
    if language not in _LANGUAGES or len(text) > _LONGEST:
        return None
    said = " ".join(_NO_WORD.sub(" ", unicodedata.normalize("NFKC", text).casefold().translate(_APOSTROPHE)).split())
    joined = said.replace(" ", "")
    if said in _ANSWERS or _CHINESE_ANSWERS.fullmatch(joined):
        return "a bare answer or acknowledgement"
    if _CHINESE.fullmatch(_without(joined, names)):
        return "greeting, thanks or filler"
    rest = _PHRASES.sub(" ", said)
    greeted = rest != said or bool(set(rest.split()) & _FILLERS)
    rest = _without(rest, names) if greeted else rest
    left = [word for word in rest.split() if word not in _FILLERS and word not in _ANSWERS]
    return None if left else "greeting, thanks or filler"


def _without(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = re.sub(rf"(?<![a-z]){re.escape(name.casefold())}(?![a-z])", " ", text)
    return text.strip()
