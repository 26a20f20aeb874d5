"""Stages in which losers go out, as a picture, and the way of an entrant through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.pages import follow
from scoring.reading.bracket.foreseen import foreseen_brackets
from scoring.reading.bracket.sections import picture_of
from scoring.reading.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.reading.bracket.trail import Trail, entrants_in, trail_of
from scoring.reading.encounter_listings import read_listings
from scoring.reading.frame import read_frame
from scoring.reading.qualification import group_places, qualification_of
from tournaments.models import Entrant
from tournaments.views.http import PageRequest


@require_safe
def bracket(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Those that are drawn, and those that will draw themselves; not found where there are none.

    `?path=` marks the way of an entrant by its public id, `?section=` chooses a section of a large bracket,
    `?near=` the one in which an entrant is: a browser asks so for whom it follows.
    What names nothing is passed over, so that a link that somebody shared never breaks.
    """

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        if not (frame.drawn and frame.knockouts):
            raise Http404
        everything = read_listings(frame.tournament, annulled=True)
        listings = [listing for listing in everything if listing.encounter.annulled_at is None]
        annulled = [listing for listing in everything if listing.encounter.annulled_at is not None]
        places = group_places(frame.tournament)
        qualification = qualification_of(places, listings)
        brackets = [*drawn_brackets(frame, listings), *foreseen_brackets(frame, places)]
        trail, entrants = _trail(request, brackets), entrants_in(brackets)
        near = trail.entrant if trail else _named(request.GET.get("near", ""), entrants)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "bracket",
            "pictures": [
                picture_of(one, asked=request.GET.get("section", ""), near=near) for one in brackets
            ],
            "trail": trail,
            "entrants": entrants,
            "lots": qualification.lots,
            "overtaken": qualification.overtaken,
            "annulled": [listing for listing in annulled if listing.knockout],
        }

    topic = Topic(Kind.TOURNAMENT, tournament_id)
    return follow(request, topic, "scoring/public/bracket.html", read, words=("path", "section", "near"))


def _trail(request: PageRequest, brackets: list[StageBracket]) -> Trail | None:
    try:
        return trail_of(brackets, UUID(request.GET.get("path", "")))
    except ValueError:
        return None


def _named(public_id: str, entrants: Sequence[Entrant]) -> Entrant | None:
    return next((one for one in entrants if str(one.public_id) == public_id), None)
