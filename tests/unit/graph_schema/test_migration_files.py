"""Migration files are read, checked and ordered as Neo4j-Migrations does."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise
from pathlib import Path

import pytest

from graph_schema.errors import ChecksumMismatch, MigrationMissing
from graph_schema.migration_files import FOLDER, RANGES, Migration, load_migrations, parse_migration
from graph_schema.migrations import pending
from graph_schema.schema_objects import declared
from graph_schema.store import Row

SHIPPED = load_migrations()


def migration(number: int, text: str = "CREATE INDEX a IF NOT EXISTS FOR (n:A) ON (n.a);") -> Migration:
    return parse_migration(f"V{number:04}__some_change.cypher", text)


def recorded(*migrations: Migration) -> list[Row]:
    return [{"version": m.version, "description": m.description, "checksum": m.checksum} for m in migrations]


def test_file_becomes_statements():
    text = "// Why.\nCREATE A;\n\nCREATE 'x;y'\n  B;\r\n// Only a remark.\n;\nCREATE C"
    parsed = parse_migration("V0107__two_words.cypher", text)

    assert (parsed.version, parsed.description, parsed.area) == ("0107", "two words", "extraction")
    assert parsed.executable == ["// Why.\nCREATE A", "CREATE 'x;y'\n  B", "CREATE C"]
    assert parsed.statements == ("// Why.\nCREATE A", "CREATE 'x;y'\n  B", "// Only a remark.", "CREATE C")
    assert parsed.checksum == str(zlib.crc32("".join(parsed.statements).encode()))


def test_checksum_does_not_depend_on_line_ends_or_final_newline():
    assert migration(1, "CREATE A;\nCREATE B;\n").checksum == migration(1, "CREATE A;\r\nCREATE B").checksum
    assert migration(1, "CREATE A;").checksum != migration(1, "CREATE a;").checksum


@pytest.mark.parametrize("name", ["V1__x.cypher", "V0001_x.cypher", "0001__x.cypher", "V0001__x.cql", "V0001__.cypher"])
def test_misnamed_file_is_refused(name: str):
    with pytest.raises(MigrationMissing, match=r"named like V0001__what_it_does\.cypher"):
        parse_migration(name, "CREATE A;")


def test_two_files_of_one_version_are_refused(tmp_path: Path):
    (tmp_path / "V0001__a.cypher").write_text("CREATE A;", encoding="utf-8")
    (tmp_path / "V0001__b.cypher").write_text("CREATE B;", encoding="utf-8")

    with pytest.raises(MigrationMissing, match=r"V0001__a\.cypher and V0001__b\.cypher have one version"):
        load_migrations(tmp_path)


def test_number_outside_every_range_is_refused(tmp_path: Path):
    (tmp_path / "V0999__a.cypher").write_text("CREATE A;", encoding="utf-8")

    with pytest.raises(MigrationMissing, match="no area has number 0999"):
        load_migrations(tmp_path)


def test_only_what_is_not_recorded_is_pending():
    files = [migration(1), migration(2), migration(3)]

    assert pending(files, []) == files
    assert pending(files, recorded(files[0])) == files[1:]
    assert pending(files, recorded(*files)) == []


def test_changed_file_is_refused():
    with pytest.raises(ChecksumMismatch, match=r"V0001__some_change\.cypher has checksum \d+, but \d+ was applied"):
        pending([migration(1, "CREATE B;")], recorded(migration(1)))


def test_record_without_file_is_refused():
    with pytest.raises(MigrationMissing, match=r"holds migration 0002 \(some change\).*upgrade it"):
        pending([migration(1)], recorded(migration(1), migration(2)))


def test_late_file_is_refused_within_its_area_only():
    files = [migration(1), migration(2), migration(101)]

    assert pending(files, recorded(files[0], files[2])) == [files[1]]
    with pytest.raises(MigrationMissing, match=r"V0001__some_change\.cypher comes before 0002.*next free number"):
        pending(files, recorded(files[1]))


def test_ranges_do_not_overlap_and_are_those_of_the_readme():
    rows = re.findall(r"\| (\d{4})–(\d{4}) \| (.+?) \|", (FOLDER / "README.md").read_text(encoding="utf-8"))

    assert {area: range(int(low), int(high) + 1) for low, high, area in rows} == RANGES
    assert all(low.stop <= high.start for low, high in pairwise(RANGES.values()))


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda m: m.source)
def test_shipped_statement_may_run_twice(shipped: Migration):
    for text in shipped.executable:
        assert re.search(r"IF (NOT )?EXISTS|MERGE|SET ", text), f"not idempotent: {text}"
        if re.search(r"\bCREATE\b.*\b(INDEX|CONSTRAINT)\b", text):
            assert declared([text]), f"not understood: {text}"
