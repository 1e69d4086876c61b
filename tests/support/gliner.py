"""A GLiNER model of some 30 000 parameters for tests, with each engine that is installed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any, get_args

from extractors.candidates import Mention, Turn
from extractors.document import Document
from extractors.mentions.gliner.component import NAME, GlinerMentions
from extractors.mentions.gliner.engine import Engine
from extractors.mentions.gliner.factory import build_gliner
from extractors.mentions.gliner.fast_engine import FastEngine
from extractors.mentions.gliner.settings import EngineName, GlinerSettings
from extractors.mentions.gliner.torch_engine import TorchEngine
from extractors.registry import build_pipeline, local_pipeline
from graph_schema.model import Role

FIXTURE = Path(__file__).parents[1] / "fixtures" / "tiny_gliner"
"""What `tests/gliner/tiny_model.py` made, without the torch weights: the ONNX export for fast-gliner."""
LABELS = {"person": "person", "location": "location", "organization": "organization"}
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


def is_installed(engine: EngineName) -> bool:
    """Whether the package is here; it is looked for by its distribution, since a folder of tests has its name too."""
    try:
        return bool(package_version(engine))
    except PackageNotFoundError:
        return False


INSTALLED = [engine for engine in ENGINES if is_installed(engine)]


def turn(content: str, role: Role = Role.USER) -> Turn:
    return Turn(content, role, datetime(2024, 5, 2, 9, tzinfo=UTC))


def component(engine: EngineName, folder: Path, **settings: Any) -> GlinerMentions:
    return build_gliner(GlinerSettings(str(folder), engine, **{"labels": LABELS, **settings}))


def runner(engine: EngineName, folder: Path) -> Engine:
    """The engine alone, as it gives spans of a text."""
    return FastEngine(str(folder)) if engine == "fast-gliner" else TorchEngine(str(folder))


def documents(made: GlinerMentions, contents: Sequence[str]) -> list[Document]:
    """The documents after rules, GLiNER and reconciliation."""
    found = local_pipeline(("rules", "gliner"), {NAME: lambda: made}).documents([turn(text) for text in contents])
    assert all(isinstance(document, Document) for document in found), found
    return [document for document in found if isinstance(document, Document)]


def proposed(made: GlinerMentions, contents: Sequence[str]) -> list[tuple[Mention, ...]]:
    """What GLiNER alone proposes for each text."""
    pipeline = build_pipeline(("language", "segments.plain", NAME), made={NAME: lambda: made})
    found = pipeline.documents([turn(text) for text in contents])
    assert all(isinstance(document, Document) for document in found), found
    return [document.proposals["gliner"] for document in found if isinstance(document, Document)]


def names(mentions: Sequence[Mention]) -> list[tuple[str, str]]:
    return [(mention.text, mention.type) for mention in mentions]
