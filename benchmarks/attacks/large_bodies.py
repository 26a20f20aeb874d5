"""Forms of 200 MB: how much of one the server takes before it answers."""

from __future__ import annotations

import select
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from benchmarks.attacks.target import HEADERS, Target, print_result, status_of

MEGABYTE: Final = 1_000_000
PIECE: Final = b"a" * 62_500
LARGE_BODY_BYTES: Final = 200 * MEGABYTE
LENGTH: Final = {"Content-Length": str(LARGE_BODY_BYTES)}


@dataclass(frozen=True)
class LargeBody:
    name: str
    headers: dict[str, str] = field(default_factory=dict)
    first: bytes = b""
    piece: bytes = PIECE


LARGE_BODIES: Final = (
    LargeBody("announced", LENGTH),
    LargeBody(
        "in chunks",
        {"Transfer-Encoding": "chunked"},
        piece=f"{len(PIECE):x}\r\n".encode() + PIECE + b"\r\n",
    ),
    LargeBody(
        "as a file",
        {**LENGTH, "Content-Type": "multipart/form-data; boundary=x"},
        first=b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
    ),
)


def large_bodies(target: Target) -> None:
    for body in LARGE_BODIES:
        taken, status = send(target, body)
        print_result(f"200 MB {body.name}", f"{taken / MEGABYTE:.1f} MB taken, then {status}")


def send(target: Target, body: LargeBody) -> tuple[int, str]:
    """Send until the answer comes; return the bytes that were taken, and the status."""
    taken, connection = 0, target.connection()
    connection.putrequest("POST", target.form)
    for name, value in (HEADERS | body.headers).items():
        connection.putheader(name, value)
    with suppress(OSError):
        connection.endheaders(body.first)
        while taken < LARGE_BODY_BYTES and not select.select([connection.sock], (), (), 0)[0]:
            connection.send(body.piece)
            taken += len(PIECE)
    return taken, status_of(connection)
