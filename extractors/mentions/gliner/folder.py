"""A GLiNER model's files: where they are, what they say of the model, and what tells them from others."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from extractors.mentions.gliner.engine import GlinerError

CONFIG = "gliner_config.json"
_HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_MAX_WORDS = 384
_MAX_WIDTH = 12


@dataclass(frozen=True)
class ModelFolder:
    """A folder with a GLiNER model.

    Attributes:
        name: of the model, without the path to it.
        fetched: whether it came from the hub, by name.
        config: of the model, as its authors wrote it.
    """

    path: Path
    name: str
    fetched: bool
    config: dict[str, Any]

    @property
    def max_words(self) -> int:
        """Longest text that the model reads to the end, words."""
        return int(self.config.get("max_len") or _MAX_WORDS)

    @property
    def max_width(self) -> int:
        """Longest name that the model sees, words."""
        return int(self.config.get("max_width") or _MAX_WIDTH)

    def digest(self, weights: Path) -> str:
        """Of the configuration, the tokenizer and the weights: changes with whatever changes the output."""
        described = [path for path in sorted(self.path.glob("*.json")) if path.name != "README.json"]
        total = hashlib.sha256()
        for path in [*described, weights]:
            with path.open("rb") as file:
                total.update(path.name.encode() + b"\0" + hashlib.file_digest(file, "sha256").digest())
        return total.hexdigest()[:12]


def find_model(model: str, weights: Sequence[str], others: Sequence[str] = ()) -> ModelFolder:
    """The model's folder; one named on the hub is taken from the hub's cache, else fetched.

    Args:
        model: a folder, or a name such as `onnx-community/gliner_multi-v2.1`.
        weights: patterns of `fnmatch` for the hub's files, one of which must be there.
        others: patterns of what is needed besides the configuration.

    Raises:
        GlinerError: there is no such folder or model, or it holds no GLiNER model.
    """
    local = Path(model).expanduser()
    if local.is_dir():
        return ModelFolder(local, local.resolve().name, False, _config(local))
    if not _HUB_NAME.fullmatch(model):
        raise GlinerError(
            f"there is no folder {model}: set EVERWHEN_GLINER_MODEL to one with {CONFIG} in it, "
            "or to a model's name on the hub, OWNER/NAME"
        )
    path = _fetched(model, weights, others)
    return ModelFolder(path, model, True, _config(path))


def _config(folder: Path) -> dict[str, Any]:
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise GlinerError(
            f"{folder} holds no readable {CONFIG}: set EVERWHEN_GLINER_MODEL to a folder with a GLiNER model"
        ) from error
    if not isinstance(config, dict):
        raise GlinerError(f"{CONFIG} in {folder} is no JSON object: fetch the model anew")
    return cast("dict[str, Any]", config)


def _fetched(model: str, weights: Sequence[str], others: Sequence[str]) -> Path:
    snapshot: Callable[..., str] = import_module("huggingface_hub").snapshot_download
    wanted = [CONFIG, *others, *weights]
    with suppress(Exception):  # what the cache lacks is fetched; how it says so differs by the hub client's version
        cached = Path(snapshot(model, allow_patterns=wanted, local_files_only=True))
        if (cached / CONFIG).is_file() and any(any(cached.rglob(pattern)) for pattern in weights):
            return cached
    try:
        return Path(snapshot(model, allow_patterns=wanted))
    except Exception as error:
        raise GlinerError(
            f"the model {model} is neither in the hub's cache nor to be fetched ({type(error).__name__}): check the "
            "name and the network, or set EVERWHEN_GLINER_MODEL to a folder with the model's files"
        ) from error
