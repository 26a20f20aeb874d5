"""Whom this browser follows: public ids of entrants in a cookie, at most one of a tournament.

The cookie says nothing about who looks, and no server keeps it. Pages are made for it: it is a part of their
tags, and they vary by cookies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.live.everybody import FOLLOWED as COOKIE
from scoring.live.queries.followed_state import Following
from scoring.live.queries.following import read_following
from scoring.live.views.places import FOLLOWS, are_left_open
from scoring.live.views.strips import asked
from scoring.reading.frame import Frame
from tournaments.models import Tournament

MOST = 12
"""So many are remembered, the newest ones."""
HALF_A_YEAR = 183 * 24 * 3600
_IDS = re.compile(rf"[0-9a-f]{{32}}(\.[0-9a-f]{{32}}){{0,{MOST - 1}}}")


def followed_by(request: HttpRequest) -> tuple[UUID, ...]:
    """Whom the browser that asks follows, in all tournaments, the newest first; nobody by a broken cookie."""
    said = request.COOKIES.get(COOKIE, "")
    return tuple(UUID(hex=one) for one in said.split(".")) if _IDS.fullmatch(said) else ()


def tag_of(request: HttpRequest) -> str:
    """A part for the tag of a page on which the followed are marked."""
    followed = followed_by(request)
    if not followed:
        return "0"
    return sha256(".".join(one.hex for one in followed).encode()).hexdigest()[:8]


def remember(response: HttpResponse, followed: Sequence[UUID]) -> None:
    """Leave on the browser whom it follows; nobody any more takes the cookie away."""
    if not followed:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        ".".join(one.hex for one in followed[:MOST]),
        max_age=HALF_A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def without(followed: Iterable[UUID], others: Iterable[UUID]) -> list[UUID]:
    """Those followed but some, in their order."""
    gone = set(others)
    return [one for one in followed if one not in gone]


def strip_of(request: HttpRequest, tournament: Tournament, frame: Frame | None = None) -> SafeString:
    """How things stand for whom this browser follows in a tournament, made once; empty for nobody."""
    strips: dict[int, SafeString] = request.__dict__.setdefault("strips", {})
    if tournament.pk not in strips:
        followed = followed_by(request)
        mine = read_following(tournament, followed, frame=frame) if followed else None
        strips[tournament.pk] = rendered(request, mine)
        if mine is not None:
            asked.note(tournament.public_id, [mine.entrant.public_id])
    return strips[tournament.pk]


def rendered(request: HttpRequest, mine: Following | None) -> SafeString:
    """The strip itself, in the hours that hold now."""
    if mine is None:
        return SafeString("")
    return render_to_string(
        "scoring/live/_following.html", {"tournament": mine.tournament, "mine": mine}, request
    )


def follows(request: HttpRequest) -> dict[str, str]:
    """For every template: `follows`, the tag of whom this browser follows."""
    return {"follows": FOLLOWS if are_left_open(request) else tag_of(request)}
