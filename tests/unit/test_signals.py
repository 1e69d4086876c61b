"""Signals between those who store, those who read and those who wait."""

from __future__ import annotations

import asyncio

from service.ingest.signals import Signals

NEVER_S = 3600.0


async def test_gathering_ends_at_once_while_somebody_waits():
    signals = Signals()
    with signals.waiting():
        await asyncio.wait_for(signals.gather(NEVER_S), 5)


async def test_gathering_ends_when_somebody_begins_to_wait():
    signals = Signals()
    gathering = asyncio.create_task(signals.gather(NEVER_S))
    await asyncio.sleep(0)
    assert not gathering.done()
    with signals.waiting():
        await asyncio.wait_for(gathering, 5)


async def test_gathering_goes_on_when_the_last_one_has_stopped_waiting():
    signals = Signals()
    with signals.waiting():
        with signals.waiting():
            pass
        await asyncio.wait_for(signals.gather(NEVER_S), 5)
    gathering = asyncio.create_task(signals.gather(NEVER_S))
    await asyncio.sleep(0)
    assert not gathering.done()
    gathering.cancel()


async def test_work_stored_before_anybody_waits_for_it_is_not_missed():
    signals = Signals()
    signals.stored("group")
    await asyncio.wait_for(signals.wait_for_work(NEVER_S), 5)
