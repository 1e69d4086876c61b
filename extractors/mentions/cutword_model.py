"""The named-entity tagger of the cutword package (BiLSTM and CRF), run by NumPy on the weights that the package ships.

The weights are a PyTorch archive; they are read without PyTorch by an unpickler that admits tensors and nothing else.
"""

from __future__ import annotations

import json
import pickle
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]

_STORAGES = {"FloatStorage": np.dtype(np.float32), "LongStorage": np.dtype(np.int64)}
_LAYERS = (0, 1)


class Tagger:
    """Labels the pieces of sentences: `O`, or `B_`, `M_`, `E_`, `S_` and a type."""

    def __init__(self, vocabulary: dict[str, int], labels: dict[int, str], weights: dict[str, Floats]) -> None:
        self._vocabulary = vocabulary
        self._labels = labels
        self._weights = weights

    def knows(self, piece: str) -> bool:
        """Whether the piece has an embedding of its own."""
        return piece in self._vocabulary

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One label a piece, for each sentence of pieces; no sentence may be empty."""
        if not sentences:
            return []
        lengths = np.array([len(pieces) for pieces in sentences])
        ids = np.zeros((len(sentences), int(lengths.max())), np.int64)
        for row, pieces in enumerate(sentences):
            ids[row, : len(pieces)] = [self._id(piece) for piece in pieces]
        hidden = self._weights["embedding.weight"][ids]
        for layer in _LAYERS:
            hidden = self._bidirectional(hidden, lengths, layer)
        scores = hidden @ self._weights["fc.weight"].T + self._weights["fc.bias"]
        return [
            [self._labels[label] for label in self._best_path(scores[row, :length])]
            for row, length in enumerate(lengths.tolist())
        ]

    def _id(self, piece: str) -> int:
        known = self._vocabulary.get(piece)
        if known:
            return known
        if piece.isdigit():
            return self._vocabulary["[NUMBER]"]
        return self._vocabulary["[HANZI]" if all("\u4e00" <= c <= "\u9fff" for c in piece) else "[UNK]"]

    def _bidirectional(self, inputs: Floats, lengths: Integers, layer: int) -> Floats:
        steps: Integers = np.arange(inputs.shape[1], dtype=np.int64)[None, :]
        ends = lengths[:, None]
        mirror: Integers = np.where(steps < ends, ends - 1 - steps, steps)[:, :, None]
        forward = self._lstm(inputs, f"l{layer}")
        backward = self._lstm(np.take_along_axis(inputs, mirror, axis=1), f"l{layer}_reverse")
        return np.concatenate([forward, np.take_along_axis(backward, mirror, axis=1)], axis=2)

    def _lstm(self, inputs: Floats, suffix: str) -> Floats:
        recurrent = np.ascontiguousarray(self._weights[f"lstm.weight_hh_{suffix}"].T)
        bias = self._weights[f"lstm.bias_ih_{suffix}"] + self._weights[f"lstm.bias_hh_{suffix}"]
        gates = (inputs @ self._weights[f"lstm.weight_ih_{suffix}"].T + bias).astype(np.float32, copy=False)
        batch, steps, width = inputs.shape[0], inputs.shape[1], recurrent.shape[0]
        state = np.zeros((batch, width), np.float32)
        cell = np.zeros((batch, width), np.float32)
        outputs = np.empty((batch, steps, width), np.float32)
        for step in range(steps):
            gate = (gates[:, step] + state @ recurrent).astype(np.float32, copy=False)
            opening = _sigmoid(gate[:, : 2 * width])
            cell = opening[:, width:] * cell + opening[:, :width] * np.tanh(gate[:, 2 * width : 3 * width])
            state = _sigmoid(gate[:, 3 * width :]) * np.tanh(cell)
            outputs[:, step] = state
        return outputs

    def _best_path(self, scores: Floats) -> list[int]:
        """Viterbi over the labels of one sentence, scores (pieces, labels)."""
        transitions = self._weights["crf.transitions"]
        best = self._weights["crf.start_transitions"] + scores[0]
        choices: list[Integers] = []
        for score in scores[1:]:
            reach = best[:, None] + transitions
            choice = reach.argmax(axis=0)
            choices.append(choice)
            best = reach[choice, np.arange(len(best))] + score
        path = [int((best + self._weights["crf.end_transitions"]).argmax())]
        for choice in reversed(choices):
            path.append(int(choice[path[-1]]))
        return path[::-1]


def _sigmoid(values: Floats) -> Floats:
    return (np.tanh(values * np.float32(0.5)) + np.float32(1.0)) * np.float32(0.5)


def version() -> str:
    """Version of the package that ships the weights."""
    return package_version("cutword")


_LOADING = threading.Lock()


@lru_cache(maxsize=1)
def _load() -> Tagger:
    found = find_spec("cutword")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("cutword is not installed; install the project's locked requirements")
    folder = Path(found.origin).parent
    tags = json.loads((folder / "ner_vocab_tags.json").read_text(encoding="utf-8"))
    labels = {index: label for label, index in tags["label2id"].items()}
    return Tagger(tags["char2id"], labels, _read_weights(folder / "model_params.pth"))


def tagger() -> Tagger:
    """The tagger, loaded when first asked for; safe to call from several threads."""
    with _LOADING:
        return _load()


def _read_weights(path: Path) -> dict[str, Floats]:
    with zipfile.ZipFile(path) as archive:
        root = archive.namelist()[0].split("/")[0]
        with archive.open(f"{root}/data.pkl") as pickled:
            checkpoint = cast("dict[str, Any]", _TensorUnpickler(pickled, archive, root).load())
    return {name.removeprefix("module."): array for name, array in checkpoint["model_state_dict"].items()}


class _TensorUnpickler(pickle.Unpickler):
    """Admits tensors of numbers in dictionaries, and no other object."""

    def __init__(self, file: IO[bytes], archive: zipfile.ZipFile, root: str) -> None:
        super().__init__(file)
        self._archive = archive
        self._root = root

    def find_class(self, module: str, name: str, /) -> Callable[..., Any] | np.dtype[Any]:
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _rebuild
        if module == "torch" and name in _STORAGES:
            return _STORAGES[name]
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        raise pickle.UnpicklingError(f"the weights hold {module}.{name}, which is no tensor; reinstall cutword")

    def persistent_load(self, pid: tuple[Any, ...]) -> npt.NDArray[Any]:
        _, dtype, key, *_ = pid
        return np.frombuffer(self._archive.read(f"{self._root}/data/{key}"), dtype=dtype)


def _rebuild(
    storage: npt.NDArray[Any], offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: object
) -> npt.NDArray[Any]:
    strides = [step * storage.itemsize for step in stride]
    return np.lib.stride_tricks.as_strided(storage[offset:], size, strides).copy()
