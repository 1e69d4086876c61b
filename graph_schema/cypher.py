"""Named Cypher: each file below `cypher/` is one query, and its header says what it needs and gives.

The only place where query text becomes a `LiteralString`: text that did not come from a file cannot reach the driver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, LiteralString, cast

from neo4j import Query

from graph_schema.errors import HeaderError, ParameterError, QueryNotFound

ROOT = Path(__file__).resolve().parent.parent / "cypher"
APP = "everwhen"
MIGRATIONS = "migrations"

_MAP = "p"
_HEADER_KEYS = ("purpose", "mode", "params", "returns", "timeout", "scan")
_HEADER_LINE = re.compile(rf"//\s*({'|'.join(_HEADER_KEYS)}):\s*(.*)")
_CONTINUATION = re.compile(r"//\s{2,}(\S.*)")
_UNPACKING = "toFloatList("
_TIMEOUT = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m)")
_UNIT_S = {"ms": 0.001, "s": 1.0, "m": 60.0}
_FIELD = re.compile(r"(\w+)\s+(.+)")
_SCALARS = "STRING|INTEGER|FLOAT|BOOLEAN|DATETIME|DATE|DURATION|MAP|VECTOR|ANY"
_PARAM_TYPE = re.compile(rf"(?:{_SCALARS}|LIST<(?:{_SCALARS}|LIST<(?:{_SCALARS})>)>)\??")
_TOKEN = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | //[^\n]* | /\*.*?\*/
      | \$(?P<name>\w+) | \$`(?P<quoted>(?:``|[^`])+)` | `(?:``|[^`])*`""",
    re.VERBOSE | re.DOTALL,
)


class Mode(StrEnum):
    """What a query may do to the graph."""

    READ = "read"
    WRITE = "write"
    SCHEMA = "schema"


