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

from benchmarks.nonsense import TOKEN, nonsense
from benchmarks.sockets import AWAY, NONE, SECONDS, Address, Answer, status_of, tally, times
from config.platform.file_descriptors import raise_descriptor_limit

MEGABYTE: Final = 1_000_000
PIECE: Final = 62_500
MUCH: Final = 200 * MEGABYTE  # a multiple of the piece size
SENDERS: Final = (20, 1200)
ASKERS: Final = 150
GUESSES: Final = 40
AT_A_TIME: Final = 8
ASKS: Final = 12
PATIENCE: Final = 3
"""Stop asking for a page after this many missing answers."""
UNTIL_SLOW: Final = 3.0
UNTIL_TOLD: Final = 25.0
"""Seconds after which every slow sender should have an answer."""
FORM: Final = "application/x-www-form-urlencoded"
PROOF: Final = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
LIVE: Final = {"HX-Request": "true"}
UNTIL_FORGOTTEN: Final = 3.2
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
    await nonsense_to_all(target, requests)
    await guesses(target)
    await closed_at_once(target, requests)


async def slow_senders(target: Target, number: int) -> None:
    """Many clients send forms byte by byte."""
    undisturbed = await front(target)
    headers = PROOF | {"Content-Type": FORM, "Content-Length": "100000"}
    head = target.attackers.head(target.form, "POST", headers)
    began = time.monotonic()
    senders = [asyncio.create_task(slow_sender(target.attackers, head)) for _one in range(number)]
    await asyncio.sleep(UNTIL_SLOW)
    still_open = sum(not sender.done() for sender in senders)
    disturbed = await front(target, until=began + UNTIL_TOLD)
    told(f"front page beside {number:,} slow senders", times(disturbed), times(undisturbed))
    told("  held meanwhile", f"{still_open:,}")
    answered = await asyncio.gather(*senders)
    told("  how they were answered", tally(answered))


async def slow_sender(address: Address, head: bytes) -> int:
    """Send a byte a second; return the status."""
    response, until = b"", time.monotonic() + UNTIL_TOLD
    with suppress(*AWAY):
        reader, writer = await address.connect()
        writer.write(head)
        while not response and not reader.at_eof() and time.monotonic() < until:
            writer.write(b"a")
            with suppress(TimeoutError):
                response = await asyncio.wait_for(reader.read(PIECE), 1)
        writer.close()
    return status_of(response)


@dataclass(frozen=True)
class Framed:
    """Bytes before and after 200 MB and each piece of them."""

    kind: str = FORM
    first: bytes = b""
    before: bytes = b""
    behind: bytes = b""
    last: bytes = b""

    @property
    def headers(self) -> dict[str, str]:
        length = {"Content-Length": str(len(self.first) + MUCH + len(self.last))}
        return {"Content-Type": self.kind, **({"Transfer-Encoding": "chunked"} if self.before else length)}


MUCH_OF_ALL_KINDS: Final = {
    "announced": Framed(),
    "in chunks": Framed(before=f"{PIECE:x}\r\n".encode(), behind=b"\r\n", last=b"0\r\n\r\n"),
    "as a file": Framed(
        kind="multipart/form-data; boundary=x",
        first=b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
        last=b"\r\n--x--\r\n",
    ),
}


async def large_bodies(target: Target) -> None:
    """Count the bytes of 200 MB that are accepted before the answer."""
    for name, framed in MUCH_OF_ALL_KINDS.items():
        with growth(target.temporary) as grown:
            accepted, status = await asyncio.to_thread(send_much, target.attackers, target.form, framed)
        disk_growth = f", {grown()} MB on the server's disk" if target.temporary else ""
        told(
            f"200 MB {name}", f"{accepted / MEGABYTE:.1f} MB taken, then {status or 'no answer'}{disk_growth}"
        )


def send_much(address: Address, path: str, framed: Framed) -> tuple[int, int]:
    accepted, answer, source = 0, b"", (address.source, 0) if address.source else None
    to = (address.host, address.port)
    with socket.create_connection(to, SECONDS, source) as connection, suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE)
        with suppress(OSError):
            connection.sendall(address.head(path, "POST", PROOF | framed.headers) + framed.first)
            while accepted < MUCH and not select.select([connection], (), (), 0)[0]:
                connection.sendall(framed.before + b"a" * PIECE + framed.behind)
                accepted += PIECE
            connection.sendall(framed.last)
        answer = connection.recv(PIECE)
    return accepted, status_of(answer)


