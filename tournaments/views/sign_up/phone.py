"""What signing up leaves on a phone: the code, signed, for the addresses of that sign-up only."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpResponse

from tournaments.domain.sign_up import applying
from tournaments.languages import sent_below
from tournaments.models import Application, Tournament
from tournaments.views.http import PageRequest

SALT: Final = "tournaments.signed-up"
KEPT: Final = 120 * 24 * 3600
"""So many seconds a phone keeps it."""


def remember_code(response: HttpResponse, tournament: Tournament, code: str) -> None:
    """Leave the code on the phone; nothing of it is to stay in a cache between."""
    name = _name(tournament)
    response.set_signed_cookie(
        name,
        code,
        salt=SALT,
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    sent_below(response, name, "tournaments:sign_up", tournament.public_id)
    response.headers["Cache-Control"] = "no-store"


def code_on(request: PageRequest, tournament: Tournament) -> str:
    """The code that this phone was left; blank where there is none. It is signed: nobody guesses so."""
    return request.get_signed_cookie(_name(tournament), default="", salt=SALT, max_age=KEPT) or ""


def application_on(request: PageRequest, tournament: Tournament) -> Application | None:
    """What was signed up on this phone, or opened there by its code."""
    code = code_on(request, tournament)
    return applying.of_code(tournament, code) if code else None


def _name(tournament: Tournament) -> str:
    return f"signed_up_{tournament.public_id.hex}"
