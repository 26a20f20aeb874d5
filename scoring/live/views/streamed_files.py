"""Generated while sent, never whole in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from zoneinfo import ZoneInfo

from django.db import connections
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override


class StreamedFile(StreamingHttpResponse):
    """In the request's language and a club's time zone; under an event loop, in its own thread."""

    def __init__(
        self, make: Callable[[], Iterator[bytes]], *, content_type: str, name: str, zone: str
    ) -> None:
        disposition = content_disposition_header(as_attachment=True, filename=name) or ""
        self._pieces = _localized_chunks(make, language=get_language() or "tr", zone=ZoneInfo(zone))
        super().__init__(
            self._pieces, content_type=content_type, headers={"Content-Disposition": disposition}
        )

    async def __aiter__(self) -> AsyncIterator[bytes]:
        thread, loop = ThreadPoolExecutor(max_workers=1), asyncio.get_running_loop()
        try:
            while chunk := await loop.run_in_executor(thread, next, self._pieces, b""):
                yield chunk
        finally:
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)


def _localized_chunks(
    make: Callable[[], Iterator[bytes]], *, language: str, zone: ZoneInfo
) -> Iterator[bytes]:
    """Yield chunks up to an empty one, each made in the language and zone, in whichever thread asks."""
    chunks: Iterator[bytes] | None = None
    while True:
        with override(language), timezone.override(zone):
            chunks = chunks or make()
            chunk = next(chunks, b"")
        if not chunk:
            return
        yield chunk
