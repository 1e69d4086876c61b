import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAYLOAD = {"title": None, "version": "v", "stored": 2, "revised": 0, "removed": 0, "unchanged": 1}


class Shelf:
    """Takes documents, and refuses what holds the word REFUSE."""

    def __init__(self) -> None:
        self.inputs: list[dict[str, Any]] = []
        self.states = [{"state": "EXTRACTED", "count": 3}]

    def __call__(self, body: dict[str, Any]) -> tuple[int, Any]:
        if "info" in body["query"]:
            return 200, {"data": {"info": {"episodesByState": self.states}}}
        request = body["variables"]["input"]
        self.inputs.append(request)
        if b"REFUSE" in base64.b64decode(request["contentBase64"]):
            refused = {"field": "content", "message": "content: is bad; allowed: good", "allowed": "good"}
            return 200, {"data": {"rememberDocument": {"__typename": "InvalidInput", **refused}}}
        about = {"documentId": request["documentId"], "mediaType": request["mediaType"]}
        return 200, {"data": {"rememberDocument": {"__typename": "RememberDocumentPayload", **PAYLOAD, **about}}}


@pytest.fixture
def shelf(service: Any) -> Shelf:
    made = Shelf()
    service.answer = made
    return made


def write(path: Path, text: str = "Text.") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_folder_is_imported_by_the_kinds_of_its_files(
    everwhen: Callable[..., Any], shelf: Shelf, tmp_path: Path
) -> None:
    for name in ("b.md", "a.html", "deep/c.JSON", "skip.docx"):
        write(tmp_path / "docs" / name)
    ran = everwhen("import", "document", str(tmp_path / "docs"), "-g", "g", "--wait", "--json")
    assert (ran.code, ran.json["group"], ran.json["states"]) == (0, "g", {"extracted": 3})
    kinds = [(Path(one["documentId"]).name, one["mediaType"]) for one in shelf.inputs]
    assert kinds == [("a.html", "text/html"), ("b.md", "text/markdown"), ("c.JSON", "application/json")]
    assert [one["stored"] for one in ran.json["documents"]] == [2, 2, 2]


def test_options_reach_the_service(everwhen: Callable[..., Any], shelf: Shelf, tmp_path: Path) -> None:
    path = write(tmp_path / "notes", "Über")
    options = ["--id", "spec", "--type", "text/plain", "--title", "T", "--author", "Ana", "--session", "s"]
    ran = everwhen(
        "import", "document", str(path), *options, "--valid-at", "2026-01-02", "--time-zone", "Asia/Shanghai"
    )
    assert ran.code == 0
    (sent,) = shelf.inputs
    assert base64.b64decode(sent.pop("contentBase64")).decode() == "Über"
    assert sent == {
        "groupId": "default",
        "documentId": "spec",
        "mediaType": "text/plain",
        "title": "T",
        "author": "Ana",
        "sessionId": "s",
        "validAt": "2026-01-02T00:00:00+00:00",
        "timeZone": "Asia/Shanghai",
    }
    assert "spec" in ran.out


def test_a_bad_document_ends_the_import_or_is_left_out(
    everwhen: Callable[..., Any], shelf: Shelf, tmp_path: Path
) -> None:
    write(tmp_path / "a.md")
    bad = write(tmp_path / "b.md", "REFUSE")
    write(tmp_path / "c.md")
    ran = everwhen("import", "document", str(tmp_path))
    assert ran.code == 2
    assert str(bad) in ran.err.replace("\n", "")
    assert "1 documents before it" in " ".join(ran.err.split())
    again = everwhen("import", "document", str(tmp_path), "--skip-bad", "--json")
    assert again.code == 0
    assert [Path(one["file"]).name for one in again.json["documents"]] == ["a.md", "c.md"]
    assert json.dumps(again.json["skipped"]).count("is bad") == 1


@pytest.mark.parametrize(
    ("names", "more", "problem"),
    [
        (["a.docx"], [], "does not say what it is"),
        (["a.md", "b.md"], ["--id", "x"], "2 files would share it"),
        ([], [], "no documents"),
        (["a.md"], ["--time-zone", "Mars"], "not a time zone"),
        (["a.md"], ["--valid-at", "soon"], "--valid-at"),
    ],
)
def test_what_cannot_be_sent_is_said_before_anything_is(
    everwhen: Callable[..., Any], shelf: Shelf, tmp_path: Path, names: list[str], more: list[str], problem: str
) -> None:
    files = [str(write(tmp_path / name)) for name in names] or [str(tmp_path)]
    ran = everwhen("import", "document", *files, *more)
    assert ran.code == 2
    assert problem in " ".join(ran.err.split())
    assert shelf.inputs == []


def test_a_missing_file_is_named(everwhen: Callable[..., Any], shelf: Shelf) -> None:
    ran = everwhen("import", "document", "nowhere.md")
    assert ran.code == 2
    assert "nowhere.md does not exist" in " ".join(ran.err.split())
