"""The embedder of an OpenAI-compatible endpoint, as the settings name it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openai import AsyncOpenAI, OpenAI, OpenAIError

from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.calibration import Thresholds
from service.adapters.embedders.openai import OpenAIEmbedder
from service.adapters.embedders.openai_answers import WrongAnswer, explain, read_vectors
from service.config import Settings
from service.errors import ConfigurationError, EmbedderUnavailable

TIMEOUT_S = 30.0
RETRIES = 3
_NO_KEY = "not-needed"


def openai_embedder(settings: Settings, calibration: Callable[[str], Thresholds]) -> ClosableEmbedder:
    """The embedder of the endpoint and the model that the settings name; asks for the length of vectors not named.

    Raises:
        ConfigurationError: neither a key nor an address is set.
        EmbedderUnavailable: the endpoint does not answer.
    """
    if settings.openai_base_url is None and settings.openai_api_key is None:
        raise ConfigurationError(
            "EVERWHEN_EMBEDDER=openai needs OPENAI_API_KEY, or EVERWHEN_OPENAI_BASE_URL of an endpoint of your own"
        )
    model = settings.embedding_model
    return OpenAIEmbedder(
        AsyncOpenAI(**_client_options(settings)),
        model,
        settings.embedding_dimensions or _ask_dimensions(settings, model),
        calibration(f"openai:{model}"),
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
