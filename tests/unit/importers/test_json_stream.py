import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import InvalidInput
from service.importers import json_stream
from service.importers.json_stream import iter_items

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(items=st.lists(values, max_size=6), indent=st.sampled_from([None, 0, 2]), chunk=st.integers(1, 9))
def test_yields_what_json_would_parse_whatever_the_chunk(items: list[object], indent: int | None, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_CHUNK", chunk)
        assert list(iter_items(io.StringIO(json.dumps(items, indent=indent, ensure_ascii=False)))) == items


def test_a_lone_object_is_the_only_item() -> None:
    assert list(iter_items(io.StringIO(' {"a": [1, 2]} '))) == [{"a": [1, 2]}]


def test_does_not_hold_the_whole_file(tmp_path) -> None:
    class Counting(io.StringIO):
        taken = 0

        def read(self, size: int | None = -1) -> str:
            text = super().read(size)
            self.taken += len(text)
            return text

    stream = Counting(json.dumps([{"n": n, "text": "x" * 1000} for n in range(2000)]))
    assert next(iter_items(stream))["n"] == 0
    assert stream.taken < 200_000


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "an array was expected"),
        ("nonsense", "an array was expected"),
        ('[{"a": 1}, {"b": ', "character"),
        ('[{"a": 1} {"b": 2}]', "a comma"),
        ('[{"a": 1}', "a comma"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_broken_json_says_where(text: str, fragment: str) -> None:
    with pytest.raises(InvalidInput, match=fragment):
        list(iter_items(io.StringIO(text)))


def test_what_stands_before_the_fault_is_yielded() -> None:
    items = iter_items(io.StringIO('[{"a": 1}, oops]'))
    assert next(items) == {"a": 1}
    with pytest.raises(InvalidInput, match="character 11"):
        next(items)
