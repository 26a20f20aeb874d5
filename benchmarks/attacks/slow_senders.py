from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from benchmarks.attacks.target import CSRF_HEADERS, FORM_CONTENT_TYPE, Target, ask_front_page, print_result
from benchmarks.sockets import CONNECTION_ERRORS, Address, format_times, status_of, tally

SENDERS: Final = (20, 1200)
READ_BYTES: Final = 62_500
SECONDS_UNTIL_SLOW: Final = 3.0
SECONDS_UNTIL_ANSWERED: Final = 25.0
"""Seconds after which every slow sender should have an answer."""


async def slow_senders(target: Target, number: int) -> None:
    """Many clients send forms byte by byte."""
    undisturbed = await ask_front_page(target)
    headers = CSRF_HEADERS | {"Content-Type": FORM_CONTENT_TYPE, "Content-Length": "100000"}
    head = target.attackers.head(target.form, "POST", headers)
    began = time.monotonic()
    senders = [asyncio.create_task(slow_sender(target.attackers, head)) for _one in range(number)]
    await asyncio.sleep(SECONDS_UNTIL_SLOW)
    still_open = sum(not sender.done() for sender in senders)
    disturbed = await ask_front_page(target, until=began + SECONDS_UNTIL_ANSWERED)
    print_result(
        f"front page beside {number:,} slow senders", format_times(disturbed), format_times(undisturbed)
    )
    print_result("  held meanwhile", f"{still_open:,}")
    answered = await asyncio.gather(*senders)
    print_result("  how they were answered", tally(answered))


async def slow_sender(address: Address, head: bytes) -> int:
    """Send a byte a second; return the status."""
    response, until = b"", time.monotonic() + SECONDS_UNTIL_ANSWERED
    with suppress(*CONNECTION_ERRORS):
        reader, writer = await address.connect()
        writer.write(head)
        while not response and not reader.at_eof() and time.monotonic() < until:
            writer.write(b"a")
            with suppress(TimeoutError):
                response = await asyncio.wait_for(reader.read(READ_BYTES), 1)
        writer.close()
    return status_of(response)
