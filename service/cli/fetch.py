"""Fetches the local Neo4j before it is started, where the wait can be shown."""

from __future__ import annotations

from service.cli.db import fetch_progress
from service.config import Settings
from service.localdb import LocalNeo4j


def fetch_neo4j(settings: Settings) -> None:
    """Fetches the jars that are missing, with a progress bar; does nothing for a Neo4j of your own.

    Raises:
        InstallFailed: a jar cannot be had, or there is no room for it.
    """
    if settings.neo4j_uri is not None:
        return
    database = LocalNeo4j(settings.data_dir, settings.cache_dir)
    if database.jars.missing():
        with fetch_progress() as on_bytes:
            database.ensure_installed(on_bytes)