@contextmanager
def growth(folder: Path | None) -> Iterator[Callable[[], int]]:
    """Yield a function for a folder's maximum growth in megabytes."""
    before = largest = size_of(folder)

    async def track_size() -> None:
        nonlocal largest
        while True:
            largest = max(largest, size_of(folder))
            await asyncio.sleep(0.02)

    tracking = asyncio.create_task(track_size())
    try:
        yield lambda: (largest - before) // MEGABYTE
    finally:
        tracking.cancel()


def size_of(folder: Path | None) -> int:
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
        await asyncio.sleep(UNTIL_FORGOTTEN)
        return await target.visitors.get(tables, LIVE)

    async def ask() -> Answer:
        return await target.attackers.get(f"{groups}&n={random()}", LIVE)

    undisturbed = await in_turn(part)
    async with endlessly(ask, ASKERS) as statuses:
        disturbed = await in_turn(part)
    told(f"live part beside {ASKERS} askers", times(disturbed), times(undisturbed))
    told("  these were told", tally(statuses))


async def known_errors(target: Target) -> None:
    """Check requests that made older releases fail."""
    attackers, form = target.attackers, target.form
    parts = {"Content-Type": "multipart/form-data"}
    digits = "9" * 4301
    for name, asking in (
        ("a counter of 4,301 digits", attackers.get(f"/live/{target.tournament}?heard={digits}", LIVE)),
        ("broken parts, an unknown host", attackers.post(form, b"--x\r\nCont", PROOF | parts, host="[")),
        (
            "a form in UTF-16",
            attackers.post(form, b"a=a", PROOF | {"Content-Type": f"{FORM}; charset=utf-16"}),
        ),
        ("20 digits in an address", attackers.get(f"/{target.tournament}draw/{'9' * 20}/")),
    ):
        told(name, tally([(await asking).status]))


async def nonsense_to_all(target: Target, requests: int) -> None:
    draw = Random(101)
    nonsense_requests = [nonsense(target.attackers, target.paths, draw) for _one in range(requests)]
    statuses = await some_at_a_time(target.attackers, nonsense_requests)
    errors = [status for status in statuses if status >= 500]  # noqa: PLR2004
    told(f"{requests:,} requests of nonsense", f"{tally(errors) or 'no 5xx'}, {statuses.count(NONE)} dropped")


async def closed_at_once(target: Target, requests: int) -> None:
    """For hyper, closing the sending side is a disconnect."""
    request = target.attackers.head(f"/{target.tournament}bracket/", headers={"Connection": "close"})
    statuses = await some_at_a_time(target.attackers, [request] * requests, half_closed=True)
    told(f"{requests:,} half-closed requests", tally(statuses))


async def guesses(target: Target) -> None:
    undisturbed = await front(target)
    forms = [
        urlencode({"email": "nobody@example.org", "password": f"{number_tried:012}"})
        for number_tried in range(GUESSES)
    ]
    headers = PROOF | {"Content-Type": FORM}
    guessed = [
        asyncio.create_task(target.attackers.post("/sign-in/", form.encode(), headers)) for form in forms
    ]
    disturbed = await front(target)
    statuses = [answer.status for answer in await asyncio.gather(*guessed)]
    told(f"front page beside {GUESSES} guesses", times(disturbed), times(undisturbed))
    told("  looked at (422), told to wait", tally(statuses))


async def front(target: Target, until: float = math.inf) -> list[Answer]:
    return await in_turn(lambda: target.visitors.get("/"), until)


async def in_turn(ask: Callable[[], Awaitable[Answer]], until: float = math.inf) -> list[Answer]:
    answers = [await ask()]
    while (
        len(answers) < ASKS
        and sum(answer.status == NONE for answer in answers) < PATIENCE
        and time.monotonic() < until
    ):
        answers.append(await ask())
    return answers


@asynccontextmanager
async def endlessly(ask: Callable[[], Awaitable[Answer]], number: int) -> AsyncIterator[list[int]]:
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


async def some_at_a_time(
    address: Address, requests: Sequence[bytes], *, half_closed: bool = False
) -> list[int]:
    semaphore = asyncio.Semaphore(AT_A_TIME)

    async def send(request: bytes) -> int:
        async with semaphore:
            return (await address.ask(request, half_closed=half_closed)).status

    return await asyncio.gather(*(send(content) for content in requests))


def told(name: str, figure: str, floor: str = "") -> None:
    print(f"{name:38}{figure}" + (floor and f"   [undisturbed: {floor}]"), flush=True)


async def explored(address: Address, attackers: Address, form: str, temporary: Path | None) -> Target:
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
    target = await explored(
        server, replace(server, source=arguments.attackers), arguments.form, arguments.temporary
    )
    await measure(target, arguments.requests)


if __name__ == "__main__":
    asyncio.run(main())
