"""The server under attack, and what every attack asks and prints."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.random_requests import TOKEN
from benchmarks.sockets import NO_STATUS, Address, Answer

MAX_CONCURRENT: Final = 8
MAX_ANSWERS: Final = 12
MAX_MISSING_ANSWERS: Final = 3
"""Stop asking for a page after this many missing answers."""
FORM_CONTENT_TYPE: Final = "application/x-www-form-urlencoded"
CSRF_HEADERS: Final = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
LIVE_PART_HEADERS: Final = {"HX-Request": "true"}


@dataclass(frozen=True)
class Target:
    visitors: Address
    attackers: Address
    form: str
    temporary: Path | None
    tournament: str
    paths: Sequence[str]


async def ask_front_page(target: Target, until: float = math.inf) -> list[Answer]:
    return await ask_repeatedly(lambda: target.visitors.get("/"), until)


async def ask_repeatedly(ask: Callable[[], Awaitable[Answer]], until: float = math.inf) -> list[Answer]:
    answers = [await ask()]
    while (
        len(answers) < MAX_ANSWERS
        and sum(answer.status == NO_STATUS for answer in answers) < MAX_MISSING_ANSWERS
        and time.monotonic() < until
    ):
        answers.append(await ask())
    return answers


@asynccontextmanager
async def ask_endlessly(ask: Callable[[], Awaitable[Answer]], number: int) -> AsyncIterator[list[int]]:
    """Yield the statuses of many clients until the block ends."""
    statuses: list[int] = []

    async def ask_forever() -> None:
        while True:
            statuses.append((await ask()).status)

    asking = [asyncio.create_task(ask_forever()) for _one in range(number)]
    try:
        yield statuses
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def send_concurrently(
    address: Address, requests: Sequence[bytes], *, half_closed: bool = False
) -> list[int]:
    semaphore = asyncio.Semaphore(MAX_CONCURRENT)

    async def send(request: bytes) -> int:
        async with semaphore:
            return (await address.ask(request, half_closed=half_closed)).status

    return await asyncio.gather(*(send(content) for content in requests))


def print_result(name: str, figure: str, floor: str = "") -> None:
    print(f"{name:38}{figure}" + (floor and f"   [undisturbed: {floor}]"), flush=True)
