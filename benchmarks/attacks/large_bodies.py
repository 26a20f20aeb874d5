from __future__ import annotations

import asyncio
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.attacks.target import CSRF_HEADERS, FORM_CONTENT_TYPE, Target, print_result
from benchmarks.sockets import SECONDS, Address, status_of

MEGABYTE: Final = 1_000_000
PIECE_BYTES: Final = 62_500
LARGE_BODY_BYTES: Final = 200 * MEGABYTE  # a multiple of the piece size


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
