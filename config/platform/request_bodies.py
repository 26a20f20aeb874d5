"""Bodies of requests: taken in before a page is asked, within a size and a time, without a thread.

A page reads its form in a thread of its own. Whoever announced a form and then sent a byte now and then would
keep that thread; a few dozen such senders, and no page would answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from scoring.live.streams.asgi import App, Receive, Scope, Send, sender
from scoring.live.streams.stream import refuse
from tournaments.files.reading import LARGEST

FAST_SECONDS: Final = 2.0
"""A body that has come by then is not slow, however many others come at the same moment."""
SLOW_SECONDS: Final = 20.0
"""So long a slow body may take. The longest list of names takes two seconds over a poor mobile network."""
MAX_SLOW_SENDERS: Final = 1000
"""So many slow bodies are waited for at a time, whoever sends them: each may take memory up to its size."""
MAX_SLOW_SENDERS_PER_ADDRESS: Final = 100
"""A hall has one address for all its phones; few of them send slowly at a time."""
RETRY_AFTER: Final = "5"
TOO_LARGE: Final = (
    "Gönderdiğiniz çok büyük; hiçbir şey kaydedilmedi. Bir dosya en çok 900 kB olabilir: geri dönün, yalnız"
    " listeyi yeni bir dosyaya kopyalayın.\n\n"
    "What you sent is too large; nothing was stored. A file may have 900 kB: go back, and copy the list alone"
    " into a new one.\n"
)
"""Before any page is asked nobody knows the language; without a script this is all that somebody is told."""


class RequestBodyBuffer:
    """The ASGI application before `app`: it is asked as soon as a body is there, and never sees a slow one.

    What is too large is refused by its announced length, before it is read (413); what takes too long (408)
    or breaks off (400) and who sends too many at once (429, 503) are let go, and their connection with them.
    """

    def __init__(self, app: App, *, at_once: float = FAST_SECONDS, seconds: float = SLOW_SECONDS) -> None:
        self._app = app
        self._at_once = at_once
        self._seconds = seconds
        self.senders: Counter[str] = Counter()
        """How many slow bodies are waited for, by the address that sends them."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(scope):
            await self._app(scope, receive, send)
            return
        body: bytes | HTTPStatus = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if content_length(scope) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            body = await self._take_in(sender(scope), receive)
        if isinstance(body, HTTPStatus):
            said = TOO_LARGE if body is HTTPStatus.REQUEST_ENTITY_TOO_LARGE else ""
            await refuse(send, body, said=said, connection="close", retry_after=RETRY_AFTER)
        else:
            await self._app(scope, BufferedReceive(body, receive), send)

    async def _take_in(self, address: str, receive: Receive) -> bytes | HTTPStatus:
        """The body, or why it is refused."""
        body = asyncio.create_task(read_body(receive))
        try:
            await asyncio.wait({body}, timeout=self._at_once)
            return body.result() if body.done() else await self._wait_for(body, address)
        finally:
            body.cancel()

    async def _wait_for(self, body: asyncio.Task[bytes | HTTPStatus], address: str) -> bytes | HTTPStatus:
        """A slow body, where there is room for one more."""
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
            self.senders += Counter()  # those of nobody go


class BufferedReceive:
    """What `app` receives: the body in one piece, and from then on that the client left."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._message: dict[str, Any] | None = {"type": "http.request", "body": body, "more_body": False}
        self._receive = receive

    async def __call__(self) -> Any:
        message, self._message = self._message, None
        return message or await self._receive()


class InMemoryUploadHandler(FileUploadHandler):
    """Upload handler: what a page that `takes_file` is sent stays in memory, one byte more than it may have.

    Everywhere else a file is read past. Nothing is ever written to a disk.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        asked = self.request.resolver_match if self.request else None
        if asked is None or not getattr(asked.func, "takes_file", False):
            raise SkipFile
        self._file = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self._file.write(raw_data[: LARGEST + 1 - self._file.tell()])
        return None

    def file_complete(self, file_size: int) -> UploadedFile[bytes]:
        self._file.seek(0)
        return UploadedFile(self._file, self.file_name, self.content_type, self._file.getbuffer().nbytes)


async def read_body(receive: Receive) -> bytes | HTTPStatus:
    """The body; a bad request where it breaks off: a server tells a broken chunk as it tells who has left."""
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
    """The length that the sender gives, which the server has understood; 0 where he gives none."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
