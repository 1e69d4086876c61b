"""What every reader yields, and how turns become requests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from service.contract import EpisodeInput, RememberInput

_MOST_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """One turn of the file.

    Attributes:
        position: where the reader's user finds it in the file (`line 12`, `conversation 3, message 9f2…`).
        session_id: the conversation it belongs to; None when the file does not say.
        part: a conversation that must have a group of its own because its ids are only unique within it; else None.
    """

    position: str
    episode: EpisodeInput
    session_id: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that should have been a turn and cannot be read as one."""

    position: str
    problem: str
    allowed: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record that is not a turn (an abandoned branch, a hidden message), and why."""

    position: str
    reason: str


Record = ImportedTurn | BadRecord | LeftOut


@dataclass(frozen=True, slots=True)
class Batch:
    """Turns of one group and session that travel in one request, with their positions in the same order."""

    request: RememberInput
    positions: tuple[str, ...]

    def without(self, index: int) -> Batch:
        """The batch with one turn taken out."""
        episodes = self.request.episodes
        return Batch(
            replace(self.request, episodes=episodes[:index] + episodes[index + 1 :]),
            self.positions[:index] + self.positions[index + 1 :],
        )


def batches(turns: Iterable[ImportedTurn], group: str, size: int, session: str | None = None) -> Iterator[Batch]:
    """Requests of at most `size` turns and about a megabyte, each of one group and one session, in file order.

    Turns without an external id get one derived from what they say, so that importing again stores nothing twice.

    Args:
        turns: in file order.
        group: group id; a turn's `part` is appended after a hyphen.
        size: most turns in a request, at least 1.
        session: session of every turn, in place of the file's own.
    """
    seen: dict[str, int] = {}
    held: list[ImportedTurn] = []
    characters = 0
    for turn in turns:
        turn = _with_external_id(replace(turn, session_id=session or turn.session_id), seen)
        full = len(held) >= size or characters + len(turn.episode.content) > _MOST_CHARACTERS
        if held and (full or (turn.session_id, turn.part) != (held[0].session_id, held[0].part)):
            yield _batch(held, group)
            held, characters = [], 0
        held.append(turn)
        characters += len(turn.episode.content)
    if held:
        yield _batch(held, group)


def _batch(turns: list[ImportedTurn], group: str) -> Batch:
    first = turns[0]
    request = RememberInput(
        group_id=f"{group}-{first.part}" if first.part else group,
        session_id=first.session_id,
        episodes=tuple(turn.episode for turn in turns),
    )
    return Batch(request, tuple(turn.position for turn in turns))


def _with_external_id(turn: ImportedTurn, seen: dict[str, int]) -> ImportedTurn:
    if turn.episode.external_id is not None:
        return turn
    episode = turn.episode
    said = [turn.part, turn.session_id, episode.role, episode.actor, str(episode.valid_at), episode.content]
    digest = hashlib.sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:24]
    seen[digest] = seen.get(digest, 0) + 1
    return replace(turn, episode=replace(episode, external_id=f"import:{digest}:{seen[digest]}"))
