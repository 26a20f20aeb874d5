"""Signed cookies, restricted to the paths of one sign-up."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse

from tournaments.languages import restrict_cookie
from tournaments.models import Application, Tournament
from tournaments.signup.domain import applications
from tournaments.web.http import PageRequest

SALT: Final = "tournaments.signed-up"
CODE_SECONDS: Final = 120 * 24 * 3600
"""Seconds that a phone keeps the code."""
FORM_COOKIE: Final = "signing_up"
FORM_SECONDS: Final = 7 * 24 * 3600
IN_THE_ROOM, CHECKED_IN = "in_the_room", "checked_in"
ROOM_SECONDS: Final = 15 * 60
"""Seconds to find one's entry after the room's code."""
CHECKED_IN_SECONDS: Final = 24 * 3600
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MAX_CHECKED_IN: Final = 4
"""Entrants that a phone can check in, because friends may have no phone."""


def remember_code(response: HttpResponse, tournament: Tournament, code: str) -> None:
    _set_cookie(response, tournament, _code_cookie_name(tournament), code, salt=SALT, seconds=CODE_SECONDS)


def read_code(request: PageRequest, tournament: Tournament) -> str:
    return (
        request.get_signed_cookie(_code_cookie_name(tournament), default="", salt=SALT, max_age=CODE_SECONDS)
        or ""
    )


def find_own_application(request: PageRequest, tournament: Tournament) -> Application | None:
    code = read_code(request, tournament)
    return applications.application_by_code(tournament, code) if code else None


def read_form_secret(request: PageRequest, tournament: Tournament) -> str:
    name = f"{FORM_COOKIE}_{tournament.public_id.hex}"
    return request.get_signed_cookie(name, default="", salt=FORM_COOKIE, max_age=FORM_SECONDS) or ""


def remember_form(request: PageRequest, response: HttpResponse, tournament: Tournament) -> None:
    """A secret lets us recognize a form sent twice."""
    if not read_form_secret(request, tournament):
        name = f"{FORM_COOKIE}_{tournament.public_id.hex}"
        secret = secrets.token_urlsafe()
        _set_cookie(response, tournament, name, secret, salt=FORM_COOKIE, seconds=FORM_SECONDS)


def remember_room(response: HttpResponse, tournament: Tournament, room_tag: str) -> None:
    name = f"{IN_THE_ROOM}_{tournament.public_id.hex}"
    _set_cookie(response, tournament, name, room_tag, salt=IN_THE_ROOM, seconds=ROOM_SECONDS)


def read_room_mark(request: PageRequest, tournament: Tournament) -> str:
    name = f"{IN_THE_ROOM}_{tournament.public_id.hex}"
    return request.get_signed_cookie(name, default="", salt=IN_THE_ROOM, max_age=ROOM_SECONDS) or ""


def remember_checked_in(
    response: HttpResponse, tournament: Tournament, check_ins: Mapping[UUID, datetime], *, room_tag: str
) -> None:
    """The phone can undo check-ins until the room's code is renewed."""
    name = f"{CHECKED_IN}_{tournament.public_id.hex}"
    latest = list(check_ins.items())[:MAX_CHECKED_IN]
    value = ".".join(f"{entrant.hex}-{_microseconds(at)}" for entrant, at in latest)
    _set_cookie(response, tournament, name, value, salt=CHECKED_IN + room_tag, seconds=CHECKED_IN_SECONDS)


def read_check_ins(request: PageRequest, tournament: Tournament, *, room_tag: str) -> dict[UUID, datetime]:
    """Return times by the entrant's public id."""
    name = f"{CHECKED_IN}_{tournament.public_id.hex}"
    value = (
        request.get_signed_cookie(name, default="", salt=CHECKED_IN + room_tag, max_age=CHECKED_IN_SECONDS)
        or ""
    )
    marks = [mark.split("-") for mark in value.split(".") if mark]
    return {UUID(hex=entrant): EPOCH + timedelta(microseconds=int(at)) for entrant, at in marks}


def _microseconds(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1)


def _set_cookie(
    response: HttpResponse, tournament: Tournament, name: str, value: str, *, salt: str, seconds: int
) -> None:
    """Set a signed cookie only for paths of the tournament's sign-up; forbid caching the response."""
    response.set_signed_cookie(
        name,
        value,
        salt=salt,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    restrict_cookie(response, name, "tournaments:sign_up", tournament.public_id)
    response.headers["Cache-Control"] = "no-store"


def _code_cookie_name(tournament: Tournament) -> str:
    return f"signed_up_{tournament.public_id.hex}"
