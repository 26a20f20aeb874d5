"""Clients that send a form byte by byte."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from benchmarks.attacks.target import HEADERS, NO_STATUS, Target, count, print_result

SENDERS: Final = (20, 1200)
SECONDS_UNTIL_SLOW: Final = 3.0
SECONDS_UNTIL_ANSWERED: Final = 25.0
"""Seconds after which every slow sender should have an answer."""


async def slow_senders(target: Target, number: int) -> None:
    undisturbed = await asyncio.to_thread(target.visit)
    senders = [asyncio.create_task(send_slowly(target)) for _sender in range(number)]
    await asyncio.sleep(SECONDS_UNTIL_SLOW)
    still_open = sum(not sender.done() for sender in senders)
    disturbed = await asyncio.to_thread(target.visit)
    print_result(f"front page beside {number:,} slow senders", disturbed, undisturbed)
    print_result("  held meanwhile", f"{still_open:,}")
    print_result("  how they were answered", count(await asyncio.gather(*senders)))


async def send_slowly(target: Target) -> str:
    """Send a byte a second; return the status."""
    until = time.monotonic() + SECONDS_UNTIL_ANSWERED
    headers = HEADERS | {"Host": f"{target.host}:{target.port}", "Content-Length": "100000"}
    lines = [f"POST {target.form} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    response = b""
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection(target.host, target.port)
        writer.write("\r\n".join([*lines, "", ""]).encode())
        while not response and not reader.at_eof() and time.monotonic() < until:
            writer.write(b"a")
            with suppress(TimeoutError):
                response = await asyncio.wait_for(reader.readline(), 1)
        writer.close()
    return response.split()[1].decode() if response else NO_STATUS
