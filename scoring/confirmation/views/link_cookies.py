"""What a table leaves on phones: who holds its links, for the addresses of that table only."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpResponse

from tournaments.languages import sent_below

A_WEEK = 7 * 24 * 3600


def leave_on_phone(response: HttpResponse, name: str, value: str, *, below: str, table: UUID) -> None:
    """Leave a cookie for a week, which is sent below a page of a table and which no script reads."""
    response.set_cookie(
        name,
        value,
        max_age=A_WEEK,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    sent_below(response, name, below, table)
