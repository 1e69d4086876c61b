"""What becomes of a turn that a language model was to read, and why it may have no reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.candidates import Extraction


class Reason(StrEnum):
    """Why a turn has no reading, or not a whole one."""

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    INCOMPLETE = "incomplete"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Unread:
    """A turn without a whole reading: keep what other extractors found and mark the turn for a later pass.

    Attributes:
        message: what happened and the remedy, for the person who runs the service.
        retry_after_s: seconds the endpoint asked us to wait, None where it did not say.
        partial: what was read before the answer broke off, None for nothing.
    """

    reason: Reason
    message: str
    retry_after_s: float | None = None
    partial: Extraction | None = None


class LLMError(Exception):
    """The endpoint gave no usable answer; the message says what to do.

    Attributes:
        reason: the sort of fault.
        retry_after_s: seconds the endpoint asked us to wait, None where it did not say.
    """

    def __init__(self, reason: Reason, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after_s = retry_after_s
