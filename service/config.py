"""Settings, parsed once at start-up from the environment and `.env` into one frozen object."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.errors import ConfigurationError

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
    time_zone: str = Field("UTC", description="IANA zone of turns that do not name one.")
    workers: int = Field(1, ge=0, le=32, description="Ingestion workers in this process; 0 only stores and serves.")
    extract_threads: int = Field(2, ge=1, le=64, description="Threads that extract and embed.")
    lease_s: float = Field(15.0, gt=0, description="Seconds a worker's lease on a group lasts between renewals.")
    poll_s: float = Field(1.0, gt=0, description="Seconds between looks for work that other instances stored.")
    max_attempts: int = Field(5, ge=1, description="Tries at extracting a turn before it is parked as failed.")
    backoff_s: float = Field(2.0, gt=0, description="Seconds before the first retry; doubles with each.")
    max_content_chars: int = Field(200_000, ge=1, description="Longest turn accepted, code points.")
    max_batch: int = Field(1000, ge=1, description="Most turns in one remember request.")

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"{value!r} is not an IANA time zone such as Europe/Berlin or Asia/Shanghai") from error
        return value

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
