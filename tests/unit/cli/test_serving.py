"""The HTTP server answers at once on every connection."""

from __future__ import annotations

import asyncio
import socket

import pytest

from service.cli.serving import _bind
from service.config import parse_settings
from service.eventloop import run_on_loop


@pytest.mark.parametrize("run", [run_on_loop, asyncio.run], ids=["service", "asyncio"])
def test_answers_do_not_wait_for_the_callers_acknowledgement(run, tmp_path):
    with _bind(parse_settings(host="127.0.0.1", port=0, data_dir=tmp_path)) as listener:
        assert run(_no_delay(listener)) != 0


async def _no_delay(listener: socket.socket) -> int:
    """TCP_NODELAY of an accepted connection; without it an answer in two parts waits 40 ms between them."""
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(serve, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            return await asyncio.wait_for(accepted, 5)
        finally:
            writer.close()
