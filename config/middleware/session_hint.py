"""A cookie reveals that a user is signed in, not which."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

SESSION_HINT_COOKIE: Final = "istaka_known"
"""Scripts then fetch what cached public pages leave out."""


class SessionHintMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set and delete the hint with the session cookie; users without it also get it, except on errors."""
        response = self.get_response(request)
        session = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if session is not None and not session.value:
            response.delete_cookie(SESSION_HINT_COOKIE, samesite="Lax")
        elif session is not None or (
            response.status_code < HTTPStatus.BAD_REQUEST and self._lacks_cookie(request)
        ):
            age = settings.SESSION_COOKIE_AGE if session is None else session["max-age"] or None
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(SESSION_HINT_COOKIE, "1", max_age=age, secure=secure, samesite="Lax")
        return response

    @staticmethod
    def _lacks_cookie(request: HttpRequest) -> bool:
        """An unread session stays unread."""
        return (
            SESSION_HINT_COOKIE not in request.COOKIES
            and request.session.accessed
            and SESSION_KEY in request.session
        )
