"""Retrieval measured through the API: a group's records are remembered, its questions asked, and the hits scored."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import Any

import numpy as np

from bench.bm25 import Bm25, Tokenizer, character_bigrams, plain_words, stemmed_words
from bench.client import Client, iso
from bench.corpus import Group, Record
from bench.metrics import QuestionScore, score_question

BATCH = 100
LIMIT = 50
EVERWHEN = "Everwhen"


@dataclass(slots=True)
class Run:
    """What one evaluation found.

    Attributes:
        scores: by system, one a question, in the order of the questions.
        rows: one dict a question, for --out.
        latencies: seconds of each recall as the caller sees them.
        states: turns by state after reading, summed over the groups.
    """

    scores: dict[str, list[QuestionScore]] = field(default_factory=dict[str, list[QuestionScore]])
    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    latencies: list[float] = field(default_factory=list[float])
    states: dict[str, int] = field(default_factory=dict[str, int])
    skipped: int = 0
    lost: int = 0
    records: int = 0


def evaluate(client: Client, groups: Sequence[Group], prefix: str, wait_s: float) -> Run:
    """Everwhen and the BM25 floors over the same records and questions.

    Args:
        client: of a service in which no group with this prefix exists.
        groups: to remember, one group of the service each.
        prefix: of the group ids.
        wait_s: most seconds to wait for a group to be read.
    """
    run = Run()
    for group in groups:
        name = f"{prefix}-{group.name}"
        began = time.monotonic()
        store(client, name, group.records)
        stored = time.monotonic()
        for state, count in client.wait_extracted([name], wait_s).items():
            run.states[state] = run.states.get(state, 0) + count
        read = time.monotonic()
        _ask(client, name, group, run)
        print(
            f"{name}: {len(group.records)} records stored in {stored - began:.1f} s, read {read - stored:.1f} s later; "
            f"{len(group.questions)} questions in {time.monotonic() - read:.1f} s",
            file=sys.stderr,
        )
        run.skipped += group.skipped
        run.lost += group.lost
        run.records += len(group.records)
    return run


def store(client: Client, name: str, records: Sequence[Record]) -> None:
    """Remembers the records in their order, a session at a time, in requests of at most 100."""
    for session, items in groupby(records, key=lambda record: record.session):
        turns = list(items)
        for start in range(0, len(turns), BATCH):
            client.remember(name, session, [episode(record) for record in turns[start : start + BATCH]])


def episode(record: Record) -> dict[str, Any]:
    """The record as an EpisodeInput."""
    return {
        "content": record.text,
        "role": record.role,
        "actor": record.actor,
        "validAt": iso(record.valid_at),
        "externalId": record.key,
        "source": record.source,
    }


def floors(group: Group) -> Iterator[tuple[str, Bm25]]:
    """BM25 over the texts that the service indexes: `[date] actor: content`."""
    texts = [indexed_text(record) for record in group.records]
    tokenizers: Mapping[str, Tokenizer] = (
        {"BM25, bigrams": character_bigrams}
        if group.language == "zh"
        else {"BM25": plain_words, "BM25, stemmed": stemmed_words}
    )
    for name, tokenize in tokenizers.items():
        yield name, Bm25(texts, tokenize)


def indexed_text(record: Record) -> str:
    """What a record is found by."""
    actor = f"{record.actor}: " if record.actor else ""
    return f"[{record.valid_at:%Y-%m-%d}] {actor}{record.text}"


def top(scores: Iterable[float], keys: Sequence[str], limit: int = LIMIT) -> list[str]:
    """The keys with the best scores above 0, best first, ties in the given order."""
    values = np.fromiter(scores, dtype=np.float64)
    order: list[int] = np.argsort(-values, kind="stable")[:limit].tolist()
    return [keys[place] for place in order if values[place] > 0]


def _ask(client: Client, name: str, group: Group, run: Run) -> None:
    now = iso(group.records[-1].valid_at + timedelta(hours=1))
    keys = [record.key for record in group.records]
    baselines = list(floors(group))
    for question in group.questions:
        answer = client.recall(name, question.text, kinds=["EPISODE"], limit=LIMIT, now=now)
        run.latencies.append(answer.seconds)
        ranked = {EVERWHEN: [str(hit["episode"]["externalId"]) for hit in answer.hits]}
        ranked |= {system: top(bm25.scores(question.text), keys) for system, bm25 in baselines}
        scored = {system: score_question(order, question.gold, question.category) for system, order in ranked.items()}
        for system, score in scored.items():
            run.scores.setdefault(system, []).append(score)
        run.rows.append(
            {
                "group": name,
                "question": question.text,
                "category": question.category,
                "gold": sorted(question.gold),
                "hits": ranked[EVERWHEN],
                "seconds": answer.seconds,
                "scores": {system: asdict(score) for system, score in scored.items()},
            }
        )
