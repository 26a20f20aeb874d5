"""Send any bytes, read any answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

SECONDS: Final = 30.0
"""Longer answers count as missing."""
CONNECTION_ERRORS: Final = (OSError, EOFError, TimeoutError)
NO_STATUS: Final = 0
"""The status of a connection that ended or stayed silent without an answer."""


@dataclass(frozen=True)
class Answer:
    status: int
    seconds_taken: float
    text: str = ""


@dataclass(frozen=True)
class Address:
    """`source` is the local address to ask from."""

    host: str
    port: int
    source: str = ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = (self.source, 0) if self.source else None
        return await asyncio.wait_for(
            asyncio.open_connection(self.host, self.port, local_addr=local), SECONDS
        )

    def head(
        self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None, *, host: str = ""
    ) -> bytes:
        all_headers = {"Host": host or f"{self.host}:{self.port}", **(headers or {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return await self.ask(self.head(path, headers={"Connection": "close", **(headers or {})}))

    async def post(self, path: str, body: bytes, headers: Mapping[str, str], *, host: str = "") -> Answer:
        all_headers = {"Connection": "close", "Content-Length": str(len(body)), **headers}
        return await self.ask(self.head(path, "POST", all_headers, host=host) + body)

    async def ask(self, request: bytes, *, half_closed: bool = False) -> Answer:
        """Read until the server closes."""
        began, received, writer = time.perf_counter(), b"", None
        with suppress(*CONNECTION_ERRORS):
            reader, writer = await self.connect()
            with suppress(*CONNECTION_ERRORS):
                writer.write(request)
                if half_closed:
                    writer.write_eof()
                await writer.drain()
            async with asyncio.timeout(SECONDS):
                while piece := await reader.read(1 << 16):
                    received += piece
        if writer is not None:
            writer.close()
        return Answer(status_of(received), time.perf_counter() - began, received.decode("utf-8", "replace"))


def status_of(response: bytes) -> int:
    """NONE without an answer."""
    word = response.split(b" ", 2)[1:2] if response.startswith(b"HTTP/") else []
    return int(word[0]) if word and word[0].isdigit() else NO_STATUS


def format_times(answers: Sequence[Answer]) -> str:
    """Median and maximum in milliseconds, and statuses other than 200."""
    milliseconds = sorted(answer.seconds_taken * 1000 for answer in answers)
    failures = tally([answer.status for answer in answers if answer.status != HTTPStatus.OK])
    return f"{milliseconds[len(milliseconds) // 2]:.0f} ms, at most {milliseconds[-1]:.0f}" + (
        failures and f" ({failures})"
    )


def tally(statuses: Sequence[int]) -> str:
    counts = (
        (statuses.count(status_code), status_code or "without an answer")
        for status_code in sorted(set(statuses))
    )
    return ", ".join(f"{number} × {status}" for number, status in counts)
