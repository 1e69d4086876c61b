import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, Reference, TimeMention, Turn
from extractors.pipeline import ExtractionError
from graph_schema.model import OPEN_END, FactKind, Interval, Modality, Polarity, Precision, Role


@dataclass
class Scripted:
    """Finds the first word of every turn, and fails on turns that say so."""

    turns: list[Turn]

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        self.turns += turns
        found = [None if "FAIL" in turn.content else self._found(turn) for turn in turns]
        failures = {index: ValueError("a defect") for index, one in enumerate(found) if one is None}
        if failures:
            raise ExtractionError(failures, found)
        return [one for one in found if one is not None]

    def _found(self, turn: Turn) -> Extraction:
        end = turn.content.find(" ")
        day = Interval(datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC), Precision.DAY)
        since = Interval(datetime(2026, 3, 2, tzinfo=UTC), OPEN_END, Precision.DAY)
        fact = FactCandidate(
            subject=EntityRef("Mara", "person", Reference.SPEAKER),
            predicate="lives_in",
            object=EntityRef("Porto", "location", start=0, end=end),
            value=None,
            kind=FactKind.FACT,
            polarity=Polarity.POSITIVE,
            modality=Modality.ASSERTED,
            valid=since,
            occurs=None,
            confidence=0.9,
            start=0,
            end=end,
            text="Mara lives in Porto",
            extractor="rules",
        )
        return Extraction(
            "en",
            (Mention(turn.content[:end], 0, end, "location", "Porto", 0.8, "rules"),),
            (TimeMention("today", 5, 10, "2026-03-02", "date", day),),
            (fact,),
        )


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    from service.cli import extract

    made = Scripted([])
    monkeypatch.setattr(extract, "build_local", lambda settings: made)
    return made


LINES = [
    {"content": "\U0001f600Porto is where I live", "role": "user", "actor": "Mara", "validAt": "2026-03-02T10:00:00Z"},
    {"content": "Porto FAIL", "note": "unknown fields are ignored here"},
    {"content": 7},
    {"content": "Porto again", "role": "ASSISTANT", "timeZone": "Asia/Tokyo"},
]


def test_each_line_is_answered_in_order_and_bad_ones_are_named(
    everwhen: Callable[..., Any], scripted: Scripted, tmp_path: Path
) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in LINES), encoding="utf-8")
    ran = everwhen("extract", str(path), "--json")
    assert ran.code == 2
    first, failed, bad, last = (json.loads(line) for line in ran.out.splitlines())
    assert [item["line"] for item in (first, failed, bad, last)] == [1, 2, 3, 4]
    assert set(first) == {"line", "language", "mentions", "times", "facts"}
    assert first["mentions"][0] == {
        "text": "\U0001f600Porto",
        "start": 0,
        "end": 6,
        "type": "location",
        "name": "Porto",
        "confidence": 0.8,
        "extractor": "rules",
    }
    assert first["times"][0] == {
        "text": "today",
        "start": 5,
        "end": 10,
        "timex": "2026-03-02",
        "type": "date",
        "from": "2026-03-02T00:00:00Z",
        "to": "2026-03-03T00:00:00Z",
        "precision": "day",
    }
    fact = first["facts"][0]
    assert (fact["quote"], fact["validFrom"], fact["validTo"]) == ("\U0001f600Porto", "2026-03-02T00:00:00Z", None)
    assert fact["subject"] == {"name": "Mara", "type": "person", "reference": "speaker", "start": None, "end": None}
    assert "a defect" in failed["error"] and "content: 7 is not text" in bad["error"]
    assert [line.split(":")[0] for line in ran.err.strip().splitlines()] == ["line 2", "line 3"]
    assert [turn.role for turn in scripted.turns if "FAIL" not in turn.content] == [Role.USER, Role.ASSISTANT]
    assert scripted.turns[0].actor == "Mara"
    assert scripted.turns[-1].time_zone == "Asia/Tokyo"
    assert "validFrom" in fact and last["facts"]


def test_reads_standard_input_and_draws_tables(
    everwhen: Callable[..., Any], scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = io.TextIOWrapper(io.BytesIO(json.dumps({"content": "Porto [x]"}).encode()))
    monkeypatch.setattr(sys, "stdin", data)
    ran = everwhen("extract")
    assert ran.code == 0
    assert all(word in ran.out for word in ("line 1 (en): Porto [x]", "Mentions", "Times", "Facts", "lives_in"))


def test_a_missing_file(everwhen: Callable[..., Any], scripted: Scripted) -> None:
    ran = everwhen("extract", "none.jsonl")
    assert ran.code == 2
    assert "does not exist" in ran.err
