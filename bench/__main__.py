"""Runs one evaluation: `python -m bench NAME [options]`; NAME is a module of this package, --help tells its options."""

from __future__ import annotations

import runpy
import signal
import sys
from types import FrameType

from service.adapters.threads import limit_threads

NAMES = (
    "locomo",
    "lifebench",
    "offline",
    "embedders",
    "calibrate",
    "ingest",
    "timex",
    "ner",
    "facts",
    "truth",
    "throughput",
    "extract",
    "linking",
    "jobs",
    "recall-scale",
)


def _end(number: int, frame: FrameType | None) -> None:
    """Leaves as an error does, so that a service started for the evaluation is stopped too, once and to the end."""
    del frame
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + number)


def main() -> int:
    """Hands over to the evaluation; 2 and a list of names when there is none of that name."""
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        print(f"usage: python -m bench NAME [options]\nNAME is one of: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    name = sys.argv[1]
    sys.argv = [f"bench {name}", *sys.argv[2:]]
    limit_threads()
    signal.signal(signal.SIGTERM, _end)
    runpy.run_module(f"bench.{name.replace('-', '_')}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
