"""The shipped fakes keep the promises that callers build on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from extractors.candidates import Mention, Turn
from graph_schema.model import Role
from service.testing import FixedClock, HashEmbedder, Script, ScriptedExtractor

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def test_hash_embedder_knows_shared_words_only() -> None:
    vectors = await HashEmbedder(256).embed_passages(["tea with lemon", "lemon tea", "火锅 很 辣"])
    assert float(vectors[0] @ vectors[1]) > 0.6
    assert abs(float(vectors[0] @ vectors[2])) < 0.3
    assert np.allclose(vectors[0], await HashEmbedder(256).embed_query("TEA with lemon"))


def test_fixed_clock_moves_only_when_told() -> None:
    clock = FixedClock(NOON)
    assert clock.now() == NOON == clock.now()
    clock.advance(timedelta(hours=1))
    assert clock.now() == NOON + timedelta(hours=1)


def test_scripted_extractor_answers_by_content() -> None:
    ada = Mention("Ada", 0, 3, "person", "Ada", 1.0, "scripted")

    def broken(turn: Turn) -> Script:
        raise RuntimeError(turn.content)

    extractor = ScriptedExtractor({"Ada left.": Script(mentions=(ada,)), "crash": broken})
    found = extractor.extract([Turn("Ada left.", Role.USER, NOON), Turn("unknown", Role.USER, NOON)])
    assert [item.mentions for item in found] == [(ada,), ()]
    assert [turn.content for turn in extractor.seen] == ["Ada left.", "unknown"]
    with pytest.raises(RuntimeError, match="crash"):
        extractor.extract([Turn("crash", Role.USER, NOON)])
