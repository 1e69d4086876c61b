from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from fake_memory import FakeMemory

from service.graphql.context import Context
from service.graphql.schema import schema

Ask = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
def memory() -> FakeMemory:
    return FakeMemory()


@pytest.fixture
def ask(memory: FakeMemory) -> Ask:
    """Runs an operation that must succeed, and gives its data."""

    async def run(query: str, **variables: Any) -> dict[str, Any]:
        result = await schema.execute(query, variables, Context(memory))
        assert result.errors is None
        assert result.data is not None
        return result.data

    return run


@pytest.fixture
def fail(memory: FakeMemory) -> Ask:
    """Runs an operation that must fail, and gives its errors' formatted form."""

    async def run(query: str, **variables: Any) -> list[dict[str, Any]]:
        result = await schema.execute(query, variables, Context(memory))
        assert result.errors
        return [dict(error.formatted) for error in result.errors]

    return run
