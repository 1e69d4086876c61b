"""What was read out of a batch of turns as rows to write: mentions and claims, with whom their names stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from extractors.candidates import EntityRef, Extraction, Reference
from graph_schema.model import Modality, Polarity
from graph_schema.predicates import Catalogue
from graph_schema.store import Transaction
from service.gates.policy import Policy
from service.identity.context import Contexts
from service.identity.match import PERSON
from service.ingest.claims import Source, claim_row
from service.ingest.known import Wanted
from service.ingest.resolution import Resolution, look_up
from service.ingest.turn import ReadTurn
from service.ports import Calibration

Row = dict[str, Any]

NAMING = frozenset({"has_name", "nickname"})
"""Predicates whose literal value is another name of the subject."""


async def resolution_of(
    tx: Transaction, group_id: str, turns: Sequence[ReadTurn], calibration: Calibration | None
) -> Resolution:
    """Whom the names in the turns may stand for, as the group knows them; by names alone without calibration."""
    wanted = (name for turn in turns for name in _wanted(turn))
    return await look_up(tx, group_id, wanted, [turn.uuid for turn in turns], Contexts(calibration))


def _wanted(turn: ReadTurn) -> list[Wanted]:
    """Every name a turn may have to resolve."""
    extraction, speaker = extraction_of(turn), turn.speaker
    references = [r for fact in extraction.facts for r in (fact.subject, fact.object) if r is not None]
    aliases = [fact.value for fact in extraction.facts if fact.predicate in NAMING and fact.value]
    return [
        *(Wanted(mention.name, mention.type) for mention in extraction.mentions),
        *(Wanted(*speaker.named(reference)[:2]) for reference in references),
        *(Wanted(alias, PERSON) for alias in aliases),
    ]


def extraction_of(turn: ReadTurn) -> Extraction:
    """What was read out of the turn; nothing where it was not read."""
    return turn.extraction or Extraction("und")


def rows_of(
    turns: Sequence[ReadTurn], resolution: Resolution, catalogue: Catalogue, policy: Policy
) -> tuple[list[Row], list[Row]]:
    """Mentions and claims of the turns, each turn's names learnt before they are looked up."""
    mentions: list[Row] = []
    claims: list[Row] = []
    for turn in turns:
        _learn_names(turn, resolution)
        mentions += _mention_rows(turn, resolution)
        claims += _claim_rows(turn, resolution, catalogue, policy)
    return mentions, claims


def _learn_names(turn: ReadTurn, resolution: Resolution) -> None:
    """Lets somebody who says "I'm Ana" be found as Ana."""
    for fact in extraction_of(turn).facts:
        stated = fact.modality is Modality.ASSERTED and fact.polarity is Polarity.POSITIVE
        if stated and fact.predicate in NAMING and fact.value and fact.subject.reference is Reference.SPEAKER:
            speaker = resolution.resolve(*turn.speaker.named(fact.subject), turn.episode["valid_at"])
            if speaker is not None:
                resolution.add_alias(speaker.uuid, fact.value)


def _mention_rows(turn: ReadTurn, resolution: Resolution) -> list[Row]:
    rows: list[Row] = []
    speaker, said_at = turn.speaker, turn.episode["valid_at"]
    for mention in extraction_of(turn).mentions:
        owner = speaker.owner(mention.name)
        resolved = resolution.resolve(mention.name, mention.type, owner, said_at, turn.uuid, turn.vector)
        if resolved is not None:
            rows.append(
                {
                    "episode": turn.uuid,
                    "entity": resolved.uuid,
                    "start": mention.start,
                    "end": mention.end,
                    "surface": mention.text,
                    "extractor": mention.extractor,
                    "confidence": mention.confidence,
                    "stage": resolved.stage.value,
                    "score": resolved.score,
                }
            )
    return rows


def _claim_rows(turn: ReadTurn, resolution: Resolution, catalogue: Catalogue, policy: Policy) -> list[Row]:
    extraction, episode, speaker = extraction_of(turn), turn.episode, turn.speaker
    said_at = episode["valid_at"]
    source = Source(
        uuid=turn.uuid,
        group_id=episode["group_id"],
        content=episode["content"],
        role=speaker.role,
        writer=episode.get("actor") or speaker.role.value,
        said_at=said_at,
        importance=episode["importance"],
        extractor_version=extraction.extractor_version,
        policy=policy,
    )

    def resolve(reference: EntityRef) -> str | None:
        # Who speaks is known: only of others context may say who they are.
        said = turn.vector if reference.reference is Reference.NAMED else None
        resolved = resolution.resolve(*speaker.named(reference), said_at, turn.uuid, said)
        return resolved.uuid if resolved else None

    rows: list[Row] = []
    for fact in extraction.facts:
        row = claim_row(fact, source, catalogue, resolve, resolution.root)
        if row is not None:
            rows.append(row)
    return rows
