"""Readers of chat files: each yields turns, bad records and records left out on purpose, in file order."""

from service.importers.detect import Format, detect_format, open_turns
from service.importers.records import BadRecord, Batch, ImportedTurn, LeftOut, Record, batches

__all__ = [
    "BadRecord",
    "Batch",
    "Format",
    "ImportedTurn",
    "LeftOut",
    "Record",
    "batches",
    "detect_format",
    "open_turns",
]
