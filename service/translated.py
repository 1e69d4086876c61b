"""From errors of the graph layer to those a caller can act on."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from types import CoroutineType
from typing import Any, ParamSpec, TypeVar

from graph_schema.errors import GraphError, GraphUnavailable, QueryTimeout, TransientFailure
from graph_schema.errors import SchemaMismatch as GraphSchemaMismatch
from service.errors import DatabaseUnavailable, SchemaMismatch

P = ParamSpec("P")
R = TypeVar("R")


def service_error(error: GraphError) -> Exception:
    """The error of `service.errors` a caller can act on, or the graph's own when it is a defect of ours."""
    if isinstance(error, GraphUnavailable | TransientFailure | QueryTimeout):
        return DatabaseUnavailable(str(error))
    if isinstance(error, GraphSchemaMismatch):
        return SchemaMismatch(str(error))
    return error


def translated(method: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, CoroutineType[Any, Any, R]]:
    """The method with errors of the graph layer turned into the service's."""

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return await method(*args, **kwargs)
        except GraphError as error:
            raise service_error(error) from error

    return call
