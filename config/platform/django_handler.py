from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

from config.platform.utf8_requests import Utf8ASGIRequest
from scoring.live.streams.asgi import Receive, Scope, Send


class DjangoHandler(ASGIHandler):
    """Run each page in one reused thread.

    Django's own handler starts two threads for each request.
    """

    request_class = Utf8ASGIRequest

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
                await super().__call__(scope, receive, send)
        finally:
            self._release(thread)

    def _release(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < settings.MAX_CONCURRENT_PAGES:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
