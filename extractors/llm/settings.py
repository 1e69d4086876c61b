"""How the language model is called, priced and limited."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in any one currency; zero for a model of one's own."""

    prompt_per_million: float = 0.0
    completion_per_million: float = 0.0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The cost of a call in the prices' currency."""
        total = prompt_tokens * self.prompt_per_million + completion_tokens * self.completion_per_million
        return total / 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that one account may spend in a UTC day; None is without limit."""

    cost: float | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class LLMSettings:
    """How to use one model.

    Attributes:
        model: name the endpoint knows.
        timeout_s: for a batch with all its retries, in seconds.
        retries: of a call on 408, 409, 429, 5xx and lost connections, after a growing pause or as `Retry-After` says.
        batch_turns: most turns (or parts of long turns) in a call.
        batch_chars: most characters of content in a call; a longer turn goes in parts.
        parallel: calls in flight at a time.
        max_output_tokens: of one answer.
        max_answer_bytes: of one response; what is longer is refused unread.
    """

    model: str
    timeout_s: float = 90.0
    retries: int = 3
    batch_turns: int = 16
    batch_chars: int = 12_000
    parallel: int = 4
    max_output_tokens: int = 4096
    max_answer_bytes: int = 1_000_000
    prices: Prices = field(default_factory=Prices)
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        if not self.model.strip():
            raise ValueError("model is empty: name one that the endpoint knows")
        for name in ("timeout_s", "batch_turns", "batch_chars", "parallel", "max_output_tokens", "max_answer_bytes"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be larger than 0, not {getattr(self, name)!r}")
        if self.retries < 0:
            raise ValueError(f"retries must be 0 or more, not {self.retries!r}")
