"""Whether the server answers, and is ours."""

from __future__ import annotations

import http.client
import json
import logging
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum

import psutil
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError

from service.localdb.config import LOOPBACK, Ports
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
    """It listens on both ports, and opened and closed a transaction on the database."""
    SILENT = "silent"
    """Nobody answers yet, or the database is still opening."""
    REFUSED = "refused"
    """It does not take our password."""


def ask(pid: int, ports: Ports, password: str) -> Answer:
    """What this very process answers, over HTTP and Bolt, in one try of a few seconds at most.

    SILENT while it does not itself listen on both ports, so that a server of somebody else there is never taken for it.
    """
    if not listens(pid, ports) or not _answers_http(ports.http):
        return Answer.SILENT
    return _knock(f"bolt://{LOOPBACK}:{ports.bolt}", password)


def listens(pid: int, ports: Ports) -> bool:
    """Whether the process itself has both ports; taken as so where the system does not say who has them."""
    try:
        sockets = psutil.Process(pid).net_connections("tcp")
    except psutil.AccessDenied:
        return True
    except psutil.Error:
        return False
    return {ports.bolt, ports.http} <= {item.laddr.port for item in sockets if item.status == psutil.CONN_LISTEN}


def _answers_http(port: int) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=_CONNECT_S)
    try:
        connection.request("GET", "/", headers={"Accept": "application/json"})
        return "neo4j_version" in json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()


def _knock(uri: str, password: str) -> Answer:
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
