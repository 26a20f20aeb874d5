"""Who is known here: that nobody else keeps what he sees, and how his browser tells that he is."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header

MARK: Final = "istaka_known"
"""The cookie beside the session's that tells scripts that somebody is signed in, and not who."""


class KeptByNobodyElse:
    """Middleware: what no view lets caches keep stays with who asked, and so does what depends on cookies.

    His own browser keeps it, for its back button and for what was typed, but asks before it shows it as new.
    Where a view says something stricter, that stands. A page that is the same for everybody may come with a
    cookie all the same: one that can be no session's is taken away.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        said = response.headers.get("Cache-Control", "public")
        if "public" in said and self._is_his(response):
            response.headers["Cache-Control"] = "private, no-cache"
        return response

    @staticmethod
    def _is_his(response: HttpResponse) -> bool:
        return (
            "Cache-Control" not in response.headers
            or bool(response.cookies)
            or has_vary_header(response, "Cookie")
        )


class KnownHere:
    """Middleware: by the mark a browser asks what public pages leave out for its reader.

    It comes and goes with the session; a browser with a session that lacks the mark gets it on its next page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if session is not None and not session.value:
            response.delete_cookie(MARK, samesite="Lax")
        elif session is not None or (
            response.status_code < HTTPStatus.BAD_REQUEST and self._lacks_it(request)
        ):
            age = settings.SESSION_COOKIE_AGE if session is None else session["max-age"] or None
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(MARK, "1", max_age=age, secure=secure, samesite="Lax")
        return response

    @staticmethod
    def _lacks_it(request: HttpRequest) -> bool:
        """Whether he is signed in without it. What is the same for all does not look at him here either."""
        return MARK not in request.COOKIES and request.session.accessed and SESSION_KEY in request.session
