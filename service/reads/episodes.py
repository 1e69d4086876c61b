"""Turns, oldest first."""

from __future__ import annotations

from collections.abc import Iterable

from graph_schema.model import OPEN_END, OPEN_START
from graph_schema.store import GraphStore
from service import cursors
from service.contract import EpisodeFilter, EpisodeView, Page
from service.errors import InvalidInput
from service.recall.scope import check_groups, check_times
from service.validation import check_id
from service.views import episode_view, moment

_MAX_SESSIONS = 100


class Episodes:
    """Reads turns."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def page(self, where: EpisodeFilter, first: int, after: str | None) -> Page[EpisodeView]:
        """A page of turns by (valid_at, seq), said in `[since, until)`.

        Raises:
            InvalidInput: the filter, `first` or `after` is not acceptable.
        """
        _check(where)
        cursors.check_first(first)
        mark = cursors.fingerprint("episodes", where)
        key = cursors.decode(mark, after, (str, int, str))
        rows = await self._store.read(
            "read/episodes_page",
            group_ids=list(where.group_ids),
            session_ids=list(where.session_ids),
            roles=[role.value for role in where.roles],
            states=[state.value for state in where.states],
            since=where.since or OPEN_START,
            until=where.until or OPEN_END,
            after_at=moment(key[0]) if key else OPEN_START,
            after_seq=key[1] if key else -1,
            after_uuid=key[2] if key else "",
            most=first + 1,
        )
        return cursors.page(mark, [episode_view(row["episode"]) for row in rows], first, _place)

    async def by_uuid(self, uuids: Iterable[str]) -> list[EpisodeView]:
        """The turns with these uuids in this order; unknown ones are left out."""
        rows = await self._store.read("read/episodes_by_uuid", uuids=list(uuids))
        return [episode_view(row["episode"]) for row in rows]


def _check(where: EpisodeFilter) -> None:
    check_groups(where.group_ids)
    check_times(since=where.since, until=where.until)
    if len(where.session_ids) > _MAX_SESSIONS:
        raise InvalidInput("sessionIds", f"has {len(where.session_ids)} entries", f"at most {_MAX_SESSIONS}")
    for index, session in enumerate(where.session_ids):
        check_id(f"sessionIds[{index}]", session)


def _place(episode: EpisodeView) -> tuple[str, int, str]:
    return episode.valid_at.isoformat(), episode.seq, episode.uuid
