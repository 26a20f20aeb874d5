"""Many requests at once: live parts, guessed passwords, half-closed connections."""

from __future__ import annotations

import asyncio
from random import random
from typing import Final
from urllib.parse import urlencode

from benchmarks.attacks.target import (
    CSRF_HEADERS,
    FORM_CONTENT_TYPE,
    LIVE_PART_HEADERS,
    Target,
    ask_endlessly,
    ask_front_page,
    ask_repeatedly,
    print_result,
    send_concurrently,
)
from benchmarks.sockets import Answer, format_times, tally

ASKERS: Final = 150
GUESSES: Final = 40
SECONDS_UNTIL_EXPIRED: Final = 3.2
"""Seconds after which a cached live part has expired."""


async def live_parts(target: Target) -> None:
    """Others request it with unique queries."""
    tables = f"/live/{target.tournament}tables/?heard=1"
    groups = f"/live/{target.tournament}groups/?heard=9999999"

    async def part() -> Answer:
        await asyncio.sleep(SECONDS_UNTIL_EXPIRED)
        return await target.visitors.get(tables, LIVE_PART_HEADERS)

    async def ask() -> Answer:
        return await target.attackers.get(f"{groups}&n={random()}", LIVE_PART_HEADERS)

    undisturbed = await ask_repeatedly(part)
    async with ask_endlessly(ask, ASKERS) as statuses:
        disturbed = await ask_repeatedly(part)
    print_result(f"live part beside {ASKERS} askers", format_times(disturbed), format_times(undisturbed))
    print_result("  statuses of the askers", tally(statuses))


async def guess_passwords(target: Target) -> None:
    undisturbed = await ask_front_page(target)
    forms = [
        urlencode({"email": "nobody@example.org", "password": f"{number_tried:012}"})
        for number_tried in range(GUESSES)
    ]
    headers = CSRF_HEADERS | {"Content-Type": FORM_CONTENT_TYPE}
    guessed = [
        asyncio.create_task(target.attackers.post("/sign-in/", form.encode(), headers)) for form in forms
    ]
    disturbed = await ask_front_page(target)
    statuses = [answer.status for answer in await asyncio.gather(*guessed)]
    print_result(f"front page beside {GUESSES} guesses", format_times(disturbed), format_times(undisturbed))
    print_result("  checked (422), rate-limited", tally(statuses))


async def send_half_closed(target: Target, requests: int) -> None:
    """For hyper, closing the sending side is a disconnect."""
    request = target.attackers.head(f"/{target.tournament}bracket/", headers={"Connection": "close"})
    statuses = await send_concurrently(target.attackers, [request] * requests, half_closed=True)
    print_result(f"{requests:,} half-closed requests", tally(statuses))
