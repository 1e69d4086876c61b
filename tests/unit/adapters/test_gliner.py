"""The GLiNER extractor as the settings make it, with a real model of toy size."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from extractors.candidates import Turn
from graph_schema.model import Role
from service.adapters.extractors.factory import build_local
from service.config import Settings, parse_settings
from service.errors import ConfigurationError
from tests.support.gliner import FIXTURE


def made(**settings: Any) -> Settings:
    return parse_settings(**{"extractors": "rules,gliner", "gliner_model": str(FIXTURE), **settings})


def test_gliner_reads_before_reconciliation_where_it_is_named():
    pipeline = build_local(made())
    order = [component.name for component in pipeline.components]
    assert order.index("mentions.gliner") == order.index("mentions.reconcile") - 1
    turn = Turn("José vive en Berlin", Role.USER, datetime(2024, 5, 2, tzinfo=UTC))
    (extraction,) = pipeline.extract([turn])
    assert ("José", "gliner") in {(mention.text, mention.extractor) for mention in extraction.mentions}
    assert extraction.facts == ()


def test_the_pipeline_has_another_version_with_other_settings():
    versions = {build_local(made(**more)).version for more in ({}, {"gliner_threshold": 0.6}, {"gliner_labels": "pet"})}
    assert len(versions) == 3


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"gliner_model": None}, "EVERWHEN_EXTRACTORS names gliner, which needs EVERWHEN_GLINER_MODEL"),
        ({"gliner_model": "no/such/folder"}, r"there is no folder no/such/folder"),
        ({"gliner_threshold": 0.3}, r"raise EVERWHEN_GLINER_THRESHOLD"),
        ({"gliner_thresholds": "person=high"}, r"write TYPE=NUMBER"),
        ({"gliner_labels": "pet=A B"}, r"write LABEL or LABEL=TYPE"),
        ({"gliner_window_words": 10}, r"EVERWHEN_GLINER_WINDOW_WORDS above 24"),
        ({"gliner_file": "model_int8.onnx"}, r"has the ONNX files model\.onnx, not model_int8\.onnx"),
        ({"gliner_engine": "torch"}, r"EVERWHEN_GLINER_ENGINE"),
    ],
)
def test_what_does_not_fit_is_said_at_start_with_the_remedy(settings: dict[str, Any], message: str):
    with pytest.raises(ConfigurationError, match=message):
        build_local(made(**settings))
