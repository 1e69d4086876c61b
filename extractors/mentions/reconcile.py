"""Makes one set of mentions of what the recognisers proposed: the surer wins where they overlap, then the longer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from extractors.candidates import Mention
from extractors.document import Document

THRESHOLD = 0.55
"""Proposals less sure than this are dropped: a wrong entity is worse than a missing one."""


class ReconcileMentions:
    """Assigns the mentions, not overlapping, in order.

    Args:
        threshold: least confidence, 0–1.
    """

    name = "mentions.reconcile"
    assigns = ("mentions",)
    requires = ("proposals",)

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self._threshold = threshold
        self.version = f"1+threshold-{threshold}"

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `mentions`."""
        for document in documents:
            proposed = [mention for mentions in document.proposals.values() for mention in mentions]
            document.mentions = reconcile(proposed, self._threshold)


def reconcile(proposed: Iterable[Mention], threshold: float = THRESHOLD) -> list[Mention]:
    """The surest of overlapping mentions, those under the threshold left out, in order of place."""
    ranked = sorted(
        (mention for mention in proposed if mention.confidence >= threshold and mention.name),
        key=lambda mention: (-mention.confidence, mention.start - mention.end, mention.start),
    )
    kept: list[Mention] = []
    for mention in ranked:
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)
