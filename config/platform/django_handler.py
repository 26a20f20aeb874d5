from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import parse_header_parameters

from scoring.live.streams.asgi import Receive, Scope, Send

UTF_8: Final = "utf-8"


class DjangoHandler(ASGIHandler):
    """Run each page in one reused thread, and count an unreadable content type as none.

    Django's own handler starts two threads for each request, and answers 500 to such a type.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(without_unreadable_content_type(scope), receive, send)
        finally:
            self._release(thread)

    def _release(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < settings.MAX_CONCURRENT_PAGES:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)


def without_unreadable_content_type(scope: Scope) -> Scope:
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if name != b"content-type" or is_readable_content_type(value.decode("latin1"))
    ]
    return {**scope, "headers": headers}


def is_readable_content_type(value: str) -> bool:
    """Whether it is valid and names no other charset than UTF-8."""
    try:
        _kind, parameters = parse_header_parameters(value)
    except ValueError:
        return False
    return parameters.get("charset", UTF_8).lower() == UTF_8
