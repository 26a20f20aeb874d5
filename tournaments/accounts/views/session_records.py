from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from django.contrib.auth import SESSION_KEY, login, update_session_auth_hash
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.accounts.domain import sessions
from tournaments.models import User

RECORDED_KEY: Final = "noted"
"""Marks recorded sessions."""
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
SECONDS_BETWEEN_RECORDS: Final = 300
MOST_REMEMBERED: Final = 10_000


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


class SessionUseMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Record the session's use after the response, at most every five minutes; ignore database errors."""
        response = self.get_response(request)
        session = request.session
        key = session.session_key
        if session.accessed and key is not None and session.get(RECORDED_KEY) and _recent_records.is_due(key):
            try:
                sessions.record_use(session_key=key, at=timezone.now())
            except DatabaseError:  # an error must not break the page
                return response
            _recent_records.remember(key)
        return response


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
