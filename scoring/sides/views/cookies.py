"""What a table leaves on phones: who holds its links, for the addresses of that table only."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse

A_WEEK = 7 * 24 * 3600


def leave_on_phone(response: HttpResponse, name: str, value: str, *, below: str) -> None:
    """Leave a cookie for a week, which is sent to addresses below a path and which no script reads."""
    response.set_cookie(
        name,
        value,
        max_age=A_WEEK,
        path=below,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
