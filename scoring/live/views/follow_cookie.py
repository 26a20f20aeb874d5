"""The entrant followed in each tournament, in a cookie that scripts read too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament

COOKIE = "istaka_follow"
SHORT_ID_LENGTH = 8
"""This many digits of a public id distinguish entrants on a page and tournaments in the cookie."""
MAX_CHOICES = 12
"""The newest choices are kept."""
HALF_A_YEAR = 183 * 24 * 3600
_CHOICE = rf"[0-9a-f]{{{SHORT_ID_LENGTH}}}-[0-9a-f]{{32}}"
_CHOICES = re.compile(rf"{_CHOICE}(\.{_CHOICE}){{0,{MAX_CHOICES - 1}}}")


def read_choices(request: HttpRequest) -> dict[str, UUID]:
    """Newest first; empty for an invalid cookie."""
    value = request.COOKIES.get(COOKIE, "")
    if not _CHOICES.fullmatch(value):
        return {}
    parted = (pair.split("-") for pair in value.split("."))
    return {tournament: UUID(hex=entrant) for tournament, entrant in parted}


def followed_entrant_id(request: HttpRequest, tournament_id: UUID) -> UUID | None:
    """It may no longer exist."""
    return read_choices(request).get(tournament_id.hex[:SHORT_ID_LENGTH])


def choices_tag(request: HttpRequest) -> str:
    return sha256(_cookie_value(read_choices(request)).encode()).hexdigest()[:8]


def set_follow_cookie(response: HttpResponse, choices: Mapping[str, UUID]) -> None:
    """Store entrants by the tournament's short id, readable by scripts, for half a year; delete if none."""
    if not choices:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        _cookie_value(choices),
        max_age=HALF_A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def replace_choice(
    choices: Mapping[str, UUID], tournament: Tournament, entrant: UUID | None
) -> dict[str, UUID]:
    """Make it the newest; None removes it."""
    key = tournament.public_id.hex[:SHORT_ID_LENGTH]
    other_choices = {
        tournament_key: followed for tournament_key, followed in choices.items() if tournament_key != key
    }
    return {key: entrant} | other_choices if entrant else other_choices


def _cookie_value(choices: Mapping[str, UUID]) -> str:
    return ".".join(
        f"{tournament}-{entrant.hex}" for tournament, entrant in list(choices.items())[:MAX_CHOICES]
    )
