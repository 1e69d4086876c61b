"""Settings, parsed once at start-up from the environment and `.env` into one frozen object."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_cache_path, user_data_path
from pydantic import (
    Field,
    SecretStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from graph_schema.model import FactKind, Role
from service.errors import ConfigurationError

LocalExtractor = Literal["rules", "spacy", "gliner"]
"""Extractors that need no network once they have their models; together they are one pipeline."""
RemoteExtractor = Literal["openai", "graphiti"]
"""Extractors over a network, one of which may be used."""

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Settings(BaseSettings):
    """Everything a deployment can set; each field's environment name is EVERWHEN_ + its name unless aliased."""

    model_config = SettingsConfigDict(
        env_prefix="EVERWHEN_",
        env_file=".env",
        env_file_encoding="utf-8",
        frozen=True,
        extra="ignore",
        populate_by_name=True,
    )

    host: str = Field("127.0.0.1", description="Address the HTTP service binds.")
    port: int = Field(8420, ge=0, le=65535, description="Port of the HTTP service; 0 takes a free one.")
    token: SecretStr | None = Field(None, description="Bearer token callers must send; needed to bind beyond loopback.")
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("everwhen", appauthor=False),
        description="Where the local Neo4j keeps its data, password and state.",
    )
    cache_dir: Path = Field(
        default_factory=lambda: user_cache_path("everwhen", appauthor=False),
        description="Where fetched jars and prepared models are kept; safe to delete.",
    )
    group: str = Field("default", description="Group of MCP connections, and of commands, that name none.")
    mcp_groups: str = Field("", description="Further groups that a model may name over MCP, by commas.")
    mcp_profile: Literal["standard", "compat", "all"] = Field(
        "standard", description="Which MCP tools are offered: ours, those with names taught elsewhere, or both."
    )
    neo4j_uri: str | None = Field(
        None, validation_alias="NEO4J_URI", description="Bolt address of your own Neo4j; unset starts the local one."
    )
    neo4j_user: str = Field("neo4j", validation_alias="NEO4J_USER", description="User name for NEO4J_URI.")
    neo4j_password: SecretStr | None = Field(None, validation_alias="NEO4J_PASSWORD", description="Its password.")
    neo4j_database: str = Field("neo4j", validation_alias="NEO4J_DATABASE", description="Database name.")
    neo4j_heap_mb: int = Field(1024, ge=256, description="Heap of the local Neo4j, MiB.")
    neo4j_pagecache_mb: int = Field(512, ge=64, description="Page cache of the local Neo4j, MiB.")
    embedder: Literal["use", "e5", "openai"] = Field("use", description="Which embedder writes and reads vectors.")
    embedding_model: str = Field("text-embedding-3-small", description="Model name sent by the `openai` embedder.")
    embedding_dimensions: int | None = Field(None, ge=1, description="Vector length of the `openai` embedder's model.")
    openai_base_url: str | None = Field(None, description="OpenAI-compatible endpoint, ending in /v1.")
    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY", description="Its key.")
    extractors: Annotated[tuple[LocalExtractor | RemoteExtractor, ...], NoDecode] = Field(
        ("rules", "spacy"),
        description="What reads turns, the most trusted first; `rules` is always there, first where it is not named.",
    )
    gliner_model: str | None = Field(
        None,
        min_length=1,
        description="GLiNER model of the `gliner` extractor: a folder, or a model's name on the hub.",
    )
    gliner_engine: Literal["fast-gliner", "gliner"] = Field(
        "fast-gliner", description="What runs it: an ONNX export without torch, or the published weights by torch."
    )
    gliner_file: str | None = Field(
        None, min_length=1, description="ONNX file in the folder; `onnx/model.onnx`, or the only one, by default."
    )
    gliner_labels: str = Field("", description="More labels to ask it for: `LABEL` or `LABEL=TYPE`, by commas.")
    gliner_threshold: float = Field(0.5, gt=0, lt=1, description="Least score of a name; under 0.5 only by torch.")
    gliner_thresholds: str = Field("", description="The same by entity type: `person=0.6`, by commas.")
    gliner_window_words: int = Field(200, ge=1, description="Words read at once; longer turns are read in parts.")
    gliner_batch: int = Field(8, ge=1, le=256, description="Parts that the model reads in one go.")
    merge: Literal["union", "cascade", "highest_confidence"] = Field(
        "cascade", description="How the local reading and a language model's go together."
    )
    llm_model: str | None = Field(None, min_length=1, description="Model of the extractors over a network.")
    llm_base_url: str | None = Field(
        None, description="Its OpenAI-compatible endpoint, ending in /v1; EVERWHEN_OPENAI_BASE_URL by default."
    )
    llm_api_key: SecretStr | None = Field(
        None, description="Its key; OPENAI_API_KEY by default, but never with an EVERWHEN_LLM_BASE_URL of its own."
    )
    llm_prompt_price: float = Field(0.0, ge=0, description="What a million tokens of prompts cost, in any currency.")
    llm_completion_price: float = Field(0.0, ge=0, description="What a million tokens of answers cost.")
    llm_daily_cost: float | None = Field(None, gt=0, description="Most that a group may cost in a UTC day.")
    llm_daily_tokens: int | None = Field(None, ge=1, description="Most tokens a group may use in a UTC day.")
    llm_timeout_s: float = Field(90.0, gt=0, description="Seconds for one batch of turns with all retries.")
    llm_retries: int = Field(3, ge=0, description="Tries again within a batch, on lost connections, 429 and 5xx.")
    llm_batch_turns: int = Field(16, ge=1, le=256, description="Most turns in one call.")
    llm_parallel: int = Field(4, ge=1, le=64, description="Calls in flight at a time.")
    llm_max_output_tokens: int = Field(4096, ge=64, description="Longest answer of one call, tokens.")
    llm_wait_s: float = Field(2.0, ge=0, description="Seconds a turn waits for others, to be sent in one call.")
    llm_attempts: int = Field(8, ge=1, description="Tries at a turn before it keeps the local reading for good.")
    llm_backoff_s: float = Field(30.0, gt=0, description="Seconds before the second try; doubles with each.")
    time_zone: str = Field("UTC", description="IANA zone of turns that do not name one.")
    workers: int = Field(1, ge=0, le=32, description="Ingestion workers in this process; 0 only stores and serves.")
    extract_threads: int = Field(2, ge=1, le=64, description="Threads that extract and embed.")
    lease_s: float = Field(15.0, gt=0, description="Seconds a worker's lease on a group lasts between renewals.")
    poll_s: float = Field(1.0, gt=0, description="Seconds between looks for work that other instances stored.")
    max_attempts: int = Field(5, ge=1, description="Tries at extracting a turn before it is parked as failed.")
    backoff_s: float = Field(2.0, gt=0, description="Seconds before the first retry; doubles with each.")
    ttl_days: dict[FactKind, Annotated[int, Field(ge=0)]] = Field(
        {}, description="Days a fact of a kind is kept after it was last said, 0 for ever; see docs/gates.md."
    )
    may_update: dict[Role, frozenset[FactKind]] = Field(
        {}, description="By source, the kinds of which it may change what others said; see docs/gates.md."
    )
    echo_window_s: float = Field(
        3600.0, ge=0, description="Seconds after a recall in which its repetition is no evidence; 0 looks for none."
    )
    summary_tokens: int = Field(250, ge=0, description="Turns of more tokens get a summary; 0 writes none.")
    jobs: dict[str, str] = Field({}, description="Cron line (UTC) by job, or `off`; see docs/jobs.md.")
    job_seconds: float = Field(1800.0, gt=0, description="Seconds one run of a job may take; the next one goes on.")
    half_life_days: float = Field(30.0, gt=0, description="Days in which an idle memory loses half its strength.")
    half_lives: dict[FactKind | Literal["episode"], Annotated[float, Field(gt=0)]] = Field(
        {}, description="The same by kind of fact, `episode` for turns; see docs/jobs.md."
    )
    archive_idle_days: float = Field(90.0, gt=0, description="Idle days after which what matters little is archived.")
    archive_importance: float = Field(0.3, ge=0, le=1, description="Importance under which a memory matters little.")
    archive_strength: float = Field(0.03, ge=0, description="Strength under which a memory is archived at once.")
    max_content_chars: int = Field(200_000, ge=1, description="Longest turn accepted, code points.")
    document_chunk_chars: int = Field(1200, ge=200, le=4000, description="Longest chunk of a document, code points.")
    max_document_bytes: int = Field(8_388_608, ge=1, description="Largest document accepted, bytes.")
    max_batch: int = Field(1000, ge=1, description="Most turns in one remember request.")

    @field_validator("extractors", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        """Names separated by commas, `rules` put in front where it is left out."""
        if not isinstance(value, str):
            return value
        names = [name.strip() for name in value.split(",") if name.strip()]
        return tuple(names) if "rules" in names else ("rules", *names)

    @field_validator("extractors", mode="wrap")
    @classmethod
    def _possible(cls, value: object, parse: ValidatorFunctionWrapHandler) -> tuple[str, ...]:
        available = ", ".join(get_args(LocalExtractor) + get_args(RemoteExtractor))
        try:
            names: tuple[str, ...] = parse(value)
        except ValidationError as error:
            wrong = ", ".join(dict.fromkeys(str(item["input"]) for item in error.errors()))
            raise ValueError(f"no extractor is named {wrong}; available: {available}") from error
        remote = [name for name in names if name in get_args(RemoteExtractor)]
        if len(set(names)) < len(names):
            raise ValueError(f"{','.join(names)} names an extractor twice; available, each once: {available}")
        if len(remote) > 1:
            raise ValueError(f"{' and '.join(remote)} do not go together: name one of them beside the local ones")
        return names

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"{value!r} is not an IANA time zone such as Europe/Berlin or Asia/Shanghai") from error
        return value

    @property
    def local_extractors(self) -> tuple[str, ...]:
        """Those of the extractors that need no network."""
        return tuple(name for name in self.extractors if name in get_args(LocalExtractor))

    @property
    def remote_extractor(self) -> str | None:
        """The extractor over a network, None without one."""
        return next((name for name in self.extractors if name in get_args(RemoteExtractor)), None)

    @model_validator(mode="after")
    def _open_needs_token(self) -> Settings:
        if self.host not in _LOOPBACK and self.token is None:
            raise ValueError(f"host {self.host} is reachable from outside: set EVERWHEN_TOKEN, or bind 127.0.0.1")
        return self


@lru_cache(maxsize=1)
def load_settings() -> Settings:
    """The process's settings, read once.

    Raises:
        ConfigurationError: a value is missing or out of range; the message names each key and what is allowed.
    """
    return parse_settings()


def parse_settings(**overrides: object) -> Settings:
    """Settings from the environment with `overrides` (field names) on top.

    Raises:
        ConfigurationError: a value is missing or out of range; the message names each key and what is allowed.
    """
    try:
        return Settings(**overrides)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        lines = [f"{_key(item['loc'])}: {item['msg']}" for item in error.errors()]
        raise ConfigurationError("; ".join(lines)) from error


def _key(location: tuple[int | str, ...]) -> str:
    if not location:
        return "settings"
    name = str(location[0])
    return name if name.isupper() else f"EVERWHEN_{name.upper()}"
