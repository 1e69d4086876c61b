"""Migration files: their names, statements, checksums and the number ranges that keep areas of work apart."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from graph_schema.cypher import MIGRATIONS, ROOT
from graph_schema.errors import MigrationMissing

FOLDER = ROOT / MIGRATIONS

RANGES: dict[str, range] = {
    "core": range(1, 100),
    "extraction": range(100, 200),
    "truth and jobs": range(200, 300),
    "recall": range(300, 400),
    "context and MCP": range(400, 500),
}
"""Numbers by area; within an area files apply in order, between areas in any order."""

_NAME = re.compile(r"V(\d{4})__(\w+)\.cypher")
_SEPARATOR = re.compile(r";(?:\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True)
class Migration:
    """One file `V0001__what_it_does.cypher`.

    Attributes:
        version: the four digits.
        source: file name.
        statements: in order, without `;`, comments included.
        checksum: CRC-32 over the statements in decimal, as Neo4j-Migrations computes it.
    """

    version: str
    description: str
    source: str
    statements: tuple[str, ...]
    checksum: str

    @property
    def area(self) -> str:
        """Name of the range that the version lies in.

        Raises:
            MigrationMissing: it lies in none.
        """
        for area, numbers in RANGES.items():
            if int(self.version) in numbers:
                return area
        raise MigrationMissing(f"{self.source}: no area has number {self.version}; see cypher/migrations/README.md")

    @property
    def executable(self) -> list[str]:
        """The statements that are more than comments."""
        return [text for text in self.statements if any(not _is_comment(line) for line in text.splitlines())]


def parse_migration(source: str, text: str) -> Migration:
    """The migration in a file's text.

    Raises:
        MigrationMissing: the file's name is not of the form `V0001__what_it_does.cypher`.
    """
    name = _NAME.fullmatch(source)
    if not name:
        raise MigrationMissing(f"{source}: a migration file is named like V0001__what_it_does.cypher")
    pieces = (piece.strip() for piece in _SEPARATOR.split(text.replace("\r\n", "\n").removeprefix("\ufeff")))
    statements = tuple(piece for piece in pieces if piece)
    return Migration(name[1], name[2].replace("_", " "), source, statements, _checksum(statements))


def load_migrations(folder: Path = FOLDER) -> list[Migration]:
    """All migrations of the folder, oldest version first.

    Raises:
        MigrationMissing: two files have one version, or a file is misnamed or outside every range.
    """
    paths = sorted(folder.glob("*.cypher"))
    migrations = [parse_migration(path.name, path.read_text(encoding="utf-8")) for path in paths]
    for earlier, later in pairwise(migrations):
        if earlier.version == later.version:
            raise MigrationMissing(f"{earlier.source} and {later.source} have one version: renumber the newer file")
    for migration in migrations:
        _ = migration.area
    return migrations


def _checksum(statements: tuple[str, ...]) -> str:
    value = 0
    for statement in statements:
        value = zlib.crc32(statement.encode(), value)
    return str(value)


def _is_comment(line: str) -> bool:
    return not line.strip() or line.strip().startswith("//")
