"""What keeps two names apart however alike they look: numbers, versions, opposites, kinship."""

from __future__ import annotations

import re

_OWNED = re.compile(r"[’']s?\s+\S|^(?:my|your|his|her|our|their|its|mine)\b", re.IGNORECASE)
_KIN = re.compile(
    r"\b(?:mother|father|mum|mom|mommy|dad|daddy|parents?|sister|brother|siblings?|son|daughter|child|kids?|baby|wife|"
    r"husband|spouse|partner|girlfriend|boyfriend|fianc[ée]e?|aunt|auntie|uncle|cousin|nephew|niece|grand\w+|granny|"
    r"step\w+|in-law|twin|widow|widower|ex|boss|roommate|neighbou?r|colleague|friend)\b",
    re.IGNORECASE,
)
_CHINESE_KIN = re.compile(
    r"的|爸|妈|爹|娘|爷爷|奶奶|外公|外婆|姥|哥哥|弟弟|姐姐|妹妹|儿子|女儿|妻子|丈夫|老公|老婆|太太$|男友|女友|男朋友|女朋友|"
    r"叔叔$|阿姨$|舅|姑|姨妈|伯|表[哥弟姐妹]|堂[哥弟姐妹]|侄|外甥|孙子|孙女|岳[父母]|婆婆|公公|同事$|室友$|邻居$|朋友$"
)
_ROMAN = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})")
_MARKS = """zero one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth
    seventh eighth ninth tenth north south east west northern southern eastern western central upper lower left right
    inner outer old new senior junior male female men women boys girls mens womens big little major minor spring
    summer autumn winter january february march april june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday"""
_WORD_MARKS = frozenset(_MARKS.split())
_CHINESE_MARKS = re.compile(r"[零〇一二三四五六七八九十百千东南西北上下左右前后内外新旧男女甲乙丙丁]")
_DIGITS = re.compile(r"\d+|[+#]+")


def relational(name: str, *, chinese_title: bool = False) -> bool:
    """Whether a name points at somebody by a relation, as "Ana's sister" does; such a name stands only for itself.

    Args:
        name: as mentioned.
        chinese_title: the name was read as a surname with a form of address, as 张叔叔 is, which is no relation.
    """
    if _OWNED.search(name) or _KIN.search(name):
        return True
    return not chinese_title and bool(_CHINESE_KIN.search(name))


def marks(folded: str) -> tuple[str, ...]:
    """What must be the same in two names of one thing: numbers, Roman numerals, single letters, ordinals, opposites."""
    found = _DIGITS.findall(folded)
    words = folded.split()
    for index, word in enumerate(words):
        letter = len(word) == 1 and word.isascii() and word.isalpha() and not (index == 0 and word == "a")
        if letter or word in _WORD_MARKS or (len(word) > 1 and _ROMAN.fullmatch(word)):
            found.append(word)
    return tuple(sorted(found + _CHINESE_MARKS.findall(folded)))
