"""Errors as callers see them: what they can act on with a code, anything else logged and masked."""

from __future__ import annotations

import logging
from typing import Any

from graphql import GraphQLError, GraphQLSchema

from graph_schema.ids import new_uuid
from service import errors
from service.graphql import coercion, problems

logger = logging.getLogger("everwhen.graphql")

MOST_ERRORS = 20


def visible(found: list[GraphQLError], schema: GraphQLSchema) -> list[GraphQLError]:
    """At most MOST_ERRORS errors, each with `extensions.code`.

    The codes: INVALID_INPUT, CONFLICT, UNAVAILABLE, INVALID_QUERY and INTERNAL.
    """
    return [_visible(error, schema) for error in found[:MOST_ERRORS]]


def _visible(error: GraphQLError, schema: GraphQLSchema) -> GraphQLError:
    cause = _cause(error)
    match cause:
        case errors.InvalidInput():
            return _invalid(error, cause)
        case errors.Conflict():
            shown = problems.conflict(cause)
            return _located(error, shown.message, "CONFLICT", field=shown.field, blockers=shown.blockers)
        case errors.DatabaseUnavailable() | errors.EmbedderUnavailable() | errors.SchemaMismatch():
            shown = problems.unavailable(cause)
            return _located(error, shown.message, "UNAVAILABLE", part=shown.part.name)
        case RecursionError():
            return _located(error, "The query or its variables are nested too deeply.", "INVALID_QUERY")
        case None if error.path is None:
            if (understood := coercion.explain(error, schema)) is not None:
                return _invalid(error, understood)
            hint = " Send values as variables." if "tokens" in error.message else ""
            return _located(error, error.message + hint, "INVALID_QUERY")
        case _:
            return _masked(error, cause)


def _invalid(error: GraphQLError, cause: errors.InvalidInput) -> GraphQLError:
    shown = problems.invalid_input(cause)
    return _located(error, shown.message, "INVALID_INPUT", field=shown.field, allowed=shown.allowed)


def _cause(error: GraphQLError) -> Exception | None:
    """What was raised, None when GraphQL itself found the error."""
    cause: Exception | None = error
    while isinstance(cause, GraphQLError):
        cause = cause.original_error
    return cause


def _masked(error: GraphQLError, cause: Exception | None) -> GraphQLError:
    reference = new_uuid()
    logger.error("internal error %s at %s", reference, error.path, exc_info=cause or error)
    return _located(error, f"internal error {reference}", "INTERNAL", id=reference)


def _located(error: GraphQLError, message: str, code: str, **details: Any) -> GraphQLError:
    nodes = None if error.nodes is None else error.nodes[:1]
    return GraphQLError(
        message,
        nodes,
        source=error.source,
        positions=None if nodes else error.positions,
        path=error.path,
        extensions={"code": code, **details},
    )
