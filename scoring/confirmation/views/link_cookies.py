from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpResponse

from tournaments.languages import restrict_cookie

A_WEEK = 7 * 24 * 3600


def set_page_cookie(response: HttpResponse, name: str, value: str, *, page_name: str, table: UUID) -> None:
    """Set a week's HTTP-only cookie that is sent only below the table's page `page_name`."""
    response.set_cookie(
        name,
        value,
        max_age=A_WEEK,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    restrict_cookie(response, name, page_name, table)
