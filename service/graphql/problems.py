"""Errors a caller can act on, as members of result unions, and the handlers that turn our exceptions into them."""

from __future__ import annotations

import re
from enum import StrEnum

import strawberry
from strawberry.types.field import StrawberryField

from service import errors
from service.graphql.context import Info
from service.graphql.define import interface, output, register

_PYTHON_NAMES = {"since": "from", "until": "to"}


class Part(StrEnum):
    """A part of the service that a request needed."""

    DATABASE = "database"
    EMBEDDER = "embedder"
    SCHEMA = "schema"


register(Part)


@interface
class Problem:
    """Something a caller can act on; the message says how."""

    message: str


@output
class InvalidInput(Problem):
    """A field of the request is not acceptable; nothing was stored."""

    field: str = strawberry.field(description="Path of the field within the input, such as episodes[3].content.")
    allowed: str = strawberry.field(description="What the field accepts.")


@output
class Conflict(Problem):
    """The request collides with what is stored."""

    field: str
    blockers: list[strawberry.ID] = strawberry.field(description="uuids of what stands in the way.")


@output
class Unavailable(Problem):
    """A part of the service cannot answer now; nothing was stored, and the request may be sent again."""

    part: Part


def caller_path(field: str) -> str:
    """A field's path in GraphQL's spelling: `episodes[0].valid_at` is `episodes[0].validAt`."""
    *parents, last = field.split(".")
    spelled = ".".join([*parents, _PYTHON_NAMES.get(last, last)])
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), spelled)


def invalid_input(exception: errors.InvalidInput) -> InvalidInput:
    """The exception as a caller sees it."""
    field = caller_path(exception.field)
    message = f"{field}: {exception.problem}; allowed: {exception.allowed}"
    return InvalidInput(message=message, field=field, allowed=exception.allowed)


def conflict(exception: errors.Conflict) -> Conflict:
    """The exception as a caller sees it."""
    blockers = [strawberry.ID(blocker) for blocker in exception.blockers]
    return Conflict(message=str(exception), field=caller_path(exception.field), blockers=blockers)


UnavailableError = errors.DatabaseUnavailable | errors.EmbedderUnavailable | errors.SchemaMismatch


def unavailable(exception: UnavailableError) -> Unavailable:
    """The exception as a caller sees it."""
    match exception:
        case errors.DatabaseUnavailable():
            part = Part.DATABASE
        case errors.EmbedderUnavailable():
            part = Part.EMBEDDER
        case errors.SchemaMismatch():
            part = Part.SCHEMA
    return Unavailable(message=str(exception), part=part)


class InvalidInputHandler(strawberry.ExceptionHandler[errors.InvalidInput, InvalidInput]):
    """Answers with InvalidInput."""

    def handle(self, exception: errors.InvalidInput, *, field: StrawberryField, info: Info) -> InvalidInput:
        """The union member."""
        return invalid_input(exception)


class ConflictHandler(strawberry.ExceptionHandler[errors.Conflict, Conflict]):
    """Answers with Conflict."""

    def handle(self, exception: errors.Conflict, *, field: StrawberryField, info: Info) -> Conflict:
        """The union member."""
        return conflict(exception)


class UnavailableHandler(strawberry.ExceptionHandler[UnavailableError, Unavailable]):
    """Answers with Unavailable."""

    def handle(self, exception: UnavailableError, *, field: StrawberryField, info: Info) -> Unavailable:
        """The union member."""
        return unavailable(exception)


HANDLERS = (InvalidInputHandler(), ConflictHandler(), UnavailableHandler())
