"""What an endpoint understands of OpenAI's protocol, learned from its refusals and remembered for each endpoint."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from extractors.llm.schema import NAME, answer_schema
from extractors.llm.vocabulary import Vocabulary

_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "json mode", "schema", "structured", "grammar")
_NARROWER = {"json_schema": "json_object", "json_object": "text"}


class Format(StrEnum):
    """How the shape of the answer is asked for."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The features a call uses.

    Attributes:
        limit: name of the parameter that bounds the answer.
        temperature: whether it may be set; some models refuse any but their own.
    """

    format: Format = Format.SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True

    def narrowed(self) -> Dialect | None:
        """The dialect with the next weaker way to ask for a shape, None below plain text."""
        weaker = _NARROWER.get(self.format)
        return replace(self, format=Format(weaker)) if weaker else None

    def after_refusal(self, message: str) -> Dialect | None:
        """The dialect to try next after a refusal that names a feature, None where it names none in use."""
        said = message.casefold()
        if "max_tokens" in said and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "max_completion_tokens" in said and self.limit == "max_completion_tokens":
            return replace(self, limit="max_tokens")
        if "temperature" in said and self.temperature:
            return replace(self, temperature=False)
        return self.narrowed() if any(word in said for word in _FORMAT_WORDS) else None

    def parameters(
        self, model: str, messages: Sequence[dict[str, str]], vocabulary: Vocabulary, max_output_tokens: int
    ) -> dict[str, Any]:
        """The body of a call."""
        body: dict[str, Any] = {"model": model, "messages": list(messages), self.limit: max_output_tokens}
        if self.temperature:
            body["temperature"] = 0
        if self.format is Format.SCHEMA:
            schema = {"name": NAME, "strict": True, "schema": answer_schema(vocabulary)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.format is Format.OBJECT:
            body["response_format"] = {"type": "json_object"}
        return body


class Dialects:
    """The dialect of each endpoint and model that has answered readably; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Dialect] = {}

    def get(self, url: str, model: str) -> Dialect | None:
        """What is known of an endpoint, None before its first readable answer."""
        with self._lock:
            return self._known.get((url, model))

    def learn(self, url: str, model: str, dialect: Dialect) -> None:
        """Remembers the dialect of a readable answer."""
        with self._lock:
            self._known[(url, model)] = dialect


SHARED = Dialects()
"""What this process has learned of its endpoints."""
