"""Which service and group the commands talk to, from the environment and `.env`."""

from __future__ import annotations

from typing import Any

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.cli.client import MemoryClient
from service.errors import ConfigurationError


class Target(BaseSettings):
    """Where the service is; every name has the prefix EVERWHEN_."""

    model_config = SettingsConfigDict(
        env_prefix="EVERWHEN_", env_file=".env", env_file_encoding="utf-8", frozen=True, extra="ignore"
    )

    url: str | None = Field(None, description="Address of the service; by default http://HOST:PORT.")
    host: str = Field("127.0.0.1", description="Host of the service, where no address is given.")
    port: int = Field(8420, ge=0, le=65535, description="Port of the service, where no address is given.")
    token: SecretStr | None = Field(None, description="Bearer token the service asks for.")
    group: str = Field("default", description="Group of MCP connections, and of commands, that name none.")

    @property
    def address(self) -> str:
        """Base address of the service, without a slash at its end."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host
        host = f"[{host}]" if ":" in host else host
        return (self.url or f"http://{host}:{self.port}").rstrip("/")


def load_target(url: str | None = None) -> Target:
    """The target, with `url` in place of the configured address.

    Raises:
        ConfigurationError: a value is out of range; names its key.
    """
    given: dict[str, Any] = {} if url is None else {"url": url}
    try:
        return Target(**given)
    except ValidationError as error:
        lines = [f"EVERWHEN_{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors()]
        raise ConfigurationError("; ".join(lines)) from error


def connect(url: str | None = None, timeout_s: float = 60.0) -> MemoryClient:
    """A client of the configured service, each answer due within `timeout_s`; nothing is sent yet."""
    target = load_target(url)
    return MemoryClient(target.address, target.token.get_secret_value() if target.token else None, timeout_s)


def group_or_default(group: str | None) -> str:
    """The group given, or the configured one."""
    return group if group is not None else load_target().group
