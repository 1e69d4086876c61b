"""One call of a chat endpoint: bounded in bytes, every fault as an `LLMError` that says what to do."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import httpx2
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    OpenAIError,
)

from extractors.llm.outcome import LLMError, Reason

_MOST_TOKENS = 10_000_000
"""A count above it is junk."""
_NOT_FOUND, _RATE_LIMITED = 404, 429


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote.

    Attributes:
        cut: whether it reached the limit of tokens.
        prompt_tokens: as the endpoint counted, None where it did not.
        completion_tokens: likewise.
    """

    text: str
    cut: bool
    prompt_tokens: int | None
    completion_tokens: int | None


class Refused(LLMError):
    """The endpoint does not take this request (400, 413, 422 and the like); another might do.

    Attributes:
        said: the endpoint's own words.
    """

    def __init__(self, message: str, said: str) -> None:
        super().__init__(Reason.REFUSED, message)
        self.said = said


class ChatClient:
    """Asks one endpoint; lost connections, 408, 409, 429 and 5xx are asked again, bodies that break off too."""

    def __init__(self, client: AsyncOpenAI, retries: int, max_bytes: int) -> None:
        """A client over `client`, whose own number of retries is replaced by `retries`."""
        self._client = client.with_options(max_retries=retries)
        self._retries = retries
        self._max_bytes = max_bytes

    @property
    def url(self) -> str:
        """The endpoint's address."""
        return str(self._client.base_url)

    async def ask(self, body: dict[str, Any]) -> Answer:
        """The endpoint's answer to one request.

        Raises:
            Refused: it does not take the request.
            LLMError: it cannot be reached, fails, limits us, or answers with something that is no chat completion.
        """
        try:
            return read_completion(await self._whole_body(body))
        except httpx2.HTTPError as error:
            what = f"broke off its answer ({type(error).__name__})"
            raise LLMError(Reason.UNREACHABLE, f"{self._where} {what}: look at its log") from error
        except LLMError as error:
            raise LLMError(error.reason, f"{self._where} {error}") from error
        except OpenAIError as error:
            raise self._explained(error, str(body.get("model"))) from error

    @property
    def _where(self) -> str:
        return f"the language model's endpoint {self.url}"

    async def _whole_body(self, body: dict[str, Any]) -> bytes:
        for _ in range(self._retries):
            with suppress(httpx2.HTTPError):
                return await self._body(body)
        return await self._body(body)

    async def _body(self, body: dict[str, Any]) -> bytes:
        received = bytearray()
        create: Any = self._client.chat.completions.with_streaming_response.create
        async with create(**body) as response:
            async for chunk in response.iter_bytes():
                received += chunk
                if len(received) > self._max_bytes:
                    raise LLMError(
                        Reason.UNREADABLE, f"sent more than {self._max_bytes} bytes: look at what answers there"
                    )
        return bytes(received)

    def _explained(self, error: OpenAIError, model: str) -> LLMError:
        where = self._where
        if isinstance(error, APITimeoutError):
            return LLMError(Reason.TIMEOUT, f"{where} did not answer in time: see that it is not overloaded")
        if isinstance(error, APIConnectionError):
            cause = error.__cause__ or error
            return LLMError(
                Reason.UNREACHABLE, f"{where} cannot be reached ({cause}): start it, or correct its address"
            )
        if not isinstance(error, APIStatusError):
            return LLMError(
                Reason.UNREADABLE, f"{where} gave an answer that cannot be read ({error}): check its address"
            )
        said, status = error.message[:300], error.status_code
        if status == _RATE_LIMITED:
            message = f"{where} limits our rate or quota (429), also after waiting: raise the limit, or try later"
            return LLMError(Reason.RATE_LIMITED, message, _retry_after(error))
        if status in (401, 403):
            return LLMError(Reason.REFUSED, f"{where} refused the key ({status}): set one that may use {model}")
        if status == _NOT_FOUND:
            return LLMError(Reason.REFUSED, f"{where} knows no model {model}, or no chat there (404): correct either")
        if status in (400, 405, 413, 415, 422, 501):
            return Refused(f"{where} does not take our request ({status}: {said}): look at its log", said)
        message = f"{where} answered {status} ({said}): look at its log"
        return LLMError(Reason.SERVER_ERROR, message, _retry_after(error))


def read_completion(body: bytes) -> Answer:
    """The text and counts of a chat completion.

    Raises:
        LLMError: it is none, or the model declined to answer.
    """
    try:
        parsed: object = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise LLMError(
            Reason.UNREADABLE, "answered with something that is not JSON: check its address, which usually ends in /v1"
        ) from error
    completion = _fields(parsed)
    choices = completion.get("choices")
    choice = _fields(cast("list[object]", choices)[0]) if isinstance(choices, list) and choices else {}
    text = _content(_fields(choice.get("message")).get("content"))
    if not text.strip():
        said = completion.get("error") or _fields(choice.get("message")).get("refusal") or "nothing in it"
        raise LLMError(Reason.UNREADABLE, f"gave no text ({str(said)[:200]}): look at its log, or try another model")
    usage = _fields(completion.get("usage"))
    return Answer(
        text,
        choice.get("finish_reason") == "length",
        _tokens(usage.get("prompt_tokens")),
        _tokens(usage.get("completion_tokens")),
    )


def _fields(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _content(value: object) -> str:
    """A message's text, given as such or in parts."""
    if isinstance(value, list):
        return "".join(_content(_fields(part).get("text")) for part in cast("list[object]", value))
    return value if isinstance(value, str) else ""


def _tokens(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS:
        return value
    return None


def _retry_after(error: APIStatusError) -> float | None:
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
