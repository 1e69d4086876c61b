"""A Dockerfile and its .dockerignore, read as Docker reads them, as far as ours use them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Instruction:
    """One instruction with its continuation lines joined."""

    keyword: str
    value: str

    @property
    def words(self) -> list[str]:
        """The value as words, in either of Docker's forms."""
        return json.loads(self.value) if self.value.startswith("[") else shlex.split(self.value)


@dataclass(frozen=True)
class Stage:
    """The instructions from one FROM to the next."""

    name: str
    instructions: tuple[Instruction, ...]

    def all(self, keyword: str) -> list[Instruction]:
        """Instructions of one kind, in order."""
        return [item for item in self.instructions if item.keyword == keyword]

    def one(self, keyword: str) -> Instruction:
        """The only instruction of its kind."""
        (item,) = self.all(keyword)
        return item

    @property
    def environment(self) -> dict[str, str]:
        """What ENV sets."""
        pairs = (word.partition("=") for item in self.all("ENV") for word in item.words)
        return {name: value for name, _, value in pairs}

    @property
    def health_check(self) -> list[str]:
        """The command of HEALTHCHECK."""
        return Instruction("CMD", self.one("HEALTHCHECK").value.partition("CMD ")[2]).words

    def copies(self) -> Iterator[tuple[list[str], str]]:
        """Sources in the build context, and destination, of each COPY."""
        for item in self.all("COPY"):
            if not item.value.startswith("--from="):
                *sources, destination = item.words
                yield sources, destination


def read_stages(dockerfile: Path) -> list[Stage]:
    """All stages, the last one being the image."""
    text = re.sub(r"^\s*#.*\n", "", dockerfile.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in re.sub(r"\\\n", " ", text).splitlines()]
    items = [Instruction(*line.split(None, 1)) for line in lines if line]
    starts = [number for number, item in enumerate(items) if item.keyword == "FROM"]
    ends = [*starts[1:], len(items)]
    return [Stage(items[start].words[-1], tuple(items[start:end])) for start, end in zip(starts, ends, strict=True)]


class BuildContext:
    """The files of a folder that .dockerignore lets through."""

    def __init__(self, root: Path) -> None:
        self.root = root
        lines = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
        self._rules = [
            (_pattern(line.lstrip("!")), line.startswith("!")) for line in lines if line and not line.startswith("#")
        ]

    def lets_through(self, path: str) -> bool:
        """Whether the builder gets to see the path; the last rule that fits it or a folder above it decides."""
        parts = path.split("/")
        prefixes = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        kept = True
        for pattern, keeps in self._rules:
            if any(pattern.fullmatch(prefix) for prefix in prefixes):
                kept = keeps
        return kept

    def files(self, source: str) -> list[Path]:
        """Files of a COPY source, relative to the context."""
        start = self.root / source
        if start.is_file():
            return [Path(source)] if self.lets_through(source) else []
        return sorted(self._walk(start))

    def _walk(self, folder: Path) -> Iterator[Path]:
        for path in folder.iterdir():
            relative = path.relative_to(self.root)
            if self.lets_through(relative.as_posix()):
                if path.is_dir():
                    yield from self._walk(path)
                else:
                    yield relative

    def copy(self, stage: Stage, target: Path) -> None:
        """Does the stage's COPY instructions, with `target` as the working directory."""
        for sources, destination in stage.copies():
            for source in sources:
                for file in self.files(source):
                    inside = file.relative_to(source) if (self.root / source).is_dir() else Path(file.name)
                    into_folder = destination.endswith("/") or (self.root / source).is_dir()
                    place = target / destination / inside if into_folder else target / destination
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(self.root / file, place)


def _pattern(rule: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", rule.strip("/"))
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(meaning.get(part) or re.escape(part) for part in parts))
