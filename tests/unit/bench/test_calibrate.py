"""Calibration: what pairs make of a fake embedder, and that only the model's own table changes."""

from __future__ import annotations

from pathlib import Path

from bench.calibrate import Measured, combine, load_pairs, measure, write_table
from service.adapters.embedders.calibration import load_calibration
from service.testing import HashEmbedder


def test_both_languages_have_every_kind_of_pair() -> None:
    for language in ("en", "zh"):
        pairs = load_pairs(language)
        kinds = [pair.kind for pair in pairs]
        assert len(pairs) >= 120
        assert set(kinds) == {"paraphrase", "contradiction", "template", "answer", "topical", "unrelated"}
        assert min(kinds.count(kind) for kind in set(kinds)) >= 20
        assert len({(pair.a, pair.b) for pair in pairs}) == len(pairs)


async def test_measures_a_model_that_knows_shared_words() -> None:
    found = await measure(HashEmbedder(512), load_pairs("en"))
    assert found.unrelated < found.related < found.duplicate <= 1
    assert len(found.cosines["other passage"]) == len(found.cosines["answer"]) == 20


def test_the_cautious_language_counts() -> None:
    one, two = Measured(0.9, 0.5, 0.2, {}), Measured(0.8, 0.4, 0.3, {})
    assert combine([one, two]) == (0.9, 0.4, 0.2)


def test_writes_one_table_and_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "new" / "calibration.toml"
    write_table(path, "openai:a", (0.9, 0.5, 0.2), "first")
    write_table(path, "openai:b@1", (0.8, 0.4, 0.1), 'with "quotes"')
    write_table(path, "openai:a", (0.95, 0.6, 0.3), "second")
    assert load_calibration("openai:a", path).provenance == "second"
    assert load_calibration("openai:b", path).provenance == 'with "quotes"'
    assert path.read_text("utf-8").count("[") == 2
