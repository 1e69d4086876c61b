"""A model's items about a piece of a turn as mentions and facts; what does not stand in the turn is dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extractors.candidates import EntityRef, FactCandidate, Mention
from extractors.facts.chinese.wording import chinese_wording
from extractors.facts.claim import Claim, candidates
from extractors.facts.constraints import named_facts
from extractors.facts.english.wording import english_wording
from extractors.facts.scene import Scene, scene_of
from extractors.llm.answers import Item, RawTurn, flatten
from extractors.llm.locate import SearchedText, Span
from extractors.llm.people import entity_of, is_own, name_of
from extractors.llm.pieces import Piece
from extractors.llm.predicates import predicate_name
from extractors.llm.timing import interval_of, timed
from extractors.llm.vocabulary import Vocabulary
from graph_schema.model import Modality, Polarity, Role

NAME = "openai"
THING = "thing"
MAX_ITEMS = 200
"""Most mentions and most facts that are read of one piece."""
_SURENESS = 0.75
"""Confidence where the model gave none that can be used."""
_MOST_SURE = 0.95
_MENTION_SURENESS = 0.8
_ASKS = re.compile(r"[?？](?![\w/&=])")
_ASKED_AFTER = re.compile(r"[^\n.!。！;；]{0,200}?[?？](?![\w/&=])")
_BREAK = re.compile(r"[\n.!?;。！？；]")
_SUPPOSED = re.compile(r"\b(?:if|unless|whether|suppose)\b|如果|要是|假如|假设|是否|除非|万一", re.I)
_NAMED_TYPES = frozenset({"food", "animal", THING})
"""Types whose members in a script without capitals are as often a kind as a name."""


class PieceReader:
    """Reads items against the text they claim to come from."""

    def __init__(self, piece: Piece, vocabulary: Vocabulary, extractor: str = NAME) -> None:
        """A reader that signs what it reads with the extractor's name."""
        self._extractor = extractor
        self._scene = replace(scene_of(piece.document), catalogue=vocabulary.catalogue)
        self._text = SearchedText(piece.document.content, piece.start, piece.end)
        self._types = frozenset(vocabulary.entity_types)

    def mentions(self, raw: RawTurn) -> list[Mention]:
        """The named entities that stand in the text, each place once, longer names first where they overlap."""
        found: dict[Span, Mention] = {}
        for item in raw.mentions[:MAX_ITEMS]:
            for surface in flatten(item.get("text")):
                place = self._text.find(surface)
                if place is not None and (mention := self._mention(place, item)) is not None:
                    found.setdefault(place, mention)
        kept: list[Mention] = []
        for mention in sorted(found.values(), key=lambda m: (m.start - m.end, m.start)):
            if all(mention.end <= other.start or other.end <= mention.start for other in kept):
                kept.append(mention)
        return sorted(kept, key=lambda m: m.start)

    def facts(self, raw: RawTurn) -> list[FactCandidate]:
        """The claims whose quote, subject and object stand in the text, in order of their evidence."""
        if self._scene.turn.role is Role.SYSTEM:
            return []
        claims = [claim for item in raw.facts[:MAX_ITEMS] for claim in self._claims(item)]
        found = candidates(claims, self._scene, _wording, self._extractor)
        return named_facts(self._scene, found) if self._scene.turn.document else found

    def _mention(self, place: Span, item: Item) -> Mention | None:
        surface = self._scene.content[slice(*place)]
        name = name_of(surface, self._scene)
        type_ = self._type(item.get("type"))
        own = is_own(surface)
        if (own and self._scene.turn.document) or not (own or _is_name(name, type_)):
            return None
        return Mention(surface, *place, type_, name, _MENTION_SURENESS, self._extractor)

    def _claims(self, item: Item) -> Iterator[Claim]:
        """The claims of one item, one for each of its objects."""
        quote = self._text.find(_first(item, "quote"))
        if quote is None:
            return
        subject = entity_of(
            _first(item, "subject"), self._type(item.get("subject_type")), self._scene, self._text, quote
        )
        predicate = predicate_name(_first(item, "predicate"), _first(item, "verb"), self._scene.catalogue)
        modality = _modality(_first(item, "modality"), quote, self._scene.content)
        if subject is None or predicate is None or modality is None:
            return
        if self._scene.turn.role is Role.TOOL and subject.reference is subject.reference.SPEAKER:
            return
        place = self._text.find(_first(item, "time"), quote)
        interval = interval_of(place, self._scene)
        for said in flatten(item.get("object")):
            target = self._object(said, predicate, item, quote)
            if target is None or target == subject:
                continue
            claim = Claim(
                subject=subject,
                predicate=predicate,
                object=target,
                start=quote[0],
                end=quote[1],
                confidence=_confidence(item.get("confidence")),
                polarity=Polarity.POSITIVE if _first(item, "polarity") == "positive" else Polarity.NEGATIVE,
                modality=modality,
                ended=_first(item, "polarity") == "ended",
                phrase=None if predicate in self._scene.catalogue else _phrase(predicate),
            )
            yield timed(claim, interval, _first(item, "time_role"), self._scene)

    def _object(self, said: str, predicate: str, item: Item, quote: Span) -> EntityRef | str | None:
        """An entity where it is a speaker or has a name, the literal as the turn has it otherwise."""
        type_ = _first(item, "object_type").casefold()
        wanted = self._scene.catalogue.get(predicate).object_type
        if type_ not in self._types:
            type_ = wanted or ""
        entity = entity_of(said, type_ or THING, self._scene, self._text, quote)
        if entity is None or entity.reference is not entity.reference.NAMED:
            return entity
        named = is_own(said) or _is_name(entity.name, type_)
        return entity if (type_ and named) or self._scene.catalogue.canonical(predicate)[1] else entity.name

    def _type(self, said: object) -> str:
        type_ = next(iter(flatten(said)), "").casefold()
        return type_ if type_ in self._types else THING


