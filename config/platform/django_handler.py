"""A page is made in one thread, from the first middleware to the last; threads are used again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

from config.platform.utf8_requests import Utf8ASGIRequest
from scoring.live.streams.asgi import Receive, Scope, Send


class DjangoHandler(ASGIHandler):
    """Django, whose middleware and views are all plain functions here.

    Left to itself it begins two threads for each request, and goes from there to the event loop and back for
    every few of them.
    """

    request_class = Utf8ASGIRequest

    def __init__(self) -> None:
        super().__init__()
        self._resting: list[ThreadPoolExecutor] = []

    def load_middleware(self, is_async: bool = False) -> None:
        """As a server does that knows threads alone, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thread = self._resting.pop() if self._resting else ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            self._let_rest(thread)

    def _let_rest(self, thread: ThreadPoolExecutor) -> None:
        """Keep it for the next request; as many as pages are made at once are enough."""
        if len(self._resting) < settings.PAGES_AT_ONCE:
            self._resting.append(thread)
        else:
            thread.shutdown(wait=False)
