"""The configured embedder, loaded once for all checks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import numpy as np

from graph_schema.embedding_record import PROBE_TEXT
from service.adapters.embedders.factory import build_embedder
from service.cli.checks.finding import Finding, failed, ok
from service.config import Settings
from service.errors import EverwhenError
from service.ports import Embedder

_built: dict[str, Embedder] = {}


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Whether the embedder gives vectors."""
    try:
        model = await embedder(settings)
        vector = (await model.embed_passages([PROBE_TEXT]))[0]
    except EverwhenError as error:
        yield failed("embedder", str(error), "see the message; EVERWHEN_EMBEDDER chooses another")
        return
    length = float(np.linalg.norm(vector))
    if abs(length - 1) > 1e-3:
        yield failed("embedder", f"{model.model} gives vectors of length {length:.3f}", "use a normalising model")
    else:
        yield ok("embedder", f"{model.model}, {model.dimensions} dimensions")


async def embedder(settings: Settings) -> Embedder:
    """The configured embedder.

    Raises:
        EverwhenError: it cannot be loaded or reached.
    """
    if settings.embedder not in _built:
        _built[settings.embedder] = await asyncio.to_thread(build_embedder, settings)
    return _built[settings.embedder]
