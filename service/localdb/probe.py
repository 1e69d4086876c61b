"""Whether the server answers over Bolt."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum

from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError

from service.localdb.password import USER

_CONNECT_S = 2.0
_DATABASE = "neo4j"
_LOCKED_OUT = (
    "Neo.ClientError.Security.AuthenticationRateLimit",
    "Neo.ClientError.Security.CredentialsExpired",
)


class Answer(Enum):
    """What a knock at the server's door gave."""

    READY = "ready"
    """It opened and closed a transaction on the database."""
    SILENT = "silent"
    """Nobody answers yet, or the database is still opening."""
    REFUSED = "refused"
    """It does not take our password."""


def knock(uri: str, password: str) -> Answer:
    """One try, at most a few seconds long."""
    with _quiet_driver_log():
        try:
            with (
                GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
                    uri,
                    auth=(USER, password),
                    telemetry_disabled=True,
                    user_agent="everwhen",
                    connection_timeout=_CONNECT_S,
                    connection_acquisition_timeout=_CONNECT_S,
                ) as driver,
                driver.session(database=_DATABASE) as session,  # pyright: ignore[reportUnknownMemberType]
                session.begin_transaction(timeout=_CONNECT_S) as transaction,
            ):
                transaction.commit()
        except AuthError:
            return Answer.REFUSED
        except ClientError as error:
            return Answer.REFUSED if error.code in _LOCKED_OUT else Answer.SILENT
        except (DriverError, Neo4jError, OSError):
            return Answer.SILENT
    return Answer.READY


@contextmanager
def _quiet_driver_log() -> Generator[None]:
    logger = logging.getLogger("neo4j")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
