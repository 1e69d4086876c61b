"""The GLiNER component that the settings describe, loaded, so that a fault shows at start and not at the first turn."""

from __future__ import annotations

from extractors.mentions.gliner.component import GlinerMentions
from extractors.mentions.gliner.engine import GlinerError
from extractors.mentions.gliner.factory import build_gliner
from extractors.mentions.gliner.settings import GlinerSettings, parse_labels, parse_thresholds
from service.config import Settings
from service.errors import ConfigurationError


def gliner_mentions(settings: Settings) -> GlinerMentions:
    """The component, its model in memory.

    Raises:
        ConfigurationError: a package, the model or a setting is missing or wrong; the message names the remedy.
    """
    if settings.gliner_model is None:
        raise ConfigurationError("EVERWHEN_EXTRACTORS names gliner, which needs EVERWHEN_GLINER_MODEL")
    try:
        component = build_gliner(
            GlinerSettings(
                model=settings.gliner_model,
                engine=settings.gliner_engine,
                file=settings.gliner_file,
                labels=parse_labels(settings.gliner_labels),
                threshold=settings.gliner_threshold,
                thresholds=parse_thresholds(settings.gliner_thresholds),
                window_words=settings.gliner_window_words,
                batch_windows=settings.gliner_batch,
            )
        )
        component.load()
    except GlinerError as error:
        raise ConfigurationError(str(error)) from error
    return component
