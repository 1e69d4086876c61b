"""The step of the pipeline that turns statements into fact candidates."""

from __future__ import annotations

from collections.abc import Sequence

from extractors.candidates import FactCandidate, Reference
from extractors.document import Document
from extractors.facts.chinese.reader import ChineseReader
from extractors.facts.chinese.wording import chinese_wording
from extractors.facts.claim import candidates
from extractors.facts.constraints import document_facts
from extractors.facts.corrections import corrected
from extractors.facts.english.reader import EnglishReader
from extractors.facts.english.wording import english_wording
from extractors.facts.material import material
from extractors.facts.scene import Scene, scene_of
from extractors.facts.tool_output import tool_claims
from graph_schema.model import Role

_EXTRACTOR = "rules"
_SHORT = 400
"""Longest text of a tool, in characters, that is a message and no page or log."""


class FactComponent:
    """Reads facts from users', assistants' and tools' turns; system turns and other languages give none."""

    name = "facts"
    version = "5"
    assigns = ("facts",)
    requires = ("sentences", "syntax", "tokens", "mentions", "times")

    def process(self, documents: Sequence[Document]) -> None:
        """Sets the facts of each document."""
        for document in documents:
            document.facts = _facts(document)


def _facts(document: Document) -> list[FactCandidate]:
    scene = scene_of(document)
    if document.turn.role is Role.SYSTEM:
        return []
    if document.turn.document and document.structured is None:
        return document_facts(scene, [*_english(scene), *_chinese(scene)], _EXTRACTOR)
    if document.turn.role is Role.TOOL and document.structured is not None:
        return candidates(tool_claims(scene), scene, english_wording, _EXTRACTOR)
    if document.structured is not None:
        return []
    found = [*_english(scene), *_chinese(scene)]
    if document.turn.role is Role.TOOL:
        found = _of_others(found) if len(document.content) <= _SHORT else []
    if document.turn.role is Role.USER:
        spans = material(document.content)
        found = [fact for fact in found if not any(start < fact.end and fact.start < end for start, end in spans)]
    return sorted(found, key=lambda fact: (fact.start, fact.end))


def _of_others(found: list[FactCandidate]) -> list[FactCandidate]:
    """What a tool's message says of whom it names; who "I" is in it is unknown."""
    named = Reference.NAMED
    return [f for f in found if f.subject.reference is named and (f.object is None or f.object.reference is named)]


def _english(scene: Scene) -> list[FactCandidate]:
    if scene.document.syntax is None:
        return []
    return candidates(corrected(EnglishReader(scene).claims(), scene), scene, english_wording, _EXTRACTOR)


def _chinese(scene: Scene) -> list[FactCandidate]:
    if not scene.document.tokens:
        return []
    return candidates(corrected(ChineseReader(scene).claims(), scene), scene, chinese_wording, _EXTRACTOR)
