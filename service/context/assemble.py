"""A context within its token budget: what matters most goes in first, each where it belongs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from service.context.layout import Entry, Layout
from service.context.model import ContextFormat, ContextPart, PartCount
from service.context.render import cost, frame
from service.context.safe import clip
from service.errors import InvalidInput
from service.tokens import estimate_tokens

_SHORTEST = 24
"""A clipped text shorter than this says nothing."""


@dataclass(slots=True)
class Assembly:
    """Fills a layout up to a budget.

    Attributes:
        left: tokens that are free.
    """

    layout: Layout
    form: ContextFormat
    left: int
    used: dict[ContextPart, int] = field(default_factory=dict[ContextPart, int])
    left_out: dict[ContextPart, int] = field(default_factory=dict[ContextPart, int])

    @classmethod
    def within(cls, layout: Layout, form: ContextFormat, budget: int) -> Assembly:
        """An assembly of a layout that has no entries yet.

        Raises:
            InvalidInput: the budget does not hold the system prompt.
        """
        needed = frame(layout, form)
        if needed > budget:
            raise InvalidInput(
                "tokenBudget", f"is {budget}, too few for the system prompt", f"at least {needed} tokens"
            )
        return cls(layout, form, budget - needed)

    def add(self, entries: Iterable[Entry], *, clipped_to: int, share: int | None = None, run: bool = False) -> None:
        """Takes entries in the order given, as far as there is room.

        Args:
            entries: of one part, what matters most first.
            clipped_to: tokens above which a text is shortened.
            share: tokens that these may use together; None for all that is left.
            run: whether to stop at the first that has no room, so that no gap arises.
        """
        room = self.left if share is None else min(share, self.left)
        stopped = False
        for entry in entries:
            taken = None if stopped else self._fitting(entry, room, clipped_to)
            if taken is None:
                stopped = stopped or run
                self.left_out[entry.part] = self.left_out.get(entry.part, 0) + 1
                continue
            spent = cost(taken, self.form)
            room -= spent
            self.left -= spent
            self.used[entry.part] = self.used.get(entry.part, 0) + spent
            self.layout.entries.append(taken)

    def _fitting(self, entry: Entry, room: int, clipped_to: int) -> Entry | None:
        """The entry as it is or shortened, None where it does not fit; escaping may make a text longer."""
        most = clipped_to
        while most >= _SHORTEST:
            short = replace(entry, text=clip(entry.text, most))
            if cost(short, self.form) <= min(room, 3 * clipped_to + 100):
                return short
            if short.text == entry.text and most > estimate_tokens(entry.text):
                most = estimate_tokens(entry.text)
            most = most * 2 // 3
        short = replace(entry, text=entry.text)
        return short if estimate_tokens(entry.text) < _SHORTEST and cost(short, self.form) <= room else None

    def counts(self) -> tuple[PartCount, ...]:
        """What is there and what is not, by part."""
        prompt = self.layout.system_prompt
        parts: list[PartCount] = []
        for part in ContextPart:
            if part is ContextPart.SYSTEM_PROMPT:
                parts.append(PartCount(part, int(bool(prompt)), estimate_tokens(prompt or ""), 0))
                continue
            items = len(self.layout.of(part))
            parts.append(PartCount(part, items, self.used.get(part, 0), self.left_out.get(part, 0)))
        return tuple(parts)
