"""A GLiNER model by the gliner package, on torch."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any

from extractors.mentions.gliner.engine import GlinerError, Span, first_line
from extractors.mentions.gliner.folder import ModelFolder, find_model

_PACKAGE = "gliner"
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class TorchEngine:
    """Runs the weights of a GLiNER model as published.

    Attributes:
        version: known before the model is loaded.
    """

    least_score = 0.0

    def __init__(self, model: str, batch: int = 8) -> None:
        """Finds the model, and fetches one that is named on the hub; it is loaded later.

        Args:
            model: a folder, or a name on the hub.
            batch: texts that the model reads in one go.

        Raises:
            GlinerError: the package or the model is missing.
        """
        installed = _installed()
        self._folder = find_model(model, _WEIGHTS, ["*.json", "*.model", "*.txt"])
        self.version = f"{_PACKAGE}-{installed}+{self._folder.name}@{self._folder.digest(_weights(self._folder))}"
        self.max_words = self._folder.max_words
        self.max_width = self._folder.max_width
        self._batch = batch
        self._lock = threading.Lock()
        self._model: Any = None

    def load(self) -> None:
        """Has the model in memory; once it is, does nothing.

        Raises:
            GlinerError: the files are no model that the package can run.
        """
        with self._lock:
            if self._model is None:
                self._model = self._opened()

    def _opened(self) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch and gliner warn of their own deprecated calls
                model = import_module("gliner").GLiNER.from_pretrained(
                    str(self._folder.path.resolve()), local_files_only=not self._folder.fetched
                )
                model.inference(["a word"], ["person"])
        except Exception as error:
            raise GlinerError(
                f"{_PACKAGE} cannot load the model {self._folder.name} ({first_line(error)}): fetch its "
                "files anew; a folder must hold the tokenizer and the configuration of the encoder too"
            ) from error
        return model

    def find(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[Span]]:
        """The spans of each text, in order of place, not overlapping; the model is loaded if it is not yet.

        One call at a time: the tokenizer keeps state, and torch uses several cores for one call anyway.
        """
        self.load()
        with self._lock:
            found = self._model.inference(list(texts), list(labels), threshold=threshold, batch_size=self._batch)
        return [
            [_span(entity) for entity in sorted(entities, key=lambda entity: entity["start"])] for entities in found
        ]


def _span(entity: dict[str, Any]) -> Span:
    return Span(int(entity["start"]), int(entity["end"]), str(entity["label"]), round(float(entity["score"]), 4))


def _installed() -> str:
    try:
        return package_version(_PACKAGE)
    except PackageNotFoundError as error:
        raise GlinerError(
            f"the package {_PACKAGE} is not installed: pip install 'everwhen[gliner]' (3 GB with torch), or set "
            "EVERWHEN_GLINER_ENGINE=fast-gliner"
        ) from error


def _weights(folder: ModelFolder) -> Path:
    for name in _WEIGHTS:
        if (folder.path / name).is_file():
            return folder.path / name
    raise GlinerError(
        f"the model {folder.name} has none of {', '.join(_WEIGHTS)}: take the published weights, or for an ONNX "
        "export EVERWHEN_GLINER_ENGINE=fast-gliner"
    )
