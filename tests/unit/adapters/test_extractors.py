"""Which extractors the settings make, and what they say when that is impossible."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from extractors.registry import EXTRACTORS
from service.adapters.extractors.factory import build_ledger, build_local, build_remote, llm_endpoint
from service.config import LocalExtractor, RemoteExtractor, Settings, parse_settings
from service.errors import ConfigurationError


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "EVERWHEN_OPENAI_BASE_URL", "EVERWHEN_EXTRACTORS", "EVERWHEN_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)


def made(**settings: Any) -> Settings:
    return parse_settings(**settings)


def test_every_local_extractor_can_be_named_in_the_settings():
    assert list(get_args(LocalExtractor)) == list(EXTRACTORS)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("rules,spacy", ("rules", "spacy")),
        (" openai , rules ,spacy", ("openai", "rules", "spacy")),
        ("openai", ("rules", "openai")),
        ("rules", ("rules",)),
        ("", ("rules",)),
    ],
)
def test_a_list_keeps_its_order_and_rules_are_always_there(said: str, names: tuple[str, ...]):
    assert made(extractors=said).extractors == names


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("rules,spcay", r"EVERWHEN_EXTRACTORS.*no extractor is named spcay; available: rules, spacy"),
        ("spacy,spacy", r"names an extractor twice"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_is_available(said: str, message: str):
    with pytest.raises(ConfigurationError, match=message):
        made(extractors=said)


def test_the_default_needs_no_network():
    settings = made()
    assert build_remote(settings, build_ledger(settings)) is None
    assert {component.name for component in build_local(settings).components} >= {"segments", "mentions.english"}


def test_rules_without_spacy_have_no_parse():
    assert "segments.plain" in [component.name for component in build_local(made(extractors="rules")).components]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "needs EVERWHEN_LLM_MODEL"),
        ({"llm_model": "m"}, "needs EVERWHEN_LLM_API_KEY or OPENAI_API_KEY, or EVERWHEN_LLM_BASE_URL"),
    ],
)
@pytest.mark.parametrize("name", get_args(RemoteExtractor))
def test_a_model_that_cannot_be_reached_is_refused_at_the_start(name: str, settings: dict[str, Any], message: str):
    chosen = made(extractors=f"rules,{name}", **settings)
    with pytest.raises(ConfigurationError, match=message):
        build_remote(chosen, build_ledger(chosen))


async def test_the_embedders_key_goes_to_its_own_address_only():
    shared = made(extractors="openai", llm_model="m", openai_api_key="k", openai_base_url="http://127.0.0.1:9/v1")
    assert llm_endpoint(shared) == ("k", "http://127.0.0.1:9/v1")
    apart = made(extractors="openai", llm_model="m", openai_api_key="k", llm_base_url="http://127.0.0.1:8/v1")
    assert llm_endpoint(apart) == ("not-needed", "http://127.0.0.1:8/v1")
    own = made(
        extractors="openai", llm_model="m", openai_api_key="k", llm_base_url="http://127.0.0.1:8/v1", llm_api_key="l"
    )
    assert llm_endpoint(own) == ("l", "http://127.0.0.1:8/v1")


@pytest.mark.parametrize("name", get_args(RemoteExtractor))
async def test_every_remote_extractor_can_be_named_in_the_settings(name: str):
    chosen = made(extractors=f"rules,spacy,{name}", llm_model="m", llm_base_url="http://127.0.0.1:8/v1")
    remote = build_remote(chosen, build_ledger(chosen))
    assert remote is not None
    assert (remote.name, remote.version.split("/")[0]) == (name, "m")
    await remote.aclose()
