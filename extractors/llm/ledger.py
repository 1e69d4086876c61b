"""What the model has cost, by account and UTC day, and whether there is budget left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from extractors.llm.outcome import LLMError, Reason
from extractors.llm.settings import Budget, Prices


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and cost of one call or of several together.

    Attributes:
        cost: in the prices' currency.
        estimated: of the calls, those that the endpoint gave no count for.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Of prompts and answers together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
            self.estimated + other.estimated,
        )


class Ledger:
    """Counts usage, and refuses a call that could go over the budget; safe to share between threads and extractors.

    A call reserves the most that it can use and settles what it has used, so that calls in flight cannot overspend
    together. Counts are kept in memory for the current UTC day; who keeps them longer takes what is `unsaved` from
    time to time, and sets what others have used by `restore`.
    """

    def __init__(self, prices: Prices, budget: Budget, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._prices = prices
        self._budget = budget
        self._now = now
        self._lock = threading.Lock()
        self._day: date | None = None
        self._used: dict[str, Usage] = {}
        self._reserved: dict[str, Usage] = {}
        self._unsaved: dict[tuple[str, date], Usage] = {}

    def reserve(self, account: str, prompt_tokens: int, completion_tokens: int) -> Usage:
        """Sets aside what a call may use at most, to be settled in every case.

        Raises:
            LLMError: for the reason `budget`, it would go over.
        """
        asked = self._priced(prompt_tokens, completion_tokens, calls=0)
        with self._lock:
            self._turn_page()
            held = self._reserved.get(account, Usage())
            after = self._used.get(account, Usage()) + held + asked
            if _exceeds(after, self._budget):
                raise LLMError(Reason.BUDGET, _exhausted(account, self._used.get(account, Usage()), self._budget))
            self._reserved[account] = held + asked
        return asked

    def settle(
        self, account: str, reserved: Usage, prompt_tokens: int, completion_tokens: int, *, calls: int, estimated: bool
    ) -> Usage:
        """Counts what a call used in place of what it had reserved."""
        used = self._priced(prompt_tokens, completion_tokens, calls=calls, estimated=int(estimated))
        with self._lock:
            self._turn_page()
            held = self._reserved[account]
            self._reserved[account] = Usage(
                0,
                held.prompt_tokens - reserved.prompt_tokens,
                held.completion_tokens - reserved.completion_tokens,
                held.cost - reserved.cost,
            )
            self._used[account] = self._used.get(account, Usage()) + used
            if self._day is not None and used != Usage():
                self._unsaved[account, self._day] = self._unsaved.get((account, self._day), Usage()) + used
        return used

    def restore(self, account: str, saved: Usage, day: date) -> None:
        """Sets what the account has used on a day by whomever, what is unsaved here not counted; ignores past days."""
        with self._lock:
            self._turn_page()
            if day == self._day:
                self._used[account] = saved + self._unsaved.get((account, day), Usage())

    def take_unsaved(self, account: str) -> dict[date, Usage]:
        """What the account has used by day since it was taken last; whoever takes it is to save it."""
        with self._lock:
            keys = [key for key in self._unsaved if key[0] == account]
            return {day: self._unsaved.pop((name, day)) for name, day in keys}

    def give_back(self, account: str, unsaved: dict[date, Usage]) -> None:
        """Takes back what could not be saved."""
        with self._lock:
            for day, usage in unsaved.items():
                self._unsaved[account, day] = self._unsaved.get((account, day), Usage()) + usage

    @property
    def today(self) -> date:
        """The current UTC day."""
        return self._now().astimezone(UTC).date()

    def used(self, account: str) -> Usage:
        """What the account has used today."""
        with self._lock:
            self._turn_page()
            return self._used.get(account, Usage())

    def _priced(self, prompt: int, completion: int, *, calls: int, estimated: int = 0) -> Usage:
        return Usage(calls, prompt, completion, self._prices.cost(prompt, completion), estimated)

    def _turn_page(self) -> None:
        today = self._now().astimezone(UTC).date()
        if today != self._day:
            self._day = today
            self._used.clear()


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: one for three ASCII characters, one for each other character."""
    ascii_length = sum(char.isascii() for char in text)
    return len(text) - ascii_length + -(-ascii_length // 3)


def _exceeds(usage: Usage, budget: Budget) -> bool:
    over_cost = budget.cost is not None and usage.cost > budget.cost
    return over_cost or (budget.tokens is not None and usage.tokens > budget.tokens)


def _exhausted(account: str, used: Usage, budget: Budget) -> str:
    limit = " and ".join(
        part
        for part in (
            f"{budget.cost:g} in cost" if budget.cost is not None else "",
            f"{budget.tokens} tokens" if budget.tokens is not None else "",
        )
        if part
    )
    return (
        f"the language model's budget of {limit} a day cannot cover another call for {account} ({used.tokens} tokens, "
        f"{used.cost:g} in cost used today): raise the budget, or wait for the next UTC day"
    )
