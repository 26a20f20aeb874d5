"""Pages as small as the line allows, where nothing on them is secret."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

from scoring.live.views.shared import SharedResponse

COMPRESSED_TYPES: Final = ("text/html", "application/json", "text/javascript", "image/svg+xml")
"""Not a stream of events, which must go out line by line, and not what is compressed as it is."""


class CompressionMiddleware:
    """Middleware: what a stranger may read goes out compressed; what only a signed-in person sees does not.

    From the size of a compressed page one can guess what is secret on it, if one may put words of one's
    own beside it (BREACH). Public pages hold no secret, and Django writes its token anew each time; the
    pages of those who run a club hold the addresses in the tables' codes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.compress = GZipMiddleware(get_response).process_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, SharedResponse):
            return serve_gzip(request, response)
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        if known or kind not in COMPRESSED_TYPES or response.streaming:
            return response
        return self.compress(request, response)


def serve_gzip(request: HttpRequest, response: SharedResponse) -> SharedResponse:
    """What is made once for all is compressed once, too."""
    patch_vary_headers(response, ["Accept-Encoding"])
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = response.made.packed
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))
        if tag := response.headers.get("ETag"):
            response.headers["ETag"] = f"W/{tag}"
    return response
