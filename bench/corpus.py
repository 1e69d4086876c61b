"""What every retrieval evaluation needs: records in the order they were said, and questions with their gold records."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

DEFAULT_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


class DataMissing(Exception):
    """The evaluation data is not here; the message says where it was looked for and how to name another folder."""


@dataclass(frozen=True, slots=True)
class Record:
    """One turn or record.

    Attributes:
        key: unique in its group; sent as `externalId`.
        text: content as remembered.
        valid_at: aware UTC datetime at which it was said or made.
    """

    key: str
    text: str
    actor: str | None
    role: str
    session: str
    valid_at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the keys of the records that answer it, all of them in the group."""

    text: str
    gold: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True)
class Group:
    """The records of one conversation or user, oldest first, and the questions about them.

    Attributes:
        skipped: questions left out because no evidence of theirs is among the records.
        lost: evidence ids named by kept questions that are not among the records.
    """

    name: str
    language: str
    records: tuple[Record, ...]
    questions: tuple[Question, ...]
    skipped: int
    lost: int


def data_folder(given: Path | None) -> Path:
    """The folder with the evaluation data: `given`, else EVERWHEN_EVAL_DATA, else `shared/data` beside the checkout.

    Raises:
        DataMissing: there is no such folder.
    """
    folder = given or Path(os.environ.get("EVERWHEN_EVAL_DATA") or DEFAULT_DATA)
    if not folder.is_dir():
        raise DataMissing(f"no evaluation data in {folder}: name its folder with --data or EVERWHEN_EVAL_DATA")
    return folder
