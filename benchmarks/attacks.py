"""Measure how a running server copes with attacks: `python -m benchmarks.attacks ADDRESS`.

It uses only sockets, so it measures every release. Don't run it against a server in use: failed passwords
make the address wait.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import select
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, random
from typing import Final
from urllib.parse import urlencode, urlsplit

from benchmarks.random_requests import TOKEN, nonsense_request
from benchmarks.sockets import (
    CONNECTION_ERRORS,
    NO_STATUS,
    SECONDS,
    Address,
    Answer,
    format_times,
    status_of,
    tally,
)
from config.platform.file_descriptors import raise_descriptor_limit

MEGABYTE: Final = 1_000_000
PIECE_BYTES: Final = 62_500
LARGE_BODY_BYTES: Final = 200 * MEGABYTE  # a multiple of the piece size
SENDERS: Final = (20, 1200)
ASKERS: Final = 150
GUESSES: Final = 40
MAX_CONCURRENT: Final = 8
MAX_ANSWERS: Final = 12
MAX_MISSING_ANSWERS: Final = 3
"""Stop asking for a page after this many missing answers."""
SECONDS_UNTIL_SLOW: Final = 3.0
SECONDS_UNTIL_ANSWERED: Final = 25.0
"""Seconds after which every slow sender should have an answer."""
FORM_CONTENT_TYPE: Final = "application/x-www-form-urlencoded"
CSRF_HEADERS: Final = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
LIVE_PART_HEADERS: Final = {"HX-Request": "true"}
SECONDS_UNTIL_EXPIRED: Final = 3.2
"""Seconds after which a cached live part has expired."""


@dataclass(frozen=True)
class Target:
    visitors: Address
    attackers: Address
    form: str
    temporary: Path | None
    tournament: str
    paths: Sequence[str]


async def measure(target: Target, requests: int) -> None:
    for number in SENDERS:
        await slow_senders(target, number)
    await large_bodies(target)
    await live_parts(target)
    await known_errors(target)
    await send_nonsense(target, requests)
    await guess_passwords(target)
    await send_half_closed(target, requests)


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
                response = await asyncio.wait_for(reader.read(PIECE_BYTES), 1)
        writer.close()
    return status_of(response)


@dataclass(frozen=True)
class BodyFrame:
    """Bytes before and after 200 MB and each piece of them."""

    kind: str = FORM_CONTENT_TYPE
    first: bytes = b""
    before_piece: bytes = b""
    after_piece: bytes = b""
    last: bytes = b""

    @property
    def headers(self) -> dict[str, str]:
        length = {"Content-Length": str(len(self.first) + LARGE_BODY_BYTES + len(self.last))}
        return {
            "Content-Type": self.kind,
            **({"Transfer-Encoding": "chunked"} if self.before_piece else length),
        }


LARGE_BODIES: Final = {
    "announced": BodyFrame(),
    "in chunks": BodyFrame(
        before_piece=f"{PIECE_BYTES:x}\r\n".encode(), after_piece=b"\r\n", last=b"0\r\n\r\n"
    ),
    "as a file": BodyFrame(
        kind="multipart/form-data; boundary=x",
        first=b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
        last=b"\r\n--x--\r\n",
    ),
}


async def large_bodies(target: Target) -> None:
    """Count the bytes of 200 MB that are accepted before the answer."""
    for name, framed in LARGE_BODIES.items():
        with track_growth(target.temporary) as grown:
            accepted, status = await asyncio.to_thread(send_large_body, target.attackers, target.form, framed)
        disk_growth = f", {grown()} MB on the server's disk" if target.temporary else ""
        print_result(
            f"200 MB {name}", f"{accepted / MEGABYTE:.1f} MB taken, then {status or 'no answer'}{disk_growth}"
        )


def send_large_body(address: Address, path: str, framed: BodyFrame) -> tuple[int, int]:
    accepted, answer, source = 0, b"", (address.source, 0) if address.source else None
    to = (address.host, address.port)
    with socket.create_connection(to, SECONDS, source) as connection, suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE_BYTES)
        with suppress(OSError):
            connection.sendall(address.head(path, "POST", CSRF_HEADERS | framed.headers) + framed.first)
            while accepted < LARGE_BODY_BYTES and not select.select([connection], (), (), 0)[0]:
                connection.sendall(framed.before_piece + b"a" * PIECE_BYTES + framed.after_piece)
                accepted += PIECE_BYTES
            connection.sendall(framed.last)
        answer = connection.recv(PIECE_BYTES)
    return accepted, status_of(answer)


@contextmanager
def track_growth(folder: Path | None) -> Iterator[Callable[[], int]]:
    """Yield a function for a folder's maximum growth in megabytes."""
    before = largest = folder_size(folder)

    async def track_size() -> None:
        nonlocal largest
        while True:
            largest = max(largest, folder_size(folder))
            await asyncio.sleep(0.02)

    tracking = asyncio.create_task(track_size())
    try:
        yield lambda: (largest - before) // MEGABYTE
    finally:
        tracking.cancel()


