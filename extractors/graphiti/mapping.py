"""graphiti's nodes and edges as items that are checked against the turn like any other model's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from extractors.candidates import TimeMention
from extractors.facts.scene import Scene, scene_of
from extractors.graphiti.core import EntityEdge
from extractors.graphiti.stance import Stance, bare_relation, clause_around, says, stance_of
from extractors.graphiti.steps import Found
from extractors.llm.answers import Item, RawTurn
from extractors.llm.locate import SearchedText, Span
from extractors.llm.pieces import Piece
from extractors.llm.predicates import predicate_name
from extractors.llm.reading import THING
from extractors.llm.vocabulary import LITERAL, Vocabulary
from graph_schema.model import OPEN_END, OPEN_START
from graph_schema.predicates import Temporal

SURENESS = 0.65
"""Confidence of a fact: graphiti gives none, and its evidence is a sentence that names both ends."""
_SINCE = re.compile(r"\b(?:since|from|starting|as of)\W+(?:\w+\W+)?$|自从?$|从$", re.I)
_UNTIL = re.compile(r"\b(?:until|till|through|up to)\W+(?:\w+\W+)?$|直?到$", re.I)
_DAY = timedelta(days=1)


class PieceMapper:
    """Finds the evidence of graphiti's claims in one piece of a turn."""

    def __init__(self, piece: Piece, vocabulary: Vocabulary) -> None:
        self._scene: Scene = scene_of(piece.document)
        self._catalogue = vocabulary.catalogue
        self._piece = piece
        self._text = SearchedText(piece.document.content, piece.start, piece.end)

    def raw(self, found: Found) -> RawTurn:
        """The items; an edge whose ends stand in no sentence together, or that it does not state, is left out."""
        names = {node.uuid: self._surface(node.name) for node in found.nodes}
        mentions: list[Item] = [
            {"text": names[node.uuid], "type": found.types.get(node.uuid, THING)} for node in found.nodes
        ]
        facts = [item for edge in found.edges for item in self._fact(edge, names, found.types)]
        return RawTurn(mentions, facts, found.complete)

    def _surface(self, name: str) -> str:
        """The name as the turn has it: what graphiti calls "Ana's sister" stands there as "my sister"."""
        owner = f"{self._scene.speaker.name}'s "
        if self._text.find(name) is None and name.casefold().startswith(owner.casefold()):
            rest = name[len(owner) :]
            return next((own for own in (f"my {rest}", f"our {rest}") if self._text.find(own)), name)
        return name

    def _fact(self, edge: EntityEdge, names: dict[str, str], types: dict[str, str]) -> Iterator[Item]:
        """The item of an edge in the first sentence that states it; none where none does."""
        source, target = names.get(edge.source_node_uuid), names.get(edge.target_node_uuid)
        predicate = predicate_name(bare_relation(edge.name), "", self._catalogue)
        if source is None or target is None or predicate is None:
            return
        for sentence in self._sentences():
            stated = self._stated(edge, (source, target), predicate, sentence)
            if stated is not None:
                yield stated | {
                    "subject": source,
                    "subject_type": types.get(edge.source_node_uuid, THING),
                    "predicate": predicate,
                    "object": target,
                    "object_type": types.get(edge.target_node_uuid, LITERAL),
                    "confidence": SURENESS,
                }
                return

    def _stated(self, edge: EntityEdge, ends: tuple[str, str], predicate: str, sentence: Span) -> Item | None:
        """The sentence as evidence, with how and of when it states the edge; None where it does not."""
        places = [self._place(name, sentence) for name in ends if not self._speaks(name)]
        found = [place for place in places if place is not None]
        document, listed = self._piece.document, predicate in self._catalogue
        if not places or len(found) < len(places) or not (listed or says(document, sentence, predicate)):
            return None
        stance = stance_of(document, sentence, clause_around(document, sentence, found[-1]), edge.fact, edge.name)
        if stance is None:
            return None
        time, role = self._time(edge, sentence, stance)
        state = listed and self._catalogue.get(predicate).temporal is Temporal.STATE
        if stance.past and state and time is None and stance.polarity == "positive":
            return None
        return {
            "quote": self._scene.content[slice(*sentence)],
            "polarity": stance.polarity,
            "modality": stance.modality,
            "time": time and time.text,
            "time_role": "at" if stance.past and not listed and role == "none" else role,
        }

    def _sentences(self) -> list[Span]:
        start, end = self._piece.start, self._piece.end
        return [(s.start, s.end) for s in self._piece.document.sentences if start <= s.start and s.end <= end]

    def _speaks(self, name: str) -> bool:
        """Whether the name is of the speaker or the one spoken to, who need not stand in the text."""
        return any(
            who is not None and name.casefold() == who.name.casefold()
            for who in (self._scene.speaker, self._scene.addressee)
        )

    def _place(self, name: str, sentence: Span) -> Span | None:
        place = self._text.find(name, sentence)
        return place if place is not None and sentence[0] <= place[0] and place[1] <= sentence[1] else None

    def _time(self, edge: EntityEdge, sentence: Span, stance: Stance) -> tuple[TimeMention | None, str]:
        """The time expression of the sentence that graphiti's dates agree with, and what it says of the fact.

        Its dates are never taken over: they say which words date the fact, our grammar says what those mean. Of a plan
        graphiti keeps no date, so the one expression of the sentence is taken.
        """
        times = [time for time in self._piece.document.times_in(*sentence) if time.interval is not None]
        if stance.modality == "planned":
            return (times[0], "at") if len(times) == 1 else (None, "none")
        for time in times:
            before = self._scene.content[sentence[0] : time.start]
            begins, ends = _within(edge.valid_at, time), _within(edge.invalid_at, time)
            if begins and _SINCE.search(before):
                return time, "since"
            if ends and _UNTIL.search(before):
                return time, "until"
            if begins or (ends and time.interval and time.interval.start == OPEN_START):
                return time, "at"
        return None, "none"


def _within(moment: datetime | None, time: TimeMention) -> bool:
    """Whether a date of graphiti's falls into the expression's interval, or on its one end, but for the time zone."""
    if moment is None or time.interval is None:
        return False
    start, end = time.interval.start, time.interval.end
    first = end if start == OPEN_START else start
    last = start if end == OPEN_END else end
    return first - _DAY < moment < last + _DAY
