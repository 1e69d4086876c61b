"""GLiNER read by each engine that is installed: fast-gliner everywhere, gliner itself by `make test-gliner`."""

from __future__ import annotations

import shutil
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version as package_version
from pathlib import Path

import pytest

from extractors.mentions.gliner.engine import GlinerError
from extractors.mentions.gliner.settings import EngineName
from tests.support.gliner import ENGINES, FIXTURE, INSTALLED, LABELS, component, documents, names, proposed, runner

pytestmark = pytest.mark.timeout(600)

TEXTS = {
    "Caroline moved from Boston to Berlin": [("Caroline", "person"), ("Boston", "location"), ("Berlin", "location")],
    "😀👩‍👩‍👧 Caroline works at Acme Corp": [("Caroline", "person"), ("Acme Corp", "organization")],
    "José vive en São Paulo y trabaja en Google": [
        ("José", "person"),
        ("São Paulo", "location"),
        ("Google", "organization"),
    ],
    "张伟在北京的腾讯工作": [("张伟", "person"), ("北京", "location"), ("腾讯", "organization")],
    "さくら は東京に住んでいます": [("さくら", "person"), ("東京", "location")],
    "Иван живёт в Москва": [("Иван", "person"), ("Москва", "location")],
    "سارة met Tom in Berlin": [("سارة", "person"), ("Tom", "person"), ("Berlin", "location")],
    "the weather is nice and the tea is good": [],
}
WEIGHTS = {"fast-gliner": "model.onnx", "gliner": "pytorch_model.bin"}


def test_names_of_many_scripts_stand_where_their_offsets_say(engine: EngineName, folder: Path):
    found = proposed(component(engine, folder), list(TEXTS))
    assert [names(mentions) for mentions in found] == list(TEXTS.values())
    for text, mentions in zip(TEXTS, found, strict=True):
        assert all(text[mention.start : mention.end] == mention.text for mention in mentions)


def test_a_combining_mark_belongs_to_the_name_it_ends(engine: EngineName, folder: Path):
    text = unicodedata.normalize("NFD", "José vive en Berlin")
    (mentions,) = proposed(component(engine, folder), [text])
    for mention in mentions:
        assert text[mention.start : mention.end] == mention.text
        assert not unicodedata.combining(text[mention.end]) if mention.end < len(text) else True
    assert ("Berlin", "location") in names(mentions)


def test_a_batch_gives_what_single_turns_give(engine: EngineName, folder: Path):
    texts = [*TEXTS, "", "   ", "。", "\n\n", "word " * 90 + "Caroline", "😀"]
    together = proposed(component(engine, folder, batch_windows=3), texts)
    alone = [proposed(component(engine, folder), [text])[0] for text in texts]
    assert [names(mentions) for mentions in together] == [names(mentions) for mentions in alone]


def test_a_name_is_found_once_wherever_the_seams_of_windows_fall(engine: EngineName, folder: Path):
    texts = ["word " * before + "Caroline " + "word " * (70 - before) for before in range(4, 66)]
    found = proposed(component(engine, folder, window_words=30), texts)
    assert [[mention.text for mention in mentions] for mentions in found] == [["Caroline"]] * len(texts)
    assert [mentions[0].start for mentions in found] == [len("word ") * before for before in range(4, 66)]


def test_a_long_turn_is_read_to_its_end(engine: EngineName, folder: Path):
    text = "😀 " + ("word " * 150 + "Caroline " + "word " * 150 + "Tom ") * 3
    (mentions,) = proposed(component(engine, folder), [text])
    assert names(mentions) == [("Caroline", "person"), ("Tom", "person")] * 3
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)


def test_thresholds_hold_by_type_and_the_confidence_starts_where_reconciliation_does(engine: EngineName, folder: Path):
    texts = ["maybe Sydney", "Tom met Caroline in Berlin"]
    (unsure,), sure = runner(engine, folder).find(texts, list(LABELS), 0.5)
    between = (unsure.score + min(span.score for span in sure)) / 2
    assert unsure.score < between
    strict = proposed(component(engine, folder, thresholds={"person": between}), texts)
    assert [len(mentions) for mentions in strict] == [0, 3]
    assert all(0.55 <= mention.confidence <= 0.95 for mention in strict[1])
    just = component(engine, folder, threshold=unsure.score)
    assert [mention.confidence for mention in proposed(just, texts)[0]] == [0.55]
    assert [names(document.mentions) for document in documents(just, texts[:1])] == [[("Sydney", "person")]]


