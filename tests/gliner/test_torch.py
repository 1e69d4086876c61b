"""What only the gliner package can do, and that the fixture for the other engine is what the script makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.gliner import FIXTURE, component, names, proposed

pytestmark = pytest.mark.timeout(600)


def test_low_thresholds_are_possible(built: Path):
    low = component("gliner", built, threshold=0.02)
    assert names(proposed(low, ["Tom met Caroline in Berlin"])[0])[0] == ("Tom", "person")


def test_the_fixture_is_of_the_configuration_and_tokenizer_that_the_script_makes(built: Path):
    for name in ("gliner_config.json", "tokenizer.json"):
        assert (FIXTURE / name).read_text(encoding="utf-8") == (built / name).read_text(encoding="utf-8")
    assert (built / "model.onnx").stat().st_size == (FIXTURE / "model.onnx").stat().st_size
