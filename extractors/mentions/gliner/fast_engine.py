"""A GLiNER model by fast-gliner: ONNX Runtime within one wheel, no torch."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any

from extractors.mentions.gliner.engine import GlinerError, Span, first_line
from extractors.mentions.gliner.folder import ModelFolder, find_model

_PACKAGE = "fast-gliner"
_MAX_WORDS = 512
_MAX_WIDTH = 12
"""Fixed in the package, as is the least score; a model made for another width would be misread."""
_DEFAULT_FILE = "onnx/model.onnx"


class FastEngine:
    """Runs an ONNX export of a GLiNER model.

    Attributes:
        version: known before the model is loaded.
    """

    least_score = 0.5
    max_width = _MAX_WIDTH

    def __init__(self, model: str, file: str | None = None) -> None:
        """Finds the model, and fetches one that is named on the hub; it is loaded later.

        Args:
            model: a folder, or a name on the hub.
            file: the ONNX file in the folder.

        Raises:
            GlinerError: the package or the model is missing, or the package cannot run it.
        """
        installed = _installed()
        self._folder = find_model(model, [file or "*model.onnx"], ["*.json", "*.model", "*.onnx_data"])
        self._file = _onnx_file(self._folder, file)
        _check(self._folder)
        self.max_words = min(self._folder.max_words, _MAX_WORDS)
        self.version = f"{_PACKAGE}-{installed}+{self._folder.name}@{self._folder.digest(self._file)}"
        self._loading = threading.Lock()
        self._model: Any = None

    def load(self) -> None:
        """Has the model in memory; once it is, does nothing.

        Raises:
            GlinerError: the files are no model that the package can run.
        """
        with self._loading:
            if self._model is None:
                self._model = self._opened()

    def _opened(self) -> Any:
        path, file = self._folder.path.resolve(), self._file.relative_to(self._folder.path).as_posix()
        try:
            model = import_module("fast_gliner").FastGLiNER(str(path), file, "cpu")
            model.predict_entities(["a word"], ["person"])
        except Exception as error:
            raise GlinerError(
                f"{_PACKAGE} cannot run {self._file.name} of {self._folder.name} ({first_line(error)}): export "
                "the model to ONNX anew, or set EVERWHEN_GLINER_ENGINE=gliner to run its own weights"
            ) from error
        return model

    def find(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[Span]]:
        """The spans of each text, in order of place, not overlapping; the model is loaded if it is not yet."""
        self.load()
        found: list[list[dict[str, Any]]] = self._model.predict_entities(list(texts), list(labels))
        return [
            [span for span in _spans(text, entities) if span.score >= threshold]
            for text, entities in zip(texts, found, strict=True)
        ]


def _spans(text: str, entities: list[dict[str, Any]]) -> list[Span]:
    """The package counts bytes of UTF-8; here offsets are code points."""
    data = text.encode()
    spans: list[Span] = []
    for entity in sorted(entities, key=lambda entity: int(entity["start"])):
        start = len(data[: int(entity["start"])].decode(errors="replace"))
        end = start + len(str(entity["text"]))
        if text[start:end] != entity["text"]:
            raise GlinerError(f"{_PACKAGE} no longer counts bytes: install the version that the project's locks name")
        spans.append(Span(start, end, str(entity["label"]), round(float(entity["score"]), 4)))
    return spans


def _installed() -> str:
    try:
        return package_version(_PACKAGE)
    except PackageNotFoundError as error:
        raise GlinerError(
            f"the package {_PACKAGE} is not installed: pip install 'everwhen[gliner-onnx]', or leave gliner out of "
            "EVERWHEN_EXTRACTORS"
        ) from error


def _onnx_file(folder: ModelFolder, file: str | None) -> Path:
    wanted = folder.path / (file or _DEFAULT_FILE)
    if wanted.is_file():
        return wanted
    there = sorted(folder.path.rglob("*.onnx"))
    if file is None and len(there) == 1:
        return there[0]
    names = ", ".join(path.relative_to(folder.path).as_posix() for path in there)
    raise GlinerError(
        f"the model {folder.name} has {f'the ONNX files {names}' if there else 'no ONNX file'}, not "
        f"{file or _DEFAULT_FILE}: "
        + ("name one by EVERWHEN_GLINER_FILE" if there else "take an ONNX export, or EVERWHEN_GLINER_ENGINE=gliner")
    )


def _check(folder: ModelFolder) -> None:
    if not (folder.path / "tokenizer.json").is_file():
        raise GlinerError(f"the model {folder.name} has no tokenizer.json: take an ONNX export of the model with one")
    token_level = folder.config.get("span_mode") == "token_level"
    if folder.config.get("labels_encoder") or (not token_level and folder.max_width != _MAX_WIDTH):
        raise GlinerError(
            f"{_PACKAGE} runs models with one encoder and names of up to {_MAX_WIDTH} words, which {folder.name} is "
            "not: set EVERWHEN_GLINER_ENGINE=gliner"
        )