def _first(item: Item, key: str) -> str:
    return next(iter(flatten(item.get(key))), "")


def _modality(said: str, quote: Span, content: str) -> Modality | None:
    """Asserted or planned; None for what is asked or supposed, whether the model says so or the sentence does."""
    if said not in (Modality.ASSERTED, Modality.PLANNED) or _ASKS.search(content, quote[0], quote[1]):
        return None
    breaks = [found.end() for found in _BREAK.finditer(content, 0, quote[0])]
    supposed = _SUPPOSED.search(content, breaks[-1] if breaks else 0, quote[1])
    closed = _BREAK.match(content, quote[1] - 1, quote[1])
    asked = None if closed else _ASKED_AFTER.match(content, quote[1])
    return None if supposed or asked else Modality(said)


def _confidence(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return min(float(value), _MOST_SURE)
    return _SURENESS


def _phrase(predicate: str) -> str:
    spaced = predicate.replace("_", " ")
    return f"{spaced} {{o}}" if predicate.isascii() else predicate


def _is_name(name: str, type_: str) -> bool:
    """Whether the words look like a name and not like a kind of thing."""
    if any(char.isupper() for char in name):
        return True
    cased = any(char.islower() for char in name)
    return not cased and any(char.isalpha() for char in name) and type_ not in _NAMED_TYPES


def _wording(claim: Claim, scene: Scene) -> str:
    """One sentence in the language of the evidence; outside English and Chinese what was said, with who said it."""
    language = next(
        (s.language for s in scene.document.sentences if s.start <= claim.start < s.end), scene.document.language
    )
    if language == "zh":
        listed = claim.predicate in scene.catalogue
        return chinese_wording(claim if listed else replace(claim, past=False), scene)
    if language == "en":
        return english_wording(claim, scene)
    return f"{scene.speaker.name}: {' '.join(scene.content[claim.start : claim.end].split())}"
