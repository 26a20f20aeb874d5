from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

from scoring.live.views.response_cache import SharedResponse

COMPRESSED_TYPES: Final = ("text/html", "application/json", "text/javascript", "image/svg+xml")
"""No event streams, sent line by line, nor compressed formats."""


class CompressionMiddleware:
    """Only for visitors without a session: sizes can reveal secrets (BREACH)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.compress = GZipMiddleware(get_response).process_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, SharedResponse):
            return serve_gzip(request, response)
        content_type = response.headers.get("Content-Type", "").partition(";")[0]
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session or content_type not in COMPRESSED_TYPES or response.streaming:
            return response
        return self.compress(request, response)


def serve_gzip(request: HttpRequest, response: SharedResponse) -> SharedResponse:
    patch_vary_headers(response, ["Accept-Encoding"])
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = response.rendered_page.gzipped
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))
        if tag := response.headers.get("ETag"):
            response.headers["ETag"] = f"W/{tag}"
    return response
