"""A GLiNER component from its settings."""

from __future__ import annotations

from extractors.mentions.gliner.component import GlinerMentions
from extractors.mentions.gliner.engine import Engine
from extractors.mentions.gliner.fast_engine import FastEngine
from extractors.mentions.gliner.settings import GlinerSettings
from extractors.mentions.gliner.torch_engine import TorchEngine


def build_gliner(settings: GlinerSettings) -> GlinerMentions:
    """The component with its model found and checked, but not loaded: `load` does that, else the first text.

    Raises:
        GlinerError: a package or the model is missing, or they do not fit; the message names the remedy.
    """
    return GlinerMentions(_engine(settings), settings)


def _engine(settings: GlinerSettings) -> Engine:
    if settings.engine == "gliner":
        return TorchEngine(settings.model, settings.batch_windows)
    return FastEngine(settings.model, settings.file)
