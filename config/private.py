"""Who is known here: that nobody else keeps what he sees, and how his browser tells that he is."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import OF_LINKS

MARK: Final = "istaka_known"
"""The cookie beside the session's that tells scripts that somebody is signed in, and not who."""


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


class KnownHere:
    """Middleware: by the mark a browser asks what public pages leave out for its reader.

    It comes and goes with the session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if session is None:
            return response
        if session.value:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(MARK, "1", max_age=session["max-age"] or None, secure=secure, samesite="Lax")
        else:
            response.delete_cookie(MARK, samesite="Lax")
        return response
