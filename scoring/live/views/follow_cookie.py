"""Whom this browser follows, an entrant of a tournament each: in a cookie that its scripts read too.

The cookie says nothing about who looks, and no server keeps it. Pages are the same for everybody, and
scripts mark on them whom the browser follows; the server reads the cookie for pages about that choice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament

COOKIE = "istaka_follow"
SHORT = 8
"""So many digits of a public id tell entrants apart on a page, and tournaments in a cookie."""
MOST = 12
"""So many are remembered, the newest ones."""
HALF_A_YEAR = 183 * 24 * 3600
_ONE = rf"[0-9a-f]{{{SHORT}}}-[0-9a-f]{{32}}"
_CHOICES = re.compile(rf"{_ONE}(\.{_ONE}){{0,{MOST - 1}}}")


def choices_of(request: HttpRequest) -> dict[str, UUID]:
    """Whom the browser that asks follows in each tournament, the newest first; nobody by a broken cookie."""
    said = request.COOKIES.get(COOKIE, "")
    if not _CHOICES.fullmatch(said):
        return {}
    parted = (one.split("-") for one in said.split("."))
    return {tournament: UUID(hex=entrant) for tournament, entrant in parted}


def followed_in(request: HttpRequest, tournament_id: UUID) -> UUID | None:
    """Whom it follows in one tournament; not sure to be there still."""
    return choices_of(request).get(short(tournament_id))


def short(public_id: UUID) -> str:
    return public_id.hex[:SHORT]


def tag_of(request: HttpRequest) -> str:
    """A part for the tag of a page that is about whom the browser follows."""
    return sha256(_told(choices_of(request)).encode()).hexdigest()[:8]


def remember(response: HttpResponse, choices: Mapping[str, UUID]) -> None:
    """Leave on the browser whom it follows; nobody any more takes the cookie away."""
    if not choices:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        _told(choices),
        max_age=HALF_A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def instead(choices: Mapping[str, UUID], tournament: Tournament, entrant: UUID | None) -> dict[str, UUID]:
    """The same choices with another in one tournament, as the newest; None for nobody there."""
    here = short(tournament.public_id)
    others = {one: followed for one, followed in choices.items() if one != here}
    return {here: entrant} | others if entrant else others


def _told(choices: Mapping[str, UUID]) -> str:
    return ".".join(f"{one}-{entrant.hex}" for one, entrant in list(choices.items())[:MOST])
