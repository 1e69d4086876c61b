"""The server's configuration: loopback only, small, silent; and the Java options it is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from service.localdb.layout import Layout

LOOPBACK = "127.0.0.1"
MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"

_SMALL_UP_TO_MB = 1024
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


@dataclass(frozen=True)
class Ports:
    """Loopback ports of one server."""

    bolt: int
    http: int


@dataclass(frozen=True)
class Memory:
    """How much the server may take.

    Attributes:
        heap_mb: most Java heap, MiB.
        pagecache_mb: cache of the store's pages beside the heap, MiB.
    """

    heap_mb: int = 1024
    pagecache_mb: int = 512


def write_config(layout: Layout, ports: Ports, memory: Memory) -> Path:
    """`neo4j.conf` for this start; what a user wrote into it before is not kept."""
    settings = _network(ports) | _silence() | _storage(layout, memory)
    path = layout.conf / "neo4j.conf"
    lines = ["# Written by everwhen at each start of the local Neo4j."]
    lines += [f"{key}={value}" for key, value in settings.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def java_options(memory: Memory) -> list[str]:
    """Options of the Java virtual machine, without the class path.

    Where the heap is small the server is one to try things with: the serial collector takes a fifth less memory, and
    the quick compiler alone, which compiles a method after a tenth of the usual number of calls, halves the work of the
    start and of planning each query for the first time.
    """
    small = memory.heap_mb <= _SMALL_UP_TO_MB
    quick = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.1"]
    tuning = quick if small else ["-XX:+UseG1GC"]
    return [
        f"-Xms{min(256, memory.heap_mb)}m",
        f"-Xmx{memory.heap_mb}m",
        *tuning,
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
    ]


def server_command(layout: Layout) -> list[str]:
    """Main class and its arguments."""
    return [MAIN_CLASS, f"--home-dir={layout.home.absolute()}", f"--config-dir={layout.conf.absolute()}"]


def _network(ports: Ports) -> dict[str, str]:
    bolt, http = f"{LOOPBACK}:{ports.bolt}", f"{LOOPBACK}:{ports.http}"
    return {
        "server.default_listen_address": LOOPBACK,
        "server.default_advertised_address": LOOPBACK,
        "server.bolt.enabled": "true",
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.enabled": "true",
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.https.enabled": "false",
        "server.http.x_forward.enabled": "false",
        "server.threads.worker_count": "4",
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }


def _silence() -> dict[str, str]:
    return {
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "server.bolt.telemetry.enabled": "false",
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        "db.logs.query.enabled": "OFF",
        "dbms.logs.http.enabled": "false",
        "dbms.security.allow_csv_import_from_file_urls": "false",
    }


def _storage(layout: Layout, memory: Memory) -> dict[str, str]:
    return {
        "server.directories.data": str(layout.data.absolute()).replace("\\", "/"),
        "server.directories.logs": str(layout.logs.absolute()).replace("\\", "/"),
        "server.memory.pagecache.size": f"{memory.pagecache_mb}m",
        "db.index.fulltext.eventually_consistent_refresh_interval": "300ms",
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "64m",
        "db.tx_log.rotation.retention_policy": "2 files",
    }