def test_labels_are_what_is_asked_for_and_types_what_they_stand_for(engine: EngineName, folder: Path):
    (mentions,) = proposed(component(engine, folder, labels={"person": "character"}), ["Caroline moved to Boston"])
    assert ("Caroline", "character") in names(mentions)
    assert {mention.type for mention in mentions} == {"character"}


def test_json_and_only_json_is_left_out(engine: EngineName, folder: Path):
    read = documents(component(engine, folder), ['{"name": "Caroline moved to Boston"}', "Caroline moved to Boston"])
    assert [len(document.proposals["gliner"]) for document in read] == [0, 2]


def test_mentions_reach_the_turn_in_languages_without_rules_and_no_fact_does(engine: EngineName, folder: Path):
    (read,) = documents(component(engine, folder), ["José vive en São Paulo y trabaja en Google"])
    assert read.language == "es"
    assert [mention.name for mention in read.mentions] == ["José", "São Paulo", "Google"]
    assert read.facts == []
    assert {mention.extractor for mention in read.mentions} == {"gliner"}


def test_threads_read_alike(engine: EngineName, folder: Path):
    made = component(engine, folder)
    expected = proposed(made, list(TEXTS))
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: proposed(made, list(TEXTS)), range(8)))
    assert [[names(mentions) for mentions in run] for run in runs] == [[names(m) for m in expected]] * 8


def test_version_names_package_and_model_and_changes_with_the_files(engine: EngineName, folder: Path, tmp_path: Path):
    version = component(engine, folder).version
    assert f"{engine}-{package_version(engine)}" in version
    assert folder.name in version
    same = Path(shutil.copytree(folder, tmp_path / "same" / folder.name))
    assert component(engine, same).version == version
    with (same / WEIGHTS[engine]).open("ab") as file:
        file.write(b"\0")
    assert component(engine, same).version != version
    assert component(engine, folder, threshold=0.6).version != version
    assert component(engine, folder, labels={"person": "person"}).version != version


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: shutil.rmtree(folder), r"there is no folder .*EVERWHEN_GLINER_MODEL"),
        (lambda folder: (folder / "gliner_config.json").unlink(), r"no readable gliner_config\.json"),
        (lambda folder: (folder / "gliner_config.json").write_text("[]"), r"is no JSON object"),
        (lambda folder: [path.unlink() for path in folder.glob("*") if path.suffix in (".onnx", ".bin")], r"has no"),
    ],
    ids=["folder", "config", "malformed", "weights"],
)
def test_what_is_missing_is_said_before_the_first_text(
    engine: EngineName, folder: Path, tmp_path: Path, spoil: object, message: str
):
    copy = Path(shutil.copytree(folder, tmp_path / "model"))
    spoil(copy)  # type: ignore[operator]
    with pytest.raises(GlinerError, match=message):
        component(engine, copy)


def test_broken_weights_are_said_when_loaded(engine: EngineName, folder: Path, tmp_path: Path):
    copy = Path(shutil.copytree(folder, tmp_path / "model"))
    (copy / WEIGHTS[engine]).write_bytes(b"no model")
    made = component(engine, copy)
    with pytest.raises(GlinerError, match=r"cannot (run|load).*anew"):
        made.load()


def test_a_window_too_small_for_a_name_is_refused(engine: EngineName, folder: Path):
    with pytest.raises(GlinerError, match="EVERWHEN_GLINER_WINDOW_WORDS above 24"):
        component(engine, folder, window_words=24)


@pytest.mark.parametrize("absent", [name for name in ENGINES if name not in INSTALLED])
def test_a_package_that_is_not_installed_is_named_with_the_remedy(absent: EngineName):
    with pytest.raises(GlinerError, match=rf"the package {absent} is not installed: pip install 'everwhen\[gliner"):
        component(absent, FIXTURE)


def test_a_model_by_name_comes_from_the_cache_and_is_missed_clearly(
    engine: EngineName, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(GlinerError, match=r"tiny/gliner is neither in the hub's cache nor to be fetched"):
        component(engine, Path("tiny/gliner"))
    cached = tmp_path / "models--tiny--gliner"
    shutil.copytree(folder, cached / "snapshots" / "1")
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text("1")
    made = component(engine, Path("tiny/gliner"))
    assert "tiny/gliner@" in made.version
    assert names(proposed(made, ["Tom met Caroline in Berlin"])[0])[0] == ("Tom", "person")
