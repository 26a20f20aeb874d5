"""Slow clients that announce a form and delay its content."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

SECONDS = 30


@contextmanager
def slow_senders(port: int, number: int, *, host: str = "localhost") -> Iterator[list[socket.socket]]:
    head = f"POST /sign-in/ HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\n"
    kind = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    with ExitStack() as stack:
        senders = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS)) for _ in range(number)
        ]
        for sender in senders:
            sender.sendall(f"{head}{kind}email=".encode())
        yield senders


def first_answer(senders: Sequence[socket.socket]) -> bytes:
    readable, _writable, _failed = select.select(senders, (), (), SECONDS)
    return b"".join(iter(lambda: readable[0].recv(4096), b""))
