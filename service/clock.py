"""The clock of the service."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Tells the machine's time."""

    def now(self) -> datetime:
        """The current time, aware UTC."""
        return datetime.now(UTC)
