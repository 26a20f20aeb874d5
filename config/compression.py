"""Pages as small as the line allows, where nothing on them is secret."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from scoring.live.everybody import COUNTER

COMPRESSED: Final = ("text/html", "application/json", "text/javascript", "image/svg+xml")
"""Not a stream of events, which must go out line by line, and not what is compressed as it is."""


class CompressPublicPages:
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
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        known = settings.SESSION_COOKIE_NAME in request.COOKIES and COUNTER not in response.headers
        if known or kind not in COMPRESSED or response.streaming:
            return response
        return self.compress(request, response)