def folder_size(folder: Path | None) -> int:
    total = 0
    for file in folder.rglob("*") if folder else ():
        with suppress(OSError):
            total += file.stat().st_size
    return total


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


async def known_errors(target: Target) -> None:
    """Check requests that made older releases fail."""
    attackers, form = target.attackers, target.form
    parts = {"Content-Type": "multipart/form-data"}
    digits = "9" * 4301
    for name, asking in (
        (
            "a counter of 4,301 digits",
            attackers.get(f"/live/{target.tournament}?heard={digits}", LIVE_PART_HEADERS),
        ),
        (
            "broken parts, an unknown host",
            attackers.post(form, b"--x\r\nCont", CSRF_HEADERS | parts, host="["),
        ),
        (
            "a form in UTF-16",
            attackers.post(
                form, b"a=a", CSRF_HEADERS | {"Content-Type": f"{FORM_CONTENT_TYPE}; charset=utf-16"}
            ),
        ),
        ("20 digits in an address", attackers.get(f"/{target.tournament}draw/{'9' * 20}/")),
    ):
        print_result(name, tally([(await asking).status]))


async def send_nonsense(target: Target, requests: int) -> None:
    draw = Random(101)
    nonsense_requests = [nonsense_request(target.attackers, target.paths, draw) for _one in range(requests)]
    statuses = await send_concurrently(target.attackers, nonsense_requests)
    errors = [status for status in statuses if status >= 500]  # noqa: PLR2004
    print_result(
        f"{requests:,} requests of nonsense",
        f"{tally(errors) or 'no 5xx'}, {statuses.count(NO_STATUS)} dropped",
    )


async def send_half_closed(target: Target, requests: int) -> None:
    """For hyper, closing the sending side is a disconnect."""
    request = target.attackers.head(f"/{target.tournament}bracket/", headers={"Connection": "close"})
    statuses = await send_concurrently(target.attackers, [request] * requests, half_closed=True)
    print_result(f"{requests:,} half-closed requests", tally(statuses))


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


async def explore_target(address: Address, attackers: Address, form: str, temporary: Path | None) -> Target:
    page = (await address.get("/")).text
    tournament = re.search(r'href="/(t/[0-9a-f-]{36}/)"', page)
    if tournament is None:
        sys.exit("No tournament stands on the front page.")
    paths = sorted({*re.findall(r'href="(/[^"#?]*)"', page), form, "/sign-in/"})
    return Target(address, attackers, form, temporary, tournament[1], paths)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks")
    parser.add_argument("address", help="of the server, as http://127.0.0.1:8000")
    parser.add_argument("--form", default="/alistirma/", help="a page that takes a form from everybody")
    parser.add_argument(
        "--attackers", default="", help="the address of this machine that attackers come from"
    )
    parser.add_argument(
        "--temporary", type=Path, help="the folder for temporary files (TMPDIR) of the server"
    )
    parser.add_argument("--requests", type=int, default=500, help="how many of nonsense")
    arguments = parser.parse_args()
    at = urlsplit(arguments.address)
    server = Address(at.hostname or "", at.port or 80)
    raise_descriptor_limit(2 * max(SENDERS))
    target = await explore_target(
        server, replace(server, source=arguments.attackers), arguments.form, arguments.temporary
    )
    await measure(target, arguments.requests)


if __name__ == "__main__":
    asyncio.run(main())
