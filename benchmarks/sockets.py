"""Questions over sockets with nothing of ours in between: any bytes go out, any answer is read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

SECONDS: Final = 30.0
"""An answer that takes longer is none."""
AWAY: Final = (OSError, EOFError, TimeoutError)
NONE: Final = 0
"""The status where a connection ended, or stayed silent, without an answer."""


@dataclass(frozen=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    took: float
    text: str = ""


@dataclass(frozen=True)
class Address:
    """Where a server is, and from which address of this machine it is asked; any where none is named."""

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
        named = {"Host": host or f"{self.host}:{self.port}", **(headers or {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return await self.ask(self.head(path, headers={"Connection": "close", **(headers or {})}))

    async def post(self, path: str, body: bytes, headers: Mapping[str, str], *, host: str = "") -> Answer:
        said = {"Connection": "close", "Content-Length": str(len(body)), **headers}
        return await self.ask(self.head(path, "POST", said, host=host) + body)

    async def ask(self, request: bytes, *, half_closed: bool = False) -> Answer:
        """Send these bytes, and read until the server closes; `half_closed`: nothing more will be sent."""
        began, got, writer = time.perf_counter(), b"", None
        with suppress(*AWAY):
            reader, writer = await self.connect()
            with suppress(*AWAY):
                writer.write(request)
                if half_closed:
                    writer.write_eof()
                await writer.drain()
            async with asyncio.timeout(SECONDS):
                while piece := await reader.read(1 << 16):
                    got += piece
        if writer is not None:
            writer.close()
        return Answer(status_of(got), time.perf_counter() - began, got.decode("utf-8", "replace"))


def status_of(got: bytes) -> int:
    """The status of an answer that has begun; NONE where none has."""
    word = got.split(b" ", 2)[1:2] if got.startswith(b"HTTP/") else []
    return int(word[0]) if word and word[0].isdigit() else NONE


def times(answers: Sequence[Answer]) -> str:
    """The median and the longest of their times in milliseconds, and what was not answered with 200."""
    took = sorted(one.took * 1000 for one in answers)
    amiss = tally([one.status for one in answers if one.status != HTTPStatus.OK])
    return f"{took[len(took) // 2]:.0f} ms, at most {took[-1]:.0f}" + (amiss and f" ({amiss})")


def tally(statuses: Sequence[int]) -> str:
    """How many of each status, in words."""
    told = ((statuses.count(one), one or "without an answer") for one in sorted(set(statuses)))
    return ", ".join(f"{number} × {status}" for number, status in told)
