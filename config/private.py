"""Who else may keep what somebody sees who is known here: nobody."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import OF_LINKS


class KeptByNobodyElse:
    """Middleware: what a signed-in person or a phone at a table is shown stays with him.

    His own browser keeps it, for its back button and for what was typed, but asks before it shows it as new.
    Where a view says something stricter, that stands.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or any(
            name.startswith(OF_LINKS) for name in request.COOKIES
        ):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
