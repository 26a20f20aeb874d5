"""A mark beside the session's cookie: it tells scripts that somebody is signed in, not who."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

MARK: Final = "istaka_known"


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
