"""Signals between the parts of one process: turns were stored, turns were read."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager


class Signals:
    """Wakes workers when turns are stored and waiters when turns are read; bound to one event loop."""

    def __init__(self) -> None:
        self._work = asyncio.Event()
        self._progress = asyncio.Event()
        self._urgent = asyncio.Event()
        self._waiting = 0

    def stored(self, group_id: str) -> None:
        """Turns of a group were stored."""
        self._work.set()

    def progress(self) -> None:
        """Some turns were read or parked."""
        self._progress.set()
        self._progress = asyncio.Event()

    async def wait_for_work(self, timeout_s: float) -> None:
        """Returns when turns are stored, or after the timeout."""
        try:
            await asyncio.wait_for(self._work.wait(), timeout_s)
        except TimeoutError:
            return
        self._work.clear()

    async def gather(self, timeout_s: float) -> None:
        """Returns after the timeout, or as soon as somebody waits for turns to be read."""
        try:
            await asyncio.wait_for(self._urgent.wait(), timeout_s)
        except TimeoutError:
            return

    @contextmanager
    def waiting(self) -> Generator[None]:
        """While it lasts somebody waits for turns to be read, so that workers gather no more of them first."""
        self._waiting += 1
        self._urgent.set()
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._urgent.clear()

    async def wait_for_progress(self, timeout_s: float) -> None:
        """Returns when some turns were read, or after the timeout."""
        event = self._progress
        try:
            await asyncio.wait_for(event.wait(), timeout_s)
        except TimeoutError:
            return
