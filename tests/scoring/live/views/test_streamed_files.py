from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from django.utils.timezone import localtime
from django.utils.translation import get_language, override

from scoring.live.views.streamed_files import StreamedFile

PIECES = 5


class ChunkSource:
    def __init__(self) -> None:
        self.requested_chunks = 0

    def __call__(self) -> Iterator[bytes]:
        for _piece in range(PIECES):
            self.requested_chunks += 1
            hour = localtime(datetime(2026, 11, 26, 19, tzinfo=UTC)).hour
            yield f"{get_language()}{hour};".encode()


def streamed(making: ChunkSource) -> StreamedFile:
    with override("en"):
        return StreamedFile(making, content_type="text/csv", name="eller.csv", zone="Europe/Istanbul")


async def _first(answer: StreamedFile, pieces: int) -> bytes:
    received = b""
    async for piece in answer:
        received += piece
        pieces -= 1
        if not pieces:
            break
    return received


def test_threaded_server_streams_chunk_by_chunk():
    making = ChunkSource()
    answer = streamed(making)
    assert making.requested_chunks == 0
    with override("tr"):
        assert next(iter(answer)) == b"en22;"
        assert making.requested_chunks == 1
        assert get_language() == "tr"
        assert b"".join(answer) == b"en22;" * (PIECES - 1)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="eller.csv"'


def test_event_loop_streams_until_the_client_disconnects():
    making = ChunkSource()
    assert asyncio.run(_first(streamed(making), PIECES)) == b"en22;" * PIECES
    aborted = ChunkSource()
    assert asyncio.run(_first(streamed(aborted), 2)) == b"en22;" * 2
    assert aborted.requested_chunks == 2
