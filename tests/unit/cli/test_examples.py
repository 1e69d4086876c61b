import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from graph_schema.model import Role
from service.importers import Format, ImportedTurn, open_turns

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(params=["english.jsonl", "chinese.jsonl"])
def turns(request: pytest.FixtureRequest) -> list[ImportedTurn]:
    records = list(open_turns(EXAMPLES / request.param, Format.JSONL, ZoneInfo("UTC")))
    assert all(isinstance(record, ImportedTurn) for record in records)
    return [record for record in records if isinstance(record, ImportedTurn)]


def test_turns_are_in_order_with_ids_and_sessions_over_months(turns: list[ImportedTurn]) -> None:
    times = [turn.episode.valid_at for turn in turns if turn.episode.valid_at]
    assert len(times) == len(turns) >= 30
    assert times == sorted(set(times))
    assert times[-1] - times[0] > timedelta(days=180)
    assert len({turn.episode.external_id for turn in turns}) == len(turns)
    assert len(Counter(turn.session_id for turn in turns)) == 4


def test_a_tool_answers_in_json(turns: list[ImportedTurn]) -> None:
    tools = [turn.episode for turn in turns if turn.episode.role is Role.TOOL]
    assert tools
    for episode in tools:
        assert episode.tool_name
        assert isinstance(json.loads(episode.content), dict)
