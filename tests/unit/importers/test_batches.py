from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.contract import EpisodeInput
from service.errors import InvalidInput
from service.importers import Format, ImportedTurn, batches, detect_format


def turn(number: int, session: str | None = "s", part: str | None = None, said: str = "") -> ImportedTurn:
    return ImportedTurn(f"line {number}", EpisodeInput(said or f"turn {number}"), session, part)


@given(
    marks=st.lists(st.tuples(st.sampled_from(["s", "t", None]), st.sampled_from(["p", None])), max_size=30),
    size=st.integers(1, 7),
)
def test_every_turn_travels_once_in_order_with_its_own_session(
    marks: list[tuple[str | None, str | None]], size: int
) -> None:
    turns = [turn(number, session, part) for number, (session, part) in enumerate(marks)]
    made = list(batches(turns, "g", size))
    assert [position for batch in made for position in batch.positions] == [item.position for item in turns]
    sent = [(batch.request.session_id, batch.request.group_id) for batch in made for _ in batch.positions]
    assert sent == [(session, f"g-{part}" if part else "g") for session, part in marks]
    assert all(len(batch.positions) == len(batch.request.episodes) <= size for batch in made)


def ids(turns: list[ImportedTurn]) -> list[str | None]:
    return [episode.external_id for batch in batches(turns, "g", 10) for episode in batch.request.episodes]


def test_derived_ids_are_the_same_each_time_and_tell_honest_repeats_apart() -> None:
    turns = [turn(1, said="yes"), turn(2, said="yes"), turn(3, said="no"), turn(4, "other", said="yes")]
    assert ids(turns) == ids(turns)
    assert len(set(ids(turns))) == 4
    shifted = [turn(1, said="hello"), *(replace(item, position="moved") for item in turns)]
    assert ids(shifted)[1:] == ids(turns)


def test_given_ids_are_kept_and_a_session_can_be_set_for_all() -> None:
    given_id = ImportedTurn("line 1", EpisodeInput("x", external_id="mine"), "s")
    (batch,) = batches([given_id, turn(2, "t")], "g", 10, session="one")
    assert batch.request.session_id == "one"
    assert batch.request.episodes[0].external_id == "mine"


def test_long_turns_travel_in_several_requests() -> None:
    made = list(batches([turn(number, said="x" * 400_000) for number in range(5)], "g", 100))
    assert [len(batch.positions) for batch in made] == [2, 2, 1]


def test_without_takes_out_one_turn_and_its_position() -> None:
    (batch,) = batches([turn(1), turn(2), turn(3)], "g", 10)
    left = batch.without(1)
    assert left.positions == ("line 1", "line 3")
    assert [episode.content for episode in left.request.episodes] == ["turn 1", "turn 3"]


@pytest.mark.parametrize(
    ("text", "problem"), [("{]", "not JSON"), ("[1]", "not known"), ("hello", "not JSON"), ("[]", "not known")]
)
def test_an_unknown_format_is_refused_with_the_choices(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=problem) as caught:
        detect_format(path)
    assert all(form in caught.value.allowed for form in Format)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="does not exist"):
        detect_format(tmp_path / "none.json")
