"""What signing up and checking in leave on a phone: signed, for the addresses of that sign-up only."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse

from tournaments.domain.sign_up import applying
from tournaments.languages import sent_below
from tournaments.models import Application, Tournament
from tournaments.views.http import PageRequest

SALT: Final = "tournaments.signed-up"
KEPT: Final = 120 * 24 * 3600
"""So many seconds a phone keeps it."""
SIGNING_UP: Final = "signing_up"
A_WEEK: Final = 7 * 24 * 3600
IN_THE_ROOM, CHECKED_IN = "in_the_room", "checked_in"
FOR_A_WHILE: Final = 15 * 60
"""So many seconds somebody who saw the room's code may take to find himself."""
AN_EVENING: Final = 24 * 3600
MOST_CHECKED_IN: Final = 4
"""So many entrants a phone can speak for: friends without a phone come along."""


def remember_code(response: HttpResponse, tournament: Tournament, code: str) -> None:
    """Leave the code on the phone; nothing of it is to stay in a cache between."""
    _leave(response, tournament, _name(tournament), code, salt=SALT, seconds=KEPT)


def code_on(request: PageRequest, tournament: Tournament) -> str:
    """The code that this phone was left; blank where there is none. It is signed: nobody guesses so."""
    return request.get_signed_cookie(_name(tournament), default="", salt=SALT, max_age=KEPT) or ""


def application_on(request: PageRequest, tournament: Tournament) -> Application | None:
    """What was signed up on this phone, or opened there by its code."""
    code = code_on(request, tournament)
    return applying.of_code(tournament, code) if code else None


def form_secret_on(request: PageRequest, tournament: Tournament) -> str:
    """Return the secret that this browser got with the form; blank if it has none."""
    name = f"{SIGNING_UP}_{tournament.public_id.hex}"
    return request.get_signed_cookie(name, default="", salt=SIGNING_UP, max_age=A_WEEK) or ""


def remember_form(request: PageRequest, response: HttpResponse, tournament: Tournament) -> None:
    """Give a browser that has no secret yet one, by which a form that it sends twice is known as its own."""
    if not form_secret_on(request, tournament):
        name = f"{SIGNING_UP}_{tournament.public_id.hex}"
        secret = secrets.token_urlsafe()
        _leave(response, tournament, name, secret, salt=SIGNING_UP, seconds=A_WEEK)


def remember_room(response: HttpResponse, tournament: Tournament, mark: str) -> None:
    """Leave a phone that showed the room's code a mark that it is there, for some minutes."""
    name = f"{IN_THE_ROOM}_{tournament.public_id.hex}"
    _leave(response, tournament, name, mark, salt=IN_THE_ROOM, seconds=FOR_A_WHILE)


def room_on(request: PageRequest, tournament: Tournament) -> str:
    """The mark of the room that this phone was left a few minutes ago; blank where there is none."""
    name = f"{IN_THE_ROOM}_{tournament.public_id.hex}"
    return request.get_signed_cookie(name, default="", salt=IN_THE_ROOM, max_age=FOR_A_WHILE) or ""


def remember_checked_in(response: HttpResponse, tournament: Tournament, entrants: Sequence[UUID]) -> None:
    """Leave a phone for whom it spoke, the last of them first, so that it can take that back."""
    name = f"{CHECKED_IN}_{tournament.public_id.hex}"
    told = ".".join(one.hex for one in entrants[:MOST_CHECKED_IN])
    _leave(response, tournament, name, told, salt=CHECKED_IN, seconds=AN_EVENING)


def checked_in_on(request: PageRequest, tournament: Tournament) -> list[UUID]:
    """The public ids of the entrants for whom this phone spoke."""
    name = f"{CHECKED_IN}_{tournament.public_id.hex}"
    told = request.get_signed_cookie(name, default="", salt=CHECKED_IN, max_age=AN_EVENING) or ""
    return [UUID(hex=one) for one in told.split(".") if one]


def _leave(
    response: HttpResponse, tournament: Tournament, name: str, value: str, *, salt: str, seconds: int
) -> None:
    response.set_signed_cookie(
        name,
        value,
        salt=salt,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    sent_below(response, name, "tournaments:sign_up", tournament.public_id)
    response.headers["Cache-Control"] = "no-store"


def _name(tournament: Tournament) -> str:
    return f"signed_up_{tournament.public_id.hex}"
