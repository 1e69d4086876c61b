"""Whom a model's words for a subject or an object stand for."""

from __future__ import annotations

import re

from extractors.candidates import EntityRef
from extractors.facts.chinese.lexicon import KIN_PATTERN
from extractors.facts.scene import ASSISTANT, USER, Scene
from extractors.llm.locate import SearchedText, Span
from extractors.llm.schema import ADDRESSEE, SPEAKER
from extractors.mentions.names import canonical
from extractors.words import words

_SPEAKER = words("i me myself we us 我 我们 咱们 本人 俺")
_ADDRESSEE = words("you yourself 你 您 你们")
_NOBODY = words(
    """
    he she it they him her them this that these those who someone somebody everyone everybody something anything
    nothing people one 他 她 它 他们 她们 它们 这 那 这个 那个 有人 别人 大家 谁 自己
    """
)
_OWN = re.compile(r"(?:my|our) (?P<rest>\S.*)", re.I | re.S)
_THEIRS = re.compile(r"(?:your|his|her|their|its) \S|(?:你|您|他|她|它)(?:们)?的?[\u4e00-\u9fff]", re.I)
_OWN_CHINESE = re.compile(rf"(?:我们|咱们|我|咱)(?:(?:的|家的?)(?P<rest>[\u4e00-\u9fff]+)|(?P<kin>{KIN_PATTERN}))")


def entity_of(words_: str, type_: str, scene: Scene, text: SearchedText, quote: Span) -> EntityRef | None:
    """The entity that the words name, None where they name none in the turn.

    Who speaks and who is spoken to go by their references; a name must stand in the turn, and one that belongs to the
    speaker ("my sister") carries the speaker's name, so that two speakers' sisters stay apart.
    """
    said = " ".join(words_.split())
    place = text.find(said, quote)
    known = _spoken_of(said, scene, stands=place is not None)
    if known is not None:
        return known
    if place is None or _is_pronoun(said, _NOBODY | _ADDRESSEE) or _THEIRS.match(said):
        return None
    name = name_of(scene.content[slice(*place)], scene)
    return EntityRef(name, type_, start=place[0], end=place[1]) if name else None


def _spoken_of(said: str, scene: Scene, *, stands: bool) -> EntityRef | None:
    """The speaker or the addressee, where the words mean one; `stands` tells that they are words of the turn."""
    folded = said.casefold()
    if said == SPEAKER or _is_pronoun(said, _SPEAKER):
        return scene.speaker
    if said == ADDRESSEE or _is_pronoun(said, _ADDRESSEE):
        return scene.addressee
    for label, who in ((SPEAKER, scene.speaker), (ADDRESSEE, scene.addressee)):
        if who is None:
            continue
        if folded in (label.casefold(), USER, ASSISTANT):
            if not stands and folded in (label.casefold(), who.name):
                return who
        elif folded == who.name.casefold():
            return who
    return None


def _is_pronoun(said: str, pronouns: frozenset[str]) -> bool:
    """Whether it is one of the words, not an abbreviation spelt like one ("US", "IT")."""
    folded = said.casefold()
    return folded in pronouns and said in (folded, folded.capitalize())


def name_of(surface: str, scene: Scene) -> str:
    """The canonical name of a surface; what is "my …" carries the speaker's name."""
    chinese = _OWN_CHINESE.fullmatch(surface)
    if chinese is not None:
        return f"{scene.turn.actor or '我'}的{chinese['rest'] or chinese['kin']}"
    own = _OWN.fullmatch(surface)
    return f"{scene.speaker.name}'s {canonical(own['rest'])}" if own else canonical(surface)


def is_own(surface: str) -> bool:
    """Whether the words are about someone or something of the speaker's ("my sister", 我妈妈)."""
    return _OWN.fullmatch(surface) is not None or _OWN_CHINESE.fullmatch(surface) is not None
