"""A rule as a sentence states it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """What must, must not or should be.

    Attributes:
        subject: whom or what it binds; None where the sentence does not say by name.
        text: the rule, beginning with its "must"; its numbers are as in the content.
        start, end: the evidence in the content.
        strict: "must" in contrast to "should".
    """

    subject: str | None
    text: str
    start: int
    end: int
    strict: bool
    chinese: bool = False
