from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from service.localdb.errors import LockFileError
from service.localdb.lockfile import LockedJar, format_lock, load_lock, make_lock, parse_lock

SHA = "0" * 64


def test_shipped_lock_is_complete_sorted_and_without_addresses():
    lock = load_lock()
    text = format_lock(lock)

    assert lock.neo4j_version == "2026.08.1"
    assert list(lock.jars) == sorted(lock.jars)
    assert {"org.neo4j.app:neo4j-server:2026.08.1", "org.neo4j.client:neo4j-browser:5.24.0"} <= {
        jar.coordinate for jar in lock.jars
    }
    assert "://" not in text
    assert all(jar.size > 0 for jar in lock.jars)


def test_lock_survives_writing_and_reading():
    lock = make_lock([LockedJar("b:two:2:linux", SHA, 7), LockedJar("a:one:1", SHA, 5)])

    assert parse_lock(format_lock(lock)) == lock
    assert [jar.file_name for jar in lock.jars] == ["one-1.jar", "two-2-linux.jar"]
    assert lock.total_size == 12


@pytest.mark.parametrize(
    "line",
    ["a:one:1 abc 5", f"a:one {SHA} 5", f"a:one:1 {SHA}", f"a:one:1 {SHA} five", f"a:../one:1 {SHA} 5", "<<<<<<< HEAD"],
)
def test_unreadable_line_is_named(line: str):
    with pytest.raises(LockFileError, match=r"line 2 .*relock"):
        parse_lock(f"# heading\n{line}\n")


def test_two_jars_of_one_file_name_are_refused():
    with pytest.raises(LockFileError, match=r"a:one:1.*one-1\.jar"):
        make_lock([LockedJar("a:one:1", SHA, 5), LockedJar("b:one:1", SHA, 5)])


def test_empty_lock_is_refused():
    with pytest.raises(LockFileError, match="empty"):
        parse_lock("# nothing\n")


def test_lock_without_server_has_no_version():
    with pytest.raises(LockFileError, match=r"org\.neo4j:neo4j"):
        _ = make_lock([LockedJar("a:one:1", SHA, 5)]).neo4j_version


def test_jar_matches_by_content_only(tmp_path: Path):
    path = tmp_path / "one-1.jar"
    path.write_bytes(b"12345")
    jar = LockedJar("a:one:1", hashlib.sha256(b"12345").hexdigest(), 5)

    assert jar.matches(path)
    path.write_bytes(b"12346")
    assert not jar.matches(path)
    assert not jar.matches(tmp_path / "absent.jar")
