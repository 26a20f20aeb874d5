from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header


class PrivateCacheMiddleware:
    """Private unless a view allowed caching and no cookie matters.

    The browser keeps the page for its back button, but revalidates it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        cache_control = response.headers.get("Cache-Control", "public")
        if "public" in cache_control and self._depends_on_visitor(response):
            response.headers["Cache-Control"] = "private, no-cache"
        return response

    @staticmethod
    def _depends_on_visitor(response: HttpResponse) -> bool:
        return (
            "Cache-Control" not in response.headers
            or bool(response.cookies)
            or has_vary_header(response, "Cookie")
        )
