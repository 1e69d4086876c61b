"""The words of a text for comparison: folded, in order, numbers and symbols kept, wording without content dropped."""

from __future__ import annotations

import re
import unicodedata

from extractors.words import words

_NUMBER = r"[-−+]?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th)?%?"
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"
_TOKEN = re.compile(rf"(?<![^\W_]){_NUMBER}(?![^\W_])|{_HAN}|(?:(?!{_HAN})[^\W_])+[+#]*|[^\w\s]")
_SEPARATORS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NEGATED = re.compile(r"\b(?:(ca|wo|sha)n['’]t|cannot)\b")
_STEMS = {"ca": "can", "wo": "will", "sha": "shall", None: "can"}
_SHORT = {"n['’]t": " not", "['’]m": " am", "['’]re": " are", "['’]ve": " have", "['’]ll": " will", "['’]s": " 's"}
_CONTRACTED = [(re.compile(rf"{short}\b"), full) for short, full in _SHORT.items()]

NEGATIONS = words("not no never nobody nothing none nor neither without cannot 不 没 无 非 别 未 勿")
"""Words that turn a claim round."""

_EMPTY = words("""
    a an the please pls just really very so well oh ah um uh hey hi hello also actually btw 's too
    的 了 吗 呢 吧 啊 呀 哦 嗯 哈 嘛 啦 哟 呐 请 很 就 也
""")
_SYMBOLS = frozenset("%&@#+*/=<>")
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "e", "y")
_SHORTEST = 3


def fold(text: str) -> str:
    """NFKC, case folded, contractions written out, thousands separators dropped."""
    folded = _SEPARATORS.sub("", unicodedata.normalize("NFKC", text).casefold())
    folded = _NEGATED.sub(lambda match: f"{_STEMS[match[1]]} not", folded)
    for pattern, full in _CONTRACTED:
        folded = pattern.sub(full, folded)
    return folded


def tokens(text: str) -> list[str]:
    """Words, Chinese characters, numbers and symbols in order; punctuation, articles and politeness are left out."""
    return [token for token in _TOKEN.findall(fold(text)) if token not in _EMPTY and _says_something(token)]


def _says_something(token: str) -> bool:
    return token[0].isalnum() or token in _SYMBOLS or unicodedata.category(token[0])[0] == "S"


def is_number(token: str) -> bool:
    """Whether a token of `tokens` is, or holds, a number."""
    return any(char.isdigit() for char in token)


def negated(found: list[str]) -> bool:
    """Whether the words deny something; a double denial is none."""
    return sum(token in NEGATIONS for token in found) % 2 == 1


def stem(token: str) -> str:
    """A Latin word without its ending, so that lives, lived and living compare equal; anything else as it is."""
    if not (token.isascii() and token.isalpha()):
        return token
    for ending in _ENDINGS:
        if token.endswith(ending) and len(token) - len(ending) >= _SHORTEST:
            token = token[: -len(ending)]
            break
    return token[:-1] if len(token) > _SHORTEST and token[-1] == token[-2] else token
