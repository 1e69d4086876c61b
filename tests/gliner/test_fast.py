"""What only fast-gliner refuses, because its package fixes it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from extractors.mentions.gliner.engine import GlinerError
from tests.support.gliner import FIXTURE, component


def test_a_threshold_under_that_of_the_package_is_refused():
    with pytest.raises(GlinerError, match=r"no names under a score of 0\.5.*EVERWHEN_GLINER_ENGINE=gliner"):
        component("fast-gliner", FIXTURE, thresholds={"person": 0.4})


@pytest.mark.parametrize("change", [{"max_width": 6}, {"labels_encoder": "some/encoder"}])
def test_a_model_that_the_package_would_misread_is_refused(tmp_path: Path, change: dict[str, object]):
    copy = Path(shutil.copytree(FIXTURE, tmp_path / "model"))
    config = json.loads((copy / "gliner_config.json").read_text(encoding="utf-8"))
    (copy / "gliner_config.json").write_text(json.dumps({**config, **change}), encoding="utf-8")
    with pytest.raises(GlinerError, match="which model is not"):
        component("fast-gliner", copy)


def test_one_of_several_exports_is_taken_by_name(tmp_path: Path):
    copy = Path(shutil.copytree(FIXTURE, tmp_path / "model"))
    shutil.copy(copy / "model.onnx", copy / "other.onnx")
    with pytest.raises(GlinerError, match=r"the ONNX files model\.onnx, other\.onnx.*EVERWHEN_GLINER_FILE"):
        component("fast-gliner", copy)
    component("fast-gliner", copy, file="other.onnx").load()


def test_a_model_without_its_tokenizer_is_refused(tmp_path: Path):
    copy = Path(shutil.copytree(FIXTURE, tmp_path / "model"))
    (copy / "tokenizer.json").unlink()
    with pytest.raises(GlinerError, match=r"has no tokenizer\.json"):
        component("fast-gliner", copy)
