"""The graph remembers which embedding model made its vectors, and refuses another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graph_schema.errors import EmbeddingMismatch
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore

PROBE_TEXT = "Ada moved from London to Lisbon in March 2019. 去年冬天，小李在北京学会了滑冰。"
"""What an embedder is asked to embed at every start; two models of one name give it different vectors."""

LEAST_COSINE = 0.999
"""Above what rounding on other hardware does to a vector, below what another model or another preparation gives."""


async def check_embedding(store: GraphStore, model: str, dimensions: int, probe: Sequence[float]) -> None:
    """Nothing, when the graph's vectors come from this model; a graph without a record takes this one.

    Args:
        store: on a migrated database.
        model: name of the embedder and its version.
        dimensions: length of its vectors.
        probe: its vector of `PROBE_TEXT`.

    Raises:
        EmbeddingMismatch: another model, other dimensions, or another vector for the same text; says what to do.
    """
    vector = np.asarray(probe, dtype=np.float64)
    if vector.shape != (dimensions,) or not np.isfinite(vector).all() or not vector.any():
        raise EmbeddingMismatch(
            f"the embedder {model} gave a vector of shape {vector.shape} for the probe text where {dimensions} finite "
            "numbers were wanted, not all zero: correct EVERWHEN_EMBEDDING_DIMENSIONS, or the embedder"
        )
    rows = await store.write(
        "schema/record_embedding", uuid=new_uuid(), model=model, dimensions=dimensions, probe=vector.tolist()
    )
    record = rows[0]
    if (record["model"], record["dimensions"]) != (model, dimensions):
        raise EmbeddingMismatch(
            f"the vectors in the graph come from {record['model']} ({record['dimensions']} dimensions), but the "
            f"embedder is {model} ({dimensions}): set EVERWHEN_EMBEDDER back, or begin a new graph "
            "(another EVERWHEN_DATA_DIR or NEO4J_DATABASE)"
        )
    cosine = _cosine(vector, np.asarray(record["probe"], dtype=np.float64))
    if cosine < LEAST_COSINE:
        raise EmbeddingMismatch(
            f"{model} now gives the probe text another vector than when the graph was begun (cosine {cosine:.4f}): "
            "bring back the files or the endpoint it had then, or begin a new graph (another EVERWHEN_DATA_DIR or "
            "NEO4J_DATABASE)"
        )


def _cosine(left: np.ndarray, right: np.ndarray) -> float:
    return float(left @ right / (np.linalg.norm(left) * np.linalg.norm(right)))
