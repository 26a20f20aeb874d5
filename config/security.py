"""What a browser is told that it may load and run."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

NOBODY_FRAMES: Final = "frame-ancestors 'none'"
OURSELVES_FRAME: Final = "frame-ancestors 'self'"
"""For a page that a view marks with `xframe_options_sameorigin`: the preview of the large screen."""

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        NOBODY_FRAMES,
    )
)


class ContentSecurityPolicy:
    """Middleware: everything comes from our own files, nothing inline runs.

    No nonce is needed, so that a page can be cached for all its readers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        policy = CONTENT_SECURITY_POLICY.replace(NOBODY_FRAMES, OURSELVES_FRAME if framed else NOBODY_FRAMES)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response
