"""Sends imported turns to the service, batch by batch, losing none in silence."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from service.cli.client import MemoryClient, ServiceUnreachable
from service.cli.documents import IMPORT, INFO
from service.contract import EpisodeInput
from service.errors import DatabaseUnavailable, EverwhenError, InvalidInput
from service.importers import BadRecord, Batch

_PAUSES_S = (0.5, 2.0, 5.0)
_STALLED_S = 180.0


class ImportStopped(InvalidInput):
    """The service refused a turn; what came before it is stored."""


@dataclass
class Tally:
    """What became of the turns sent so far."""

    stored: int = 0
    duplicates: int = 0
    refused: list[BadRecord] = field(default_factory=lambda: [])
    groups: dict[str, int] = field(default_factory=lambda: {})

    @property
    def sent(self) -> int:
        """How many the service has."""
        return self.stored + self.duplicates


def upload(client: MemoryClient, made: Iterable[Batch], *, skip_bad: bool, advance: Callable[[int], None]) -> Tally:
    """What became of all turns of the batches.

    Args:
        client: of the service that stores them.
        made: batches in order.
        skip_bad: whether a turn that the service refuses is left out and noted.
        advance: told how many turns each batch settled.

    Raises:
        ImportStopped: a turn was refused and is not to be skipped; names its position.
        ServiceUnreachable: the service went away and did not come back; says how far it got.
    """
    tally = Tally()
    for batch in made:
        try:
            _send(client, batch, tally, skip_bad)
        except (ServiceUnreachable, DatabaseUnavailable) as error:
            if not tally.sent:
                raise
            raise ServiceUnreachable(
                f"{error}; {tally.sent} turns are stored, and the same command continues there"
            ) from error
        advance(len(batch.positions))
    return tally


def _send(client: MemoryClient, batch: Batch, tally: Tally, skip_bad: bool) -> None:
    while batch.positions:
        try:
            payload = _patiently(client, batch, retry=tally.sent > 0)
        except InvalidInput as error:
            index = _index(error.field)
            if index is None or index >= len(batch.positions):
                raise
            bad = BadRecord(batch.positions[index], f"{error.field.partition('].')[2]}: {error.problem}", error.allowed)
            if not skip_bad:
                raise ImportStopped(
                    bad.position,
                    f"{bad.problem}; {tally.sent} turns before it are stored",
                    f"{bad.allowed}, or --skip-bad",
                ) from error
            tally.refused.append(bad)
            batch = batch.without(index)
        else:
            tally.stored += payload["stored"]
            tally.duplicates += payload["duplicates"]
            group = batch.request.group_id
            tally.groups[group] = tally.groups.get(group, 0) + len(batch.positions)
            return


def _patiently(client: MemoryClient, batch: Batch, *, retry: bool) -> dict[str, Any]:
    for pause in _PAUSES_S if retry else ():
        try:
            return client.run(IMPORT, input=_variables(batch))
        except (ServiceUnreachable, DatabaseUnavailable):
            time.sleep(pause)
    return client.run(IMPORT, input=_variables(batch))


def _index(path: str) -> int | None:
    before, found, rest = path.partition("episodes[")
    number = rest.partition("]")[0]
    return int(number) if found and not before and number.isdecimal() else None


def _variables(batch: Batch) -> dict[str, Any]:
    request = batch.request
    return {
        "groupId": request.group_id,
        "sessionId": request.session_id,
        "episodes": [episode_variables(episode) for episode in request.episodes],
    }


def episode_variables(episode: EpisodeInput) -> dict[str, Any]:
    """The turn as GraphQL's `EpisodeInput`, without what is unset."""
    values = {
        "content": episode.content,
        "role": episode.role.name,
        "actor": episode.actor,
        "validAt": episode.valid_at.isoformat() if episode.valid_at else None,
        "externalId": episode.external_id,
        "source": episode.source,
        "sourceDescription": episode.source_description,
        "importance": episode.importance,
        "metadata": episode.metadata,
        "timeZone": episode.time_zone,
        "participants": list(episode.participants) or None,
        "toolName": episode.tool_name,
        "toolCallId": episode.tool_call_id,
        "toolArgs": episode.tool_args,
        "doNotExtract": episode.do_not_extract or None,
    }
    return {name: value for name, value in values.items() if value is not None}


class NotRead(EverwhenError):
    """Turns are stored, but nobody reads them."""


def wait_until_read(client: MemoryClient, groups: Iterable[str], told: Callable[[int], None]) -> dict[str, int]:
    """How many turns of the groups are in each state, once none is pending.

    Args:
        client: of the service.
        groups: group ids.
        told: told how many are still pending, each time it is looked.

    Raises:
        NotRead: the number pending has not changed for three minutes.
    """
    wanted = sorted(groups)
    least, since = None, time.monotonic()
    while True:
        states = {item["state"].lower(): item["count"] for item in client.run(INFO, groupIds=wanted)["episodesByState"]}
        pending = states.get("pending", 0)
        told(pending)
        if not pending:
            return {state: count for state, count in states.items() if count}
        if pending != least:
            least, since = pending, time.monotonic()
        elif time.monotonic() - since > _STALLED_S:
            raise NotRead(
                f"{pending} turns are stored but were not read for {_STALLED_S:.0f} s: look at `everwhen info`; a "
                "service with EVERWHEN_WORKERS=0 reads none"
            )
        time.sleep(0.3)
