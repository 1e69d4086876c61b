"""JSON documents: pieces that are JSON themselves, each under the keys that lead to it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence

from service.documents.json_scan import Value, scan, string_text
from service.documents.mapped import Builder
from service.documents.parsed import Parsed, Section, one_line, without_controls

Path = tuple[str, ...]


def parse_json(source: str, chunk_chars: int) -> Parsed:
    """Pieces of at most about `chunk_chars` characters, in order; the title is the value of a top-level `title`.

    A piece holds values that stand side by side, wrapped in the keys that lead to them: `{"orders": [{…}, {…}]}`.
    A string that is longer than a piece is a section of prose.

    Raises:
        InvalidInput: it is no JSON, nested too deeply, or has too many values.
    """
    root = scan(source)
    sections = tuple(section for section in _sections(source, root, (), chunk_chars) if section.body.text.strip())
    return Parsed(source, _title(source, root), sections)


def _title(source: str, root: Value) -> str | None:
    for member in root.members:
        if member.key == "title" and member.kind == "string":
            return one_line(string_text(source, member).text) or None
    return None


def _sections(source: str, value: Value, path: Path, most: int) -> Iterator[Section]:
    if value.kind == "string" and value.end - value.start > most:
        yield Section(_headings(path), string_text(source, value).stripped())
        return
    if value.end - value.begin <= most or not value.members:
        yield _piece(source, [value], None, path)
        return
    group: list[Value] = []
    for member in value.members:
        large = member.end - member.begin > most
        if group and (large or member.end - group[0].begin > most):
            yield _piece(source, group, value, path)
            group = []
        if large:
            yield from _sections(source, member, path if member.key is None else (*path, member.key), most)
            continue
        group.append(member)
        if _ends_piece(source, group, most):
            yield _piece(source, group, value, path)
            group = []
    if group:
        yield _piece(source, group, value, path)


def _ends_piece(source: str, group: Sequence[Value], most: int) -> bool:
    """Whether a piece ends here by what its last value says, so that an insertion does not shift all that follow."""
    last = group[-1]
    long = last.end - group[0].begin >= most // 3
    return long and zlib.crc32(source[last.begin : last.end].encode()) % 2 == 0


def _piece(source: str, values: Sequence[Value], holder: Value | None, path: Path) -> Section:
    """Values of one holder as a document of their own."""
    builder = Builder()
    first, last = values[0], values[-1]
    begin = first.start if holder is None else first.begin
    marks = ("", "") if holder is None else ("{", "}") if holder.kind == "object" else ("[", "]")
    keys = (without_controls(json.dumps(key, ensure_ascii=False)) for key in path)
    opening = "".join(f"{{{key}: " for key in keys) + marks[0]
    builder.replaced(opening, begin, begin)
    builder.verbatim(without_controls(source[begin : last.end]), begin)
    builder.inserted(marks[1] + "}" * len(path))
    return Section(_headings(path), builder.build(), whole=True)


def _headings(path: Path) -> tuple[str, ...]:
    return tuple(name for key in path if (name := one_line(key)))
