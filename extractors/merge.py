"""What several extractors found in one turn, as one extraction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import TypeVar

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, TimeMention
from extractors.document import UNDETERMINED
from graph_schema.predicates import Cardinality, Catalogue, load_catalogue

Found = TypeVar("Found", Mention, FactCandidate)
Test = Callable[[Found, Found], bool]
Spanned = Mention | TimeMention | FactCandidate


class Strategy(StrEnum):
    """How extractors that see the same text go together.

    `union` keeps all that any of them found; `cascade` lets a later one speak only where no earlier one found anything;
    `highest_confidence` lets the surest speak where two see the same place or slot differently.
    """

    UNION = "union"
    CASCADE = "cascade"
    HIGHEST_CONFIDENCE = "highest_confidence"


def merge(extractions: Sequence[Extraction], strategy: Strategy, catalogue: Catalogue | None = None) -> Extraction:
    """One extraction of a turn out of those of several extractors, in order of their offsets.

    What two extractors agree on is kept once, with the surer one's name and confidence, in every strategy. Of times
    that overlap the earlier extractor's is kept. The version joins those of all, so that it changes whenever one does.

    Args:
        extractions: of the same turn, the most trusted extractor's first; at least one.
        strategy: how they go together.
        catalogue: which predicates hold one value at a time; the shipped one by default.

    Raises:
        ValueError: there is nothing to merge.
    """
    if not extractions:
        raise ValueError("nothing to merge: give at least one extraction")
    mentions_clash, facts_clash = _clashes(strategy, catalogue or load_catalogue())
    mentions = [extraction.mentions for extraction in extractions]
    facts = [extraction.facts for extraction in extractions]
    languages = (extraction.language for extraction in extractions)
    versions = dict.fromkeys(e.extractor_version for e in extractions if e.extractor_version)
    return Extraction(
        next((language for language in languages if language != UNDETERMINED), UNDETERMINED),
        tuple(sorted(_merged(mentions, strategy, _same_mention, mentions_clash), key=_place)),
        tuple(sorted(_times(extractions), key=_place)),
        tuple(sorted(_merged(facts, strategy, _same_fact, facts_clash), key=_place)),
        "+".join(versions),
    )


def _merged(
    groups: Sequence[Sequence[Found]], strategy: Strategy, same: Test[Found], clash: Test[Found]
) -> list[Found]:
    """What is kept: of the same finding the surer, of clashing ones from two extractors that which comes first."""
    found = [(group, item) for group, items in enumerate(groups) for item in items]
    if strategy is Strategy.HIGHEST_CONFIDENCE:
        found.sort(key=lambda pair: -pair[1].confidence)
    kept: list[tuple[int, Found]] = []
    for group, item in found:
        twin = next((index for index, (_, other) in enumerate(kept) if same(item, other)), None)
        if twin is not None:
            kept[twin] = (kept[twin][0], _surer(kept[twin][1], item))
        elif not any(other_group != group and clash(item, other) for other_group, other in kept):
            kept.append((group, item))
    return [item for _, item in kept]


def _surer(one: Found, other: Found) -> Found:
    return other if other.confidence > one.confidence else one


def _times(extractions: Sequence[Extraction]) -> list[TimeMention]:
    kept: list[TimeMention] = []
    for extraction in extractions:
        earlier = list(kept)
        kept.extend(time for time in extraction.times if not any(_overlap(time, other) for other in earlier))
    return kept


def _place(found: Spanned) -> tuple[int, int]:
    return found.start, found.end


def _overlap(one: Spanned, other: Spanned) -> bool:
    return one.start < other.end and other.start < one.end


def _same_mention(one: Mention, other: Mention) -> bool:
    return (one.start, one.end, one.type) == (other.start, other.end, other.type)


def _same_fact(one: FactCandidate, other: FactCandidate) -> bool:
    """Whether two make one claim, wherever in the turn they read it."""
    return _about(one) == _about(other) and one.polarity == other.polarity and _object(one) == _object(other)


def _rivals(one: FactCandidate, other: FactCandidate, catalogue: Catalogue) -> bool:
    """Whether only one of two claims can be what the words say: one value at a time, or nearly the same object."""
    if _about(one) != _about(other) or not _overlap(one, other):
        return False
    single = catalogue.get(one.predicate).cardinality is Cardinality.SINGLE
    return single or _object(one) in _object(other) or _object(other) in _object(one)


def _about(fact: FactCandidate) -> tuple[object, ...]:
    return _entity(fact.subject), fact.predicate, fact.modality


def _entity(entity: EntityRef) -> tuple[str, str]:
    return entity.reference.value, entity.name.casefold()


def _object(fact: FactCandidate) -> str:
    return (fact.object.name if fact.object else fact.value or "").casefold()


def _never(one: Spanned, other: Spanned) -> bool:
    del one, other
    return False


def _clashes(strategy: Strategy, catalogue: Catalogue) -> tuple[Test[Mention], Test[FactCandidate]]:
    """When a later finding gives way to an earlier one of another extractor."""
    match strategy:
        case Strategy.UNION:
            return _never, _never
        case Strategy.CASCADE:
            return _overlap, _overlap
        case Strategy.HIGHEST_CONFIDENCE:
            return _overlap, partial(_rivals, catalogue=catalogue)
