"""When two values say the same, and how near the vectors of two facts that do have to be."""

from __future__ import annotations

from graph_schema.ids import value_key
from service.gates.tokens import is_number, stem, tokens
from service.ports import Calibration

_DUPLICATE, _SAME = 0.92, 0.95
_NUMERALS = {
    word: str(number)
    for number, words in enumerate(
        (
            "zero",
            "one 一",
            "two 两 二",
            "three 三",
            "four 四",
            "five 五",
            "six 六",
            "seven 七",
            "eight 八",
            "nine 九",
            "ten",
        )
    )
    for word in words.split()
}
_EMPTY = frozenset(["my", "his", "her", "their", "our", "your", "its", "some", "of", "我", "他", "她", "我们", "一些"])
_ALONE = ["一杯", "一个", "一份", "一只", "一条", "一台", "一本"]


def same_words(calibration: Calibration) -> float:
    """The embedder's equivalent of a cosine of .95, from its equivalent of .92: as far on the way to 1."""
    return calibration.duplicate + (1.0 - calibration.duplicate) * (_SAME - _DUPLICATE) / (1.0 - _DUPLICATE)


def normal(value: str) -> str:
    """The value as it is compared: inflection, articles, possessives and the writing of small numbers left out.

    Order, negation and every number stay; a value that is nothing but such words is compared as it is.
    """
    folded = value_key(value)
    for word in _ALONE:
        folded = folded.removeprefix(word)
    kept = [_form(token) for token in tokens(folded) if token not in _EMPTY]
    return " ".join(kept) or value_key(value)


def _form(token: str) -> str:
    if token in _NUMERALS:
        return _NUMERALS[token]
    return token if is_number(token) else stem(token)
