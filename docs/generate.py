"""Writes the tables of docs/configuration.md anew from the code: `python docs/generate.py`."""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Iterable
from pathlib import Path
from types import UnionType

import annotated_types
from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings

PAGE = Path(__file__).with_name("configuration.md")
ROOT = PAGE.parents[1]


def rendered(page: str) -> str:
    """The page with its generated parts, those between `<!-- NAME -->` and `<!-- end -->`, as the code has them now."""
    from service.cli.target import Target  # noqa: PLC0415 - found once ROOT is on the path
    from service.config import Settings  # noqa: PLC0415

    served = setting_names(Settings)
    client = {name: field for name, field in setting_names(Target).items() if name not in served}
    for marker, fields in (("service", served), ("client", client)):
        table = "\n".join(_table(fields.items()))
        pattern = rf"(<!-- {marker} -->\n)(?:\|.*\n)*(<!-- end -->)"
        page, found = re.subn(pattern, lambda match, table=table: f"{match[1]}{table}\n{match[2]}", page)
        if found != 1:
            raise SystemExit(f"{PAGE} has {found} parts <!-- {marker} -->: leave exactly one")
    return page


def setting_names(settings: type[BaseSettings]) -> dict[str, FieldInfo]:
    """Fields by their names in the environment."""
    prefix = settings.model_config.get("env_prefix", "")
    return {
        str(field.validation_alias or f"{prefix}{name}".upper()): field for name, field in settings.model_fields.items()
    }


def _table(fields: Iterable[tuple[str, FieldInfo]]) -> list[str]:
    rows = [f"| `{name}` | {_default(field)} | {_allowed(field)} | {field.description} |" for name, field in fields]
    return ["| setting | default | allowed | what |", "|---|---|---|---|", *rows]


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "by platform, see below"
    if isinstance(field.default, dict):
        return "by kind"
    default = ",".join(field.default) if isinstance(field.default, tuple) else field.default
    return "" if default is None else f"`{default}`"


def _allowed(field: FieldInfo) -> str:
    options = [part for part in _parts(field.annotation) if part is not type(None)]
    if typing.get_origin(field.annotation) is tuple:
        names = [f"`{name}`" for part in _parts(typing.get_args(field.annotation)[0]) for name in typing.get_args(part)]
        return f"list of {', '.join(names)}, separated by commas"
    if typing.get_origin(field.annotation) is dict:
        return "JSON object"
    literals = [f"`{value}`" for part in options for value in typing.get_args(part)]
    if literals:
        return ", ".join(literals)
    kind = {int: "integer", float: "number", str: "text", Path: "folder", SecretStr: "secret text"}[options[0]]
    return " ".join([kind, *_bounds(field)])


def _parts(annotation: object) -> tuple[object, ...]:
    return typing.get_args(annotation) if typing.get_origin(annotation) in (UnionType, typing.Union) else (annotation,)


def _bounds(field: FieldInfo) -> list[str]:
    bounds: list[str] = []
    for item in field.metadata:
        if isinstance(item, annotated_types.Ge):
            bounds.append(f"≥ {item.ge}")
        elif isinstance(item, annotated_types.Gt):
            bounds.append(f"> {item.gt}")
        elif isinstance(item, annotated_types.Le):
            bounds.append(f"≤ {item.le}")
        elif isinstance(item, annotated_types.Lt):
            bounds.append(f"< {item.lt}")
    return [", ".join(bounds)] if bounds else []


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
