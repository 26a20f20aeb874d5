"""Views read forms in threads, which slow clients could all occupy."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from scoring.live.streams.asgi import App, Receive, Scope, Send, client_address
from scoring.live.streams.event_stream import send_error
from tournaments.spreadsheets.file_types import MAX_BYTES

FAST_SECONDS: Final = 2.0
"""Complete by then, a body is never slow, however many arrive."""
SLOW_SECONDS: Final = 20.0
"""The longest list of names takes two seconds on a poor mobile network."""
MAX_SLOW_SENDERS: Final = 1000
"""In all; each may take memory up to its size."""
MAX_SLOW_SENDERS_PER_ADDRESS: Final = 100
"""Phones of a hall share an address; few are slow at a time."""
RETRY_AFTER: Final = "5"
TOO_LARGE: Final = (
    "Gönderdiğiniz çok büyük; hiçbir şey kaydedilmedi. Bir dosya en çok 900 kB olabilir: geri dönün, yalnız"
    " listeyi yeni bir dosyaya kopyalayın.\n\n"
    "Your upload is too large; nothing was stored. A file can have up to 900 kB. Go back and copy"
    " only the list into a new file.\n"
)
"""Both languages: no view has resolved one."""


class RequestBodyBuffer:
    """Pass a request on once its body is complete.

    Refuse what announces too much (413), takes too long (408) or breaks off (400), and too many slow ones
    (429 per address, 503 in all); close the connection.
    """

    def __init__(
        self, app: App, *, fast_seconds: float = FAST_SECONDS, seconds: float = SLOW_SECONDS
    ) -> None:
        self._app = app
        self._at_once = fast_seconds
        self._seconds = seconds
        self.senders: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body before calling the app, or send its error."""
        if scope["type"] != "http" or not has_body(scope):
            await self._app(scope, receive, send)
            return
        body: bytes | HTTPStatus = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if content_length(scope) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            body = await self._read_in_time(client_address(scope), receive)
        if isinstance(body, HTTPStatus):
            text = TOO_LARGE if body is HTTPStatus.REQUEST_ENTITY_TOO_LARGE else ""
            await send_error(send, body, text=text, connection="close", retry_after=RETRY_AFTER)
        else:
            await self._app(scope, BufferedReceive(body, receive), send)

    async def _read_in_time(self, address: str, receive: Receive) -> bytes | HTTPStatus:
        body = asyncio.create_task(read_body(receive))
        try:
            await asyncio.wait({body}, timeout=self._at_once)
            return body.result() if body.done() else await self._wait_for_slow(body, address)
        finally:
            body.cancel()

    async def _wait_for_slow(
        self, body: asyncio.Task[bytes | HTTPStatus], address: str
    ) -> bytes | HTTPStatus:
        """Return the body; 429 or 503 for too many slow senders (per address, in all), 408 if too slow.

        The caller cancels it.
        """
        if self.senders[address] >= MAX_SLOW_SENDERS_PER_ADDRESS:
            return HTTPStatus.TOO_MANY_REQUESTS
        if self.senders.total() >= MAX_SLOW_SENDERS:
            return HTTPStatus.SERVICE_UNAVAILABLE
        self.senders[address] += 1
        try:
            return await asyncio.wait_for(body, self._seconds)
        except TimeoutError:
            return HTTPStatus.REQUEST_TIMEOUT
        finally:
            self.senders[address] -= 1
            self.senders += Counter()  # drop zero counts


class BufferedReceive:
    """One message, then the disconnect."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._message: dict[str, Any] | None = {"type": "http.request", "body": body, "more_body": False}
        self._receive = receive

    async def __call__(self) -> Any:
        message, self._message = self._message, None
        return message or await self._receive()


class InMemoryUploadHandler(FileUploadHandler):
    """At most one byte over the limit, only for views with `takes_file`."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        match = self.request.resolver_match if self.request else None
        if match is None or not getattr(match.func, "takes_file", False):
            raise SkipFile
        self._file = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self._file.write(raw_data[: MAX_BYTES + 1 - self._file.tell()])
        return None

    def file_complete(self, file_size: int) -> UploadedFile[bytes]:
        self._file.seek(0)
        return UploadedFile(self._file, self.file_name, self.content_type, self._file.getbuffer().nbytes)


async def read_body(receive: Receive) -> bytes | HTTPStatus:
    """Return the body; 413 if too large, 400 for a disconnect or a broken chunk."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return HTTPStatus.BAD_REQUEST
        body += message.get("body", b"")
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if not message.get("more_body", False):
            return bytes(body)


def has_body(scope: Scope) -> bool:
    names = {name for name, _value in scope["headers"]}
    return b"transfer-encoding" in names or content_length(scope) > 0


def content_length(scope: Scope) -> int:
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
