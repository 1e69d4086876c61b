"""The extractors that the settings name: the local ones as one pipeline, and at most one over a network."""

from __future__ import annotations

import importlib

from extractors.llm.ledger import Ledger
from extractors.llm.settings import Budget, LLMSettings, Prices
from extractors.mentions.gliner.component import NAME as GLINER
from extractors.pipeline import Pipeline
from extractors.registry import local_pipeline
from service.adapters.extractors.gliner import gliner_mentions
from service.adapters.threads import limit_threads
from service.config import Settings
from service.errors import ConfigurationError
from service.ports import RemoteExtractor

_NO_KEY = "not-needed"
_REMOTE = {
    "openai": ("extractors.llm.extractor", "OpenAIExtractor"),
    "graphiti": ("extractors.graphiti.extractor", "GraphitiExtractor"),
}
"""What builds each, imported only where it is named: `openai` and graphiti-core take a second each."""


def build_local(settings: Settings) -> Pipeline:
    """The pipeline of the local extractors; models are loaded when the first text needs them, but for GLiNER's.

    Raises:
        ConfigurationError: GLiNER's package, its model or a setting of it is missing or wrong.
    """
    limit_threads()
    return local_pipeline(settings.local_extractors, made={GLINER: lambda: gliner_mentions(settings)})


def build_ledger(settings: Settings) -> Ledger:
    """Counts what the remote extractor uses, at the settings' prices and within their budget a group and day."""
    limits = llm_settings(settings)
    return Ledger(limits.prices, limits.budget)


def build_remote(settings: Settings, ledger: Ledger) -> RemoteExtractor | None:
    """The extractor over a network that the settings name, None where they name none; nothing is sent yet.

    Raises:
        ConfigurationError: a setting it needs is missing; the message names it.
    """
    name = settings.remote_extractor
    if name is None:
        return None
    if settings.llm_model is None:
        raise ConfigurationError(f"EVERWHEN_EXTRACTORS names {name}, which needs EVERWHEN_LLM_MODEL")
    key, address = llm_endpoint(settings)
    module, maker = _REMOTE[name]
    client = importlib.import_module("openai").AsyncOpenAI(api_key=key, base_url=address)
    extractor: RemoteExtractor = getattr(importlib.import_module(module), maker)(
        client, llm_settings(settings), ledger=ledger
    )
    return extractor


def llm_settings(settings: Settings) -> LLMSettings:
    """The model's limits."""
    return LLMSettings(
        model=settings.llm_model or "none",
        timeout_s=settings.llm_timeout_s,
        retries=settings.llm_retries,
        batch_turns=settings.llm_batch_turns,
        parallel=settings.llm_parallel,
        max_output_tokens=settings.llm_max_output_tokens,
        prices=Prices(settings.llm_prompt_price, settings.llm_completion_price),
        budget=Budget(settings.llm_daily_cost, settings.llm_daily_tokens),
    )


def llm_endpoint(settings: Settings) -> tuple[str, str | None]:
    """The key and the address of the model's endpoint, which are the embedder's unless it has its own.

    The embedder's key is never sent to an address that is only the model's.

    Raises:
        ConfigurationError: neither a key nor an address is set.
    """
    own = settings.llm_base_url is not None
    key = settings.llm_api_key or (None if own else settings.openai_api_key)
    address = settings.llm_base_url or settings.openai_base_url
    if key is None and address is None:
        raise ConfigurationError(
            f"EVERWHEN_EXTRACTORS names {settings.remote_extractor}, which needs EVERWHEN_LLM_API_KEY or "
            "OPENAI_API_KEY, or EVERWHEN_LLM_BASE_URL of an endpoint of your own"
        )
    return key.get_secret_value() if key else _NO_KEY, address
