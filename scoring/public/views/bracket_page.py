"""Stages in which losers go out, as a picture, and the way of an entrant through it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import follow
from scoring.public.queries.tournament_lists import entrants_called
from scoring.queries.bracket.bracket_path import Trail, entrants_in, trail_of
from scoring.queries.bracket.current_section import NearPlay, near_play
from scoring.queries.bracket.projected_bracket import foreseen_brackets
from scoring.queries.bracket.sections import WHOLE, picture_of
from scoring.queries.encounters.encounter_cache import TOLD, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.progress import names_of, read_groups, read_rounds
from scoring.queries.qualification import group_places, read_went_on
from scoring.queries.tournament_context import Frame, read_frame
from tournaments.models import Encounter, Entrant
from tournaments.naming.names import LONGEST_NAME
from tournaments.web.http import PageRequest

MOST_FOUND = 12


@require_safe
def bracket(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Those that are drawn, and those that will draw themselves; not found where there are none.

    `?path=` marks the way of an entrant by its public id, `?section=` chooses a section of a large bracket,
    `?near=` the one in which an entrant is: a browser asks so for whom it follows. Of a large one `?who=`
    finds an entrant by name. What names nothing is passed over, so that a link that somebody shared never
    breaks.
    """
    wanted = " ".join(request.GET.get("who", "").split())[:LONGEST_NAME]

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        if not (frame.drawn and frame.knockouts):
            raise Http404
        names, groups = names_of(frame, read_rounds(frame)), read_groups(frame)
        found = entrants_called(frame.tournament, wanted)[:MOST_FOUND] if wanted else []
        path, asked = _path(request, found), request.GET.get("section", "")
        own = [one for one in [_id(request.GET.get("near"))] if one]
        drawn = [one for one in frame.knockouts if one.drawn]
        near = [near_play(one, names, asked=asked, of=[path] if path else (), own=own) for one in drawn]
        listings, annulled = _read(frame, near)
        seen = [(one.bracket(listings), one) for one in near]
        foreseen = foreseen_brackets(
            frame, [] if len(drawn) == len(frame.knockouts) else group_places(frame.tournament)
        )
        brackets = [*(bracket for bracket, _near in seen), *foreseen]
        trail, entrants = trail_of(brackets, path) if path else None, entrants_in(brackets)
        overtaken = read_went_on(frame, ()).overtaken
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "bracket",
            "pictures": [
                *(
                    one.picture(bracket, asked=asked, near=_near(trail, entrants, own))
                    for bracket, one in seen
                ),
                *(picture_of(one, asked=asked) for one in foreseen),
            ],
            "trail": trail,
            "entrants": entrants,
            "wanted": wanted,
            "found": found,
            "not_all": bool(wanted) or any(one.address != WHOLE for one in near),
            "lots": [one.group for one in groups if one.waits_for_lot],
            "overtaken": [one.group for one in groups if one.pk in overtaken],
            "annulled": annulled,
        }

    topic, words = Topic(Kind.TOURNAMENT, tournament_id), ("path", "section", "near", "who")
    return follow(request, topic, "scoring/public/bracket.html", read, words=words)


def _read(frame: Frame, near: Sequence[NearPlay]) -> tuple[list[EncounterListing], list[EncounterListing]]:
    """What is looked at of these stages, and all that was annulled of brackets."""
    wanted = Q(group=None, annulled_at__isnull=False)
    for one in near:
        wanted |= one.wanted & Q(annulled_at=None)
    every = Encounter.objects.filter(wanted, stage__in=[one.stage.pk for one in frame.stages])
    read = listings_of(frame.tournament, every.order_by().values_list(*TOLD))
    standing = [one for one in read if one.encounter.annulled_at is None]
    return standing, [one for one in read if one.encounter.annulled_at is not None]


def _near(trail: Trail | None, entrants: Sequence[Entrant], own: Collection[UUID]) -> Entrant | None:
    """Near whom a bracket opens that has sections."""
    return trail.entrant if trail else next((one for one in entrants if one.public_id in own), None)


def _path(request: PageRequest, found: Sequence[Entrant]) -> UUID | None:
    """Whose way is asked for, by a name that he alone bears or by his id."""
    if found:
        return found[0].public_id if len(found) == 1 else None
    return _id(request.GET.get("path"))


def _id(said: str | None) -> UUID | None:
    try:
        return UUID(said or "")
    except ValueError:
        return None