@dataclass(frozen=True)
class NamedQuery:
    """One Cypher statement with its declared contract.

    Attributes:
        name: path below `cypher/` without suffix, e.g. `read/recall`.
        params: type by parameter name; a `?` behind the type allows null.
        returns: type by column, in order.
        timeout_s: seconds after which the server ends it.
        scan: why reading a whole label is right here, or None where it is not.
        text: the file as it stands.
    """

    name: str
    purpose: str
    mode: Mode
    params: Mapping[str, str]
    returns: Mapping[str, str]
    timeout_s: float
    scan: str | None
    text: LiteralString

    @cached_property
    def sent(self) -> LiteralString:
        """The text as the server gets it, each `$name` read from the one map `$p`; schema statements as they stand.

        Neo4j keeps a plan for each combination of types and rough sizes of the parameters, so that one more name in a
        list could cost a new plan, seconds for a long query; it does not look into a map.
        """
        return self.text if self.mode is Mode.SCHEMA else _vouched(_TOKEN.sub(_from_map, self.text))

    def arguments(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of `sent`, from converted ones by name."""
        return dict(params) if self.mode is Mode.SCHEMA else {_MAP: params}

    @cached_property
    def query(self) -> Query:
        """`sent` for the driver, tagged with the query's name so that `SHOW TRANSACTIONS` tells what runs."""
        return Query(self.sent, metadata={"query": self.name, "app": APP}, timeout=self.timeout_s)

    @cached_property
    def unpacks(self) -> bool:
        """Whether it turns packed vectors into the lists that Neo4j Community can store."""
        return _UNPACKING in self.text

    def check(self, given: Iterable[str]) -> None:
        """Nothing, when exactly the declared parameters are given.

        Raises:
            ParameterError: one is missing or unknown; the message names the query and each of them.
        """
        names = set(given)
        problems = [f"missing parameter ${name} ({self.params[name]})" for name in self.params if name not in names]
        problems += [f"unknown parameter ${name}" for name in sorted(names - self.params.keys())]
        if problems:
            declared = ", ".join(f"{name} {kind}" for name, kind in self.params.items()) or "none"
            raise ParameterError(self.name, f"{'; '.join(problems)}; it takes: {declared}")


def query_names(root: Path = ROOT) -> list[str]:
    """Names of all queries, sorted; migrations are no queries."""
    paths = (path.relative_to(root) for path in root.rglob("*.cypher"))
    return sorted(path.with_suffix("").as_posix() for path in paths if path.parts[0] != MIGRATIONS)


@cache
def load_query(name: str, root: Path = ROOT) -> NamedQuery:
    """The named query, its header checked against its text; read once.

    Raises:
        QueryNotFound: there is no such file.
        HeaderError: the header is incomplete or disagrees with the query.
    """
    path = root / f"{name}.cypher"
    if not re.fullmatch(r"\w+(?:[/.]\w+)*", name) or not path.is_file():
        near = [other for other in query_names(root) if other.split("/")[-1] == name.split("/")[-1]]
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; add cypher/{name}.cypher"
        raise QueryNotFound(name, f"no such query{hint}")
    return parse_query(name, path.read_text(encoding="utf-8"))


def parse_query(name: str, text: str) -> NamedQuery:
    """The query in `text`, which starts with its header.

    Raises:
        HeaderError: the header is incomplete or disagrees with the query.
    """
    header = _header(name, text)
    params = _fields(name, "params", header["params"])
    for param, kind in params.items():
        if not _PARAM_TYPE.fullmatch(kind):
            raise HeaderError(name, f"${param} has the unknown type {kind}; types are {_SCALARS} and LIST<...> of them")
    _check_declared(name, params, used_parameters(text))
    return NamedQuery(
        name,
        header["purpose"],
        _mode(name, header["mode"]),
        params,
        _fields(name, "returns", header["returns"]),
        _seconds(name, header["timeout"]),
        header.get("scan"),
        _vouched(text),
    )


def migration_statement(name: str, text: str, timeout_s: float) -> NamedQuery:
    """One parameterless statement of a migration file as a query of mode schema, so that the store can run it."""
    _check_declared(name, {}, used_parameters(text))
    return NamedQuery(name, "Migration statement.", Mode.SCHEMA, {}, {}, timeout_s, None, _vouched(text))


def used_parameters(text: str) -> set[str]:
    """Names of the parameters that a statement uses; those in strings, comments and quoted names do not count."""
    matches = (match for match in _TOKEN.finditer(text))
    return {name for match in matches if (name := match["name"] or match["quoted"])}


def _from_map(token: re.Match[str]) -> str:
    name = token["name"] or token["quoted"]
    return f"${_MAP}.`{name}`" if name else token[0]


def _vouched(text: str) -> LiteralString:
    return cast(LiteralString, text)


def _header(name: str, text: str) -> dict[str, str]:
    header: dict[str, str] = {}
    lines = text.splitlines()
    size = next((n for n, line in enumerate(lines) if not line.startswith("//")), len(lines))
    last = ""
    for line in lines[:size]:
        if match := _HEADER_LINE.fullmatch(line.rstrip()):
            last = match[1]
            if last in header:
                raise HeaderError(name, f"the header says `{last}:` twice")
            header[last] = match[2]
        elif last and (match := _CONTINUATION.fullmatch(line.rstrip())):
            header[last] = f"{header[last]} {match[1]}"
    missing = [key for key in _HEADER_KEYS if key != "scan" and not header.get(key)]
    if missing:
        raise HeaderError(name, f"the header lacks `// {missing[0]}: …`; see docs/cypher.md")
    if not "\n".join(lines[size:]).lstrip().startswith("CYPHER 25"):
        raise HeaderError(name, "the query must start with `CYPHER 25`, so that every server reads it alike")
    return header


def _mode(name: str, text: str) -> Mode:
    if text not in set(Mode):
        raise HeaderError(name, f"mode {text!r} is none of {', '.join(Mode)}")
    return Mode(text)


def _seconds(name: str, text: str) -> float:
    match = _TIMEOUT.fullmatch(text)
    if not match or float(match[1]) == 0:
        raise HeaderError(name, f"timeout {text!r} is no duration such as 500ms, 5s or 2m")
    return float(match[1]) * _UNIT_S[match[2]]


def _fields(name: str, key: str, text: str) -> dict[str, str]:
    if text == "none":
        return {}
    fields: dict[str, str] = {}
    for part in text.split(","):
        match = _FIELD.fullmatch(part.strip())
        if not match or match[1] in fields:
            raise HeaderError(name, f"{key}: {part.strip()!r} must be a new name and a type; or write `none`")
        fields[match[1]] = match[2].strip()
    return fields


def _check_declared(name: str, declared: Mapping[str, Any], used: set[str]) -> None:
    if undeclared := sorted(used - declared.keys()):
        raise HeaderError(name, f"${undeclared[0]} is used but not declared under `params:`")
    if unused := sorted(declared.keys() - used):
        raise HeaderError(name, f"{unused[0]} is declared under `params:` but ${unused[0]} is not used")
