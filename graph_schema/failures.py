"""From the driver's exceptions to ours, each with what to do about it."""

from __future__ import annotations

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    ConstraintError,
    DriverError,
    Forbidden,
    Neo4jError,
    UnsupportedServerProduct,
)

from graph_schema.errors import (
    ConstraintViolated,
    DatabaseMissing,
    GraphAuthError,
    GraphError,
    GraphTooOld,
    GraphUnavailable,
    QueryError,
    QueryTimeout,
    TransientFailure,
)

_AUTH_LIMIT = "Neo.ClientError.Security.AuthenticationRateLimit"
_EXPIRED = "Neo.ClientError.Security.CredentialsExpired"
_NO_DATABASE = ("Neo.ClientError.Database.DatabaseNotFound", "Neo.TransientError.Database.DatabaseUnavailable")
_ENDED = ("Neo.ClientError.Transaction.Terminated", "Neo.TransientError.Transaction.Terminated")
_TIMED_OUT = (
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
)


def explain(error: DriverError | Neo4jError, *, query: str, uri: str, user: str, database: str) -> GraphError:
    """The error to raise in place of the driver's; `query` names what was running."""
    if isinstance(error, Neo4jError):
        return _from_server(error, query, uri, user, database)
    if isinstance(error, UnsupportedServerProduct):
        return GraphTooOld(
            f"the server at {uri} does not speak our Bolt ({error}): upgrade it to Neo4j 2026.08 or newer"
        )
    if isinstance(error, ConfigurationError):
        return GraphUnavailable(f"the address {uri} cannot be used as it is: {error}")
    if isinstance(error, ConnectionAcquisitionTimeoutError):
        return TransientFailure(f"{query}: no connection to {uri} came free in time; ask again, or for less at once")
    reason = str(error).splitlines()[0].rstrip(":") if str(error) else type(error).__name__
    return GraphUnavailable(
        f"Neo4j at {uri} does not answer ({reason}): start it, or correct NEO4J_URI (Bolt listens on 7687 by default, "
        "the web pages' port 7474 will not do), or unset NEO4J_URI to use the local Neo4j"
    )


def _from_server(error: Neo4jError, query: str, uri: str, user: str, database: str) -> GraphError:
    if error.code == _EXPIRED:
        return GraphAuthError(f"{uri} wants the password of user {user!r} changed: run ALTER CURRENT USER SET PASSWORD")
    if error.code == _AUTH_LIMIT:
        return GraphAuthError(
            f"{uri} saw too many wrong passwords of user {user!r}: wait a little, correct NEO4J_PASSWORD"
        )
    if isinstance(error, Forbidden):
        return GraphAuthError(f"{query}: {uri} forbids this to user {user!r} ({error.message}): use another NEO4J_USER")
    if isinstance(error, AuthError):
        return GraphAuthError(f"{uri} refuses user {user!r}: correct NEO4J_USER and NEO4J_PASSWORD")
    if error.code in _NO_DATABASE:
        return DatabaseMissing(f"{uri} has no running database {database!r}: correct NEO4J_DATABASE, or create it")
    if error.code in _TIMED_OUT:
        return QueryTimeout(
            f"{query}: ran past its timeout and was ended: ask for less, or raise the timeout in its file"
        )
    if isinstance(error, ConstraintError):
        return ConstraintViolated(f"{query}: {error.message}")
    if error.is_retryable() or error.code in _ENDED:
        return TransientFailure(f"{query}: {error.message}; it was retried without success, try again later")
    return QueryError(query, f"{error.message} ({error.code})", error.code or "")
