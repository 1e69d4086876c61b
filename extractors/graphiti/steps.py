"""graphiti's two steps over one piece of a turn: entities, then the facts between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pydantic import BaseModel, create_model

from extractors.facts.scene import scene_of
from extractors.graphiti.client import PieceClient
from extractors.graphiti.core import (
    EntityEdge,
    EntityNode,
    EpisodeType,
    EpisodicNode,
    GraphitiClients,
    extract_edges,
    extract_nodes,
)
from extractors.llm.pieces import Piece
from extractors.llm.reading import THING
from extractors.llm.vocabulary import Vocabulary
from graph_schema.predicates import load_catalogue

_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DEFAULT_LABEL = "Entity"


@dataclass(frozen=True)
class Found:
    """What graphiti made of a piece.

    Attributes:
        types: our entity type of each node, by its uuid.
        complete: whether the model's answers were written to their end.
    """

    nodes: list[EntityNode]
    edges: list[EntityEdge] = field(default_factory=list[EntityEdge])
    types: dict[str, str] = field(default_factory=dict[str, str])
    complete: bool = True


class Ontology:
    """A vocabulary as graphiti takes one: entity types, and those predicates that are a group's own."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        named = [name for name in vocabulary.entity_types if name != THING]
        self._types = {_label(name, place): name for place, name in enumerate(named)}
        shipped = load_catalogue()
        own = [name for name in vocabulary.predicates if name not in shipped]
        self.entity_types = {label: _described(label, f"A named {name}.") for label, name in self._types.items()}
        self.edge_types = {name.upper(): _described(name.upper(), name.replace("_", " ")) for name in own} or None

    def type_of(self, node: EntityNode) -> str:
        """Our type of a node."""
        return next((self._types[label] for label in node.labels if label in self._types), THING)


async def read_piece(piece: Piece, ontology: Ontology, client: PieceClient) -> Found:
    """Entities and facts as graphiti extracts them, by one call or two; no database is needed or touched.

    Raises:
        LLMError: the endpoint gave no usable answer.
    """
    clients = GraphitiClients.model_construct(llm_client=client)
    episode = _episode(piece)
    nodes, _ = await extract_nodes(clients, episode, [], entity_types=ontology.entity_types)
    edges: list[EntityEdge] = []
    if nodes:
        edges, _ = await extract_edges(clients, episode, nodes, [], {}, edge_types=ontology.edge_types)
    return Found(nodes, edges, {node.uuid: ontology.type_of(node) for node in nodes}, client.complete)


def _episode(piece: Piece) -> EpisodicNode:
    """The piece as graphiti writes a message, `speaker: content`; a passage of a document has no speaker."""
    turn = piece.document.turn
    if turn.document:
        return EpisodicNode(
            name=turn.topic or "document",
            group_id="",
            source=EpisodeType.text,
            source_description="a passage of a document",
            content=piece.text,
            valid_at=turn.valid_at,
        )
    return EpisodicNode(
        name="turn",
        group_id="",
        source=EpisodeType.message,
        source_description="conversation",
        content=f"{scene_of(piece.document).speaker.name}: {piece.text}",
        valid_at=turn.valid_at,
    )


def _label(name: str, place: int) -> str:
    """The name as a label that graphiti takes; a number stands in for what has no such form."""
    spelt = "".join(part.capitalize() for part in re.split(r"[\W_]+", name))
    return spelt if _LABEL.fullmatch(spelt) and spelt != _DEFAULT_LABEL else f"Type{place}"


def _described(label: str, description: str) -> type[BaseModel]:
    return create_model(label, __doc__=description)
