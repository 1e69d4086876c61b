"""The predicate that a model meant: one of the catalogue's, else the verb in the form in which the rules write it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from extractors.facts.english.lexicon import EMPTY_VERBS
from extractors.llm.schema import OTHER
from extractors.spacy_model import parse
from graph_schema.predicates import Catalogue

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\W_]+")
_ENGLISH = re.compile(r"[a-z][a-z0-9]*(?: [a-z0-9]+){0,3}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]{1,8}")
_PARTICLES = re.compile(r"[了过着]+$")


def predicate_name(predicate: str, verb: str, catalogue: Catalogue) -> str | None:
    """The name under which a claim is stored; None where neither text says what it claims.

    Args:
        predicate: as the model gave it, a name of the catalogue where it kept to the schema.
        verb: what it gave beside it for a predicate of its own.
        catalogue: whose names and synonyms are recognised.
    """
    for said in (predicate, verb):
        if said and said.casefold() != OTHER:
            found = _named(unicodedata.normalize("NFKC", said).strip(), catalogue)
            if found is not None:
                return found
    return None


def _named(said: str, catalogue: Catalogue) -> str | None:
    if _CHINESE.fullmatch(said):
        bare = _PARTICLES.sub("", said)
        return catalogue.by_synonym("zh", said) or catalogue.by_synonym("zh", bare) or bare or None
    phrase = _SEPARATORS.sub(" ", _CAMEL.sub(" ", said)).strip().lower()
    if not _ENGLISH.fullmatch(phrase):
        return None
    name = phrase.replace(" ", "_")
    if name in catalogue:
        return name
    base = _base_form(phrase)
    for form in (phrase, base, f"be {phrase}"):
        listed = catalogue.by_synonym("en", form)
        if listed is not None:
            return listed
    return None if base in EMPTY_VERBS else base.replace(" ", "_")


@lru_cache(maxsize=4096)
def _base_form(phrase: str) -> str:
    """The phrase with its first word, the verb, in base form ("worked at" → "work at")."""
    first, _, rest = phrase.partition(" ")
    lemma = parse([f"They {phrase} it."])[0][1].lemma_.lower()
    return f"{lemma if lemma.isalpha() else first} {rest}".strip()
