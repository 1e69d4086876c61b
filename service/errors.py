"""The errors a caller of Everwhen can act on.

EverwhenError
├── ConfigurationError        a setting is missing or wrong; fix it and start again
├── InvalidInput              a field of the request is not acceptable; nothing was stored
│   └── UnknownId             an id names nothing in the given groups
├── Conflict                  the request collides with what is stored (request id reused, undo blocked)
├── DatabaseUnavailable       Neo4j cannot be reached or refuses us
├── SchemaMismatch            the graph was written by another schema or embedding model
└── EmbedderUnavailable       the embedder cannot be loaded or reached, or answers wrongly
"""

from __future__ import annotations


class EverwhenError(Exception):
    """Base of every error Everwhen raises on purpose; its message names the remedy."""


class ConfigurationError(EverwhenError):
    """A setting is missing or wrong."""


class InvalidInput(EverwhenError):
    """A field of the request is not acceptable; nothing was stored.

    Attributes:
        field: path of the field, as the caller wrote it (`episodes[3].content`).
        allowed: what the field accepts.
    """

    def __init__(self, field: str, problem: str, allowed: str) -> None:
        super().__init__(f"{field}: {problem}; allowed: {allowed}")
        self.field = field
        self.problem = problem
        self.allowed = allowed


class UnknownId(InvalidInput):
    """An id names nothing in the given groups."""

    def __init__(self, field: str, value: str) -> None:
        super().__init__(field, f"{value!r} is not known", "an id returned by this service for the same group")
        self.value = value


class Conflict(EverwhenError):
    """The request collides with what is stored.

    Attributes:
        field: the field that collides.
        blockers: ids that stand in the way, empty when the message says it all.
    """

    def __init__(self, field: str, message: str, blockers: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.field = field
        self.blockers = blockers


class DatabaseUnavailable(EverwhenError):
    """Neo4j cannot be reached or refuses us."""


class SchemaMismatch(EverwhenError):
    """The graph was written by another schema or embedding model."""


class EmbedderUnavailable(EverwhenError):
    """The embedder cannot be loaded or reached, or answers wrongly."""
