"""What can go wrong between us and the graph; each message names the remedy.

GraphError
├── GraphUnavailable        Neo4j cannot be reached, or stopped answering
│   ├── GraphAuthError      it refuses our user or password
│   ├── GraphTooOld         it lacks what we need
│   └── DatabaseMissing     the server has no database of that name
├── TransientFailure        a deadlock or the like outlasted every retry; trying again may succeed
├── QueryTimeout            a query ran past the timeout of its file
├── ConstraintViolated      a unique key is already taken
├── QueryError              a defect in a Cypher file or in the call of one
│   ├── QueryNotFound       no such file
│   ├── HeaderError         the header is incomplete or disagrees with the query
│   ├── ParameterError      a parameter is missing, unknown or of a type the graph cannot keep
│   └── QueryNotification   the server warned about the query (strict stores only)
└── SchemaMismatch          the graph was written by another schema
    ├── ChecksumMismatch    an applied migration file was changed
    ├── MigrationMissing    the graph holds a migration that we lack, or lacks one that must come earlier
    ├── IndexMismatch       an index or constraint of ours exists with another definition
    ├── MigrationLocked     another service is migrating and does not finish
    └── EmbeddingMismatch   the vectors in the graph come from another embedding model
"""

from __future__ import annotations


class GraphError(Exception):
    """Base of every error of the graph layer; its message names the remedy."""


class GraphUnavailable(GraphError):
    """Neo4j cannot be reached, or stopped answering."""


class GraphAuthError(GraphUnavailable):
    """Neo4j refuses our user or password."""


class GraphTooOld(GraphUnavailable):
    """The server lacks what we need."""


class DatabaseMissing(GraphUnavailable):
    """The server has no database of that name."""


class TransientFailure(GraphError):
    """A deadlock or the like outlasted every retry; trying again may succeed."""


class QueryTimeout(GraphError):
    """A query ran past the timeout of its file."""


class ConstraintViolated(GraphError):
    """A unique key is already taken."""


class QueryError(GraphError):
    """A defect in a Cypher file or in the call of one.

    Attributes:
        query: name of the query, e.g. `read/recall`.
        code: the server's status code, empty when we found the defect ourselves.
    """

    def __init__(self, query: str, problem: str, code: str = "") -> None:
        super().__init__(f"{query}: {problem}")
        self.query = query
        self.code = code


class QueryNotFound(QueryError):
    """There is no Cypher file of that name."""


class HeaderError(QueryError):
    """The header is incomplete or disagrees with the query."""


class ParameterError(QueryError):
    """A parameter is missing, unknown or of a type the graph cannot keep."""


class QueryNotification(QueryError):
    """The server warned about the query."""


class SchemaMismatch(GraphError):
    """The graph was written by another schema."""


class ChecksumMismatch(SchemaMismatch):
    """An applied migration file was changed."""


class MigrationMissing(SchemaMismatch):
    """The graph holds a migration that we lack, or lacks one that must come earlier."""


class IndexMismatch(SchemaMismatch):
    """An index or constraint of ours exists with another definition."""


class MigrationLocked(SchemaMismatch):
    """Another service is migrating and does not finish."""


class EmbeddingMismatch(SchemaMismatch):
    """The vectors in the graph come from another embedding model."""
