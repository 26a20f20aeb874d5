from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from threading import Lock
from typing import Final

from django.contrib.auth import SESSION_KEY, login, update_session_auth_hash
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournaments.accounts.domain import sessions
from tournaments.models import User
from tournaments.web.http import PageRequest
from tournaments.web.return_links import referring_page

RECORDED_KEY: Final = "noted"
"""Marks recorded sessions."""
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
SECONDS_BETWEEN_RECORDS: Final = 300
MOST_REMEMBERED: Final = 10_000
_HIDDEN_FIELDS: Final = {"csrfmiddlewaretoken", "next"}
_TOKEN: Final = re.compile(r"[0-9A-Za-z_+/=:.-]{16,}")
"""Values such as tokens, which nobody typed."""


def open_session(request: HttpRequest, user: User) -> None:
    if SESSION_KEY in request.session:
        request.session.cycle_key()
    login(request, user, backend=BACKEND)
    _record_session(request, user)


def renew_session(request: HttpRequest, user: User) -> None:
    update_session_auth_hash(request, user)
    _record_session(request, user)


def _record_session(request: HttpRequest, user: User) -> None:
    key = request.session.session_key
    assert key is not None, "signing in has stored the session"
    sessions.record(
        user=user, session_key=key, device=request.headers.get("User-Agent", ""), at=timezone.now()
    )
    request.session[RECORDED_KEY] = True
    _recent_records.remember(key)


class SessionMiddleware:
    def __init__(self, get_response: Callable[[PageRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        """Ask signed-out visitors of organizer pages to sign in; record the session's use."""
        response = self.get_response(request)
        if response.status_code == HTTPStatus.NOT_FOUND and _needs_sign_in(request):
            response = _ask_to_sign_in(request)
        _record_use(request)
        return response


def _ask_to_sign_in(request: PageRequest) -> HttpResponse:
    """Redirect a GET; a POST gets a 403 page with the typed text."""
    if request.method in ("GET", "HEAD"):
        return redirect(reverse("tournaments:sign_in", query={"next": request.get_full_path()}))
    context = {
        "typed_text": _typed_text(request),
        "return_url": referring_page(request) or reverse("tournaments:dashboard"),
    }
    return render(request, "tournaments/accounts/expired_session.html", context, status=HTTPStatus.FORBIDDEN)


def _needs_sign_in(request: PageRequest) -> bool:
    return (
        request.path.startswith(reverse("tournaments:dashboard"))
        and not request.htmx
        and request.accepts("text/html")
        and not request.user.is_authenticated
    )


def _typed_text(request: PageRequest) -> str:
    return "\n".join(
        value
        for name, values in request.POST.lists()
        for value in values
        if name not in _HIDDEN_FIELDS and value.strip() and not _TOKEN.fullmatch(value)
    )


def _record_use(request: HttpRequest) -> None:
    """At most every five minutes; ignore database errors, which must not break the page."""
    session = request.session
    key = session.session_key
    if session.accessed and key is not None and session.get(RECORDED_KEY) and _recent_records.is_due(key):
        with suppress(DatabaseError):
            sessions.record_use(session_key=key, at=timezone.now())
            _recent_records.remember(key)


class _RecentRecords:
    def __init__(self) -> None:
        self._at: dict[str, float] = {}
        self._lock = Lock()

    def is_due(self, key: str) -> bool:
        with self._lock:
            return time.monotonic() - self._at.get(key, -SECONDS_BETWEEN_RECORDS) >= SECONDS_BETWEEN_RECORDS

    def remember(self, key: str) -> None:
        with self._lock:
            if len(self._at) >= MOST_REMEMBERED:
                self._at.clear()
            self._at[key] = time.monotonic()


_recent_records = _RecentRecords()
