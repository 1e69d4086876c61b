"""graphiti-core's own code, imported here and nowhere else: its telemetry is off, and no `.env` file is read by it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator
from contextlib import contextmanager

TELEMETRY = "GRAPHITI_TELEMETRY_ENABLED"
_DOTENV = "PYTHON_DOTENV_DISABLED"


@contextmanager
def _undisturbed() -> Generator[None]:
    """Keeps its import from reading a `.env` file into our environment, and from warning of its own old ways."""
    before = os.environ.get(_DOTENV)
    os.environ[_DOTENV] = "1"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            yield
    finally:
        if before is None:
            del os.environ[_DOTENV]
        else:
            os.environ[_DOTENV] = before


os.environ[TELEMETRY] = "false"
with _undisturbed():
    from graphiti_core.edges import EntityEdge
    from graphiti_core.graphiti_types import GraphitiClients
    from graphiti_core.llm_client.config import DEFAULT_MAX_TOKENS, LLMConfig, ModelSize
    from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient, StructuredOutputMode
    from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
    from graphiti_core.prompts.extract_edges import ExtractedEdges
    from graphiti_core.prompts.extract_nodes import ExtractedEntities
    from graphiti_core.prompts.models import Message
    from graphiti_core.utils.maintenance.edge_operations import extract_edges
    from graphiti_core.utils.maintenance.node_operations import extract_nodes

__all__ = [
    "DEFAULT_MAX_TOKENS",
    "TELEMETRY",
    "EntityEdge",
    "EntityNode",
    "EpisodeType",
    "EpisodicNode",
    "ExtractedEdges",
    "ExtractedEntities",
    "GraphitiClients",
    "LLMConfig",
    "Message",
    "ModelSize",
    "OpenAIGenericClient",
    "StructuredOutputMode",
    "extract_edges",
    "extract_nodes",
]
