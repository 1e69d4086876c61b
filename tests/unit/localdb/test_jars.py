from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.localdb.errors import InstallFailed
from service.localdb.jars import JarStore
from service.localdb.lockfile import LockedJar, load_lock, make_lock

SMALL = "org.jspecify:jspecify:1.0.0"


def small_jar() -> LockedJar:
    return next(jar for jar in load_lock().jars if jar.coordinate == SMALL)


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> JarStore:
    """A store with one small jar, really fetched."""
    store = JarStore(tmp_path_factory.mktemp("fetched"), make_lock([small_jar()]))
    seen: list[tuple[int, int]] = []
    assert store.install(lambda done, total: seen.append((done, total))) == 1
    assert seen == [(small_jar().size, small_jar().size)]
    return store


@pytest.fixture
def store(fetched: JarStore, tmp_path: Path) -> JarStore:
    """A copy that a test may spoil."""
    shutil.copytree(fetched.folder, tmp_path / "jars", copy_function=shutil.copy2)
    return JarStore(tmp_path / "jars", fetched.lock)


def test_whole_store_needs_nothing(store: JarStore):
    assert store.missing() == []
    assert store.install() == 0


@pytest.mark.parametrize("spoil", ["cut", "changed", "deleted"])
def test_spoilt_jar_is_fetched_again(store: JarStore, spoil: str):
    path = store.folder / small_jar().file_name
    content = path.read_bytes()
    if spoil == "cut":
        path.write_bytes(content[:100])
    elif spoil == "changed":
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    else:
        path.unlink()

    assert store.missing() == [small_jar()]
    assert store.install() == 1
    assert path.read_bytes() == content
    assert store.missing() == []


@pytest.mark.parametrize("notes", ["{", "[]", "null", '{"jspecify-1.0.0.jar": 1}'])
def test_damaged_notes_only_cost_a_second_look(store: JarStore, notes: str):
    (store.folder / ".checked.json").write_text(notes)

    assert store.missing() == []


def test_jar_that_is_not_the_locked_one_is_refused_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.localdb.jars._PAUSE_S", 0)
    wrong = LockedJar(SMALL, "0" * 64, small_jar().size)
    store = JarStore(tmp_path, make_lock([wrong]))

    with pytest.raises(InstallFailed, match=r"SHA-256 differs.*network"):
        store.install()
    assert not (tmp_path / wrong.file_name).exists()
    assert not (tmp_path / ".staging").exists()


def test_jar_that_nobody_has_names_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.localdb.jars._PAUSE_S", 0)
    store = JarStore(tmp_path, make_lock([LockedJar("org.jspecify:jspecify:0.0.0-absent", "0" * 64, 1)]))

    with pytest.raises(InstallFailed, match=r"0\.0\.0-absent.*NEO4J_URI"):
        store.install()


def test_full_disk_is_told_before_fetching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.localdb.jars.shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    store = JarStore(tmp_path, make_lock([small_jar()]))

    with pytest.raises(InstallFailed, match="EVERWHEN_CACHE_DIR"):
        store.install()


def test_cache_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(InstallFailed, match="EVERWHEN_CACHE_DIR"):
        JarStore(tmp_path / "file" / "jars", make_lock([small_jar()])).install()


def test_fingerprint_follows_the_files(store: JarStore):
    before = store.fingerprint
    path = store.folder / small_jar().file_name
    assert store.fingerprint == before

    path.write_bytes(path.read_bytes())
    assert store.fingerprint != before
