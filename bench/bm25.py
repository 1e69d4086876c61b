"""BM25 floors computed beside every evaluation: plain words, stemmed words, character bigrams for Chinese.

Okapi BM25 with Lucene's idf and its defaults k1 = 1.2, b = .75 (Robertson and Zaragoza 2009; Lucene `BM25Similarity`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import snowballstemmer

Scores = npt.NDArray[np.float64]
Tokenizer = Callable[[str], list[str]]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_STOP_WORDS = """a an and are as at be but by for if in into is it no not of on or such that the their then there these
    they this to was will with"""
_STOP = frozenset(_STOP_WORDS.split())
_stem = snowballstemmer.stemmer("english")


def plain_words(text: str) -> list[str]:
    """Lower-case words."""
    return [word.lower() for word in _WORD.findall(text)]


def stemmed_words(text: str) -> list[str]:
    """Lower-case English words without possessives and stop words, by the Snowball stemmer."""
    words = [re.sub(r"['’]s$", "", word) for word in plain_words(text)]
    return [_stemmed(word) for word in words if word not in _STOP]


@cache
def _stemmed(word: str) -> str:
    return _stem.stemWord(word)


def character_bigrams(text: str) -> list[str]:
    """Han runs as overlapping bigrams (a single character stands alone), other words in lower case."""
    tokens: list[str] = []
    for word in plain_words(text):
        for run in _HAN.findall(word):
            tokens += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
        tokens += _WORD.findall(_HAN.sub(" ", word))
    return tokens


class Bm25:
    """BM25 over a fixed list of documents."""

    def __init__(self, texts: Sequence[str], tokenize: Tokenizer, k1: float = 1.2, b: float = 0.75) -> None:
        self._tokenize = tokenize
        self._size = len(texts)
        counts = [Counter(tokenize(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float64)
        norm = k1 * (1 - b + b * lengths / max(lengths.mean(), 1.0))
        rows: dict[str, list[tuple[int, int]]] = {}
        for place, count in enumerate(counts):
            for term, times in count.items():
                rows.setdefault(term, []).append((place, times))
        self._postings: dict[str, tuple[npt.NDArray[np.int64], Scores]] = {}
        for term, row in rows.items():
            places = np.array([place for place, _ in row], dtype=np.int64)
            times = np.array([times for _, times in row], dtype=np.float64)
            self._postings[term] = (places, self.idf(len(row)) * times / (times + norm[places]))

    def idf(self, frequency: int) -> float:
        """Lucene's inverse document frequency of a term found in `frequency` documents."""
        return math.log(1 + (self._size - frequency + 0.5) / (frequency + 0.5))

    def scores(self, query: str) -> Scores:
        """Score of each document, in the order they were given; 0 where no word is shared."""
        total = np.zeros(self._size)
        for term in self._tokenize(query):
            posting = self._postings.get(term)
            if posting is not None:
                total[posting[0]] += posting[1]
        return total
