"""Times as models write them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from service.importers.fields import as_time

_UTC = ZoneInfo("UTC")


def optional_time(field: str, text: str | None) -> datetime | None:
    """The ISO 8601 time, in UTC where it names no offset; raises InvalidInput for anything else."""
    return None if text is None else as_time(field, text, _UTC)
