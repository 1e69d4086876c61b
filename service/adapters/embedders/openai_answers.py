"""Reads an endpoint's answer strictly, and says in words what went wrong and what to do."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
)

from service.ports import Vectors


class WrongAnswer(Exception):
    """The endpoint answered 200 with something that is not one good vector for each text."""


def read_vectors(answer: object, count: int, dimensions: int | None) -> Vectors:
    """The vectors of an answer in the order of the texts, (count, dimensions) float32, as long as they came.

    Args:
        answer: what the client parsed, which it does leniently: anything may be missing or of another type.
        count: of the texts sent.
        dimensions: that each vector must have; None takes what the first has.

    Raises:
        WrongAnswer: another count, another length, places missing or doubled, NaN, infinity or zeros only.
    """
    data: Any = getattr(answer, "data", None)
    items = cast("list[Any]", data) if isinstance(data, list) else []
    if len(items) != count:
        raise WrongAnswer(f"{len(items)} vectors for {count} texts")
    rows: dict[object, Vectors] = {getattr(item, "index", None): _row(item, dimensions) for item in items}
    if set(rows) != set(range(count)):
        raise WrongAnswer(f"vectors for the places {sorted(map(str, rows))} of {count} texts")
    if len({len(row) for row in rows.values()}) > 1:
        raise WrongAnswer("vectors of different lengths")
    return np.stack([rows[place] for place in range(count)])


def _row(item: Any, dimensions: int | None) -> Vectors:
    try:
        row = np.asarray(item.embedding, dtype=np.float32)
    except (AttributeError, TypeError, ValueError) as error:
        raise WrongAnswer("something that is not a vector of numbers") from error
    if row.ndim != 1 or not row.size or (dimensions is not None and row.size != dimensions):
        raise WrongAnswer(
            f"vectors of {row.size} dimensions where {dimensions} were due; a vector is never cut: set "
            f"EVERWHEN_EMBEDDING_DIMENSIONS={row.size} if that is the model's size, or name another model"
        )
    if not np.isfinite(row).all():
        raise WrongAnswer("NaN or infinite numbers in a vector: look at the endpoint's log")
    if not row.any():
        raise WrongAnswer("a vector of zeros: look at the endpoint's log")
    return row


def explain(error: Exception, model: str, url: str) -> str:
    """One sentence for the person who runs the service: what happened, and the remedy."""
    where = f"the embedding endpoint {url}"
    if isinstance(error, WrongAnswer):
        return f"{where} answered wrongly for {model}: {error}"
    if isinstance(error, APITimeoutError):
        return f"{where} did not answer in time: see that it runs and is not overloaded, then try again"
    if isinstance(error, APIConnectionError):
        return f"{where} cannot be reached ({error.__cause__ or error}): start it, or correct EVERWHEN_OPENAI_BASE_URL"
    if isinstance(error, AuthenticationError | PermissionDeniedError):
        return f"{where} refused the key ({error.status_code}): set OPENAI_API_KEY to one that may use {model}"
    if isinstance(error, NotFoundError):
        return (
            f"{where} knows no model {model}, or has no embeddings there (404): correct EVERWHEN_EMBEDDING_MODEL, and "
            "EVERWHEN_OPENAI_BASE_URL, which usually ends in /v1"
        )
    if isinstance(error, RateLimitError):
        return f"{where} limits our rate or quota (429), also after waiting: raise the limit, or try again later"
    if isinstance(error, APIStatusError):
        return f"{where} answered {error.status_code} for {model}: {error.message}; look at the endpoint's log"
    return f"{where} gave an answer that cannot be read ({error}): check EVERWHEN_OPENAI_BASE_URL"
