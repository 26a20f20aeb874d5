"""Elimination stages as a bracket, and an entrant's path through it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import follow
from scoring.public.queries.tournament_lists import find_entrants
from scoring.queries.bracket.bracket_path import BracketPath, entrants_in, path_of
from scoring.queries.bracket.current_section import SectionSelection, select_section
from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.sections import WHOLE, bracket_view
from scoring.queries.encounters.encounter_cache import VERSION_FIELDS, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.progress import names_of, read_groups, read_rounds
from scoring.queries.qualification import group_places, read_qualified
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.models import Encounter, Entrant
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.web.http import PageRequest

MAX_MATCHES = 12


@require_safe
def bracket(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render drawn and projected brackets; 404 without any.

    `?path=` marks an entrant's path, `?section=` selects a section, `?near=` an entrant's section, `?who=`
    searches by name. Unknown values are ignored, so that links never break.
    """
    wanted_name = " ".join(request.GET.get("who", "").split())[:MAX_NAME_LENGTH]

    def read() -> dict[str, Any]:
        frame = read_tournament_context(tournament_id)
        if not (frame.drawn and frame.knockouts):
            raise Http404
        names, groups = names_of(frame, read_rounds(frame)), read_groups(frame)
        matching = find_entrants(frame.tournament, wanted_name)[:MAX_MATCHES] if wanted_name else []
        path, asked_section = _path(request, matching), request.GET.get("section", "")
        own_ids = [key for key in [_id(request.GET.get("near"))] if key]
        drawn_stages = [stage_context for stage_context in frame.knockouts if stage_context.drawn]
        near = [
            select_section(stage_context, names, asked=asked_section, of=[path] if path else (), own=own_ids)
            for stage_context in drawn_stages
        ]
        listings, annulled = _read(frame, near)
        with_brackets = [(near_stage.bracket(listings), near_stage) for near_stage in near]
        foreseen = projected_brackets(
            frame, [] if len(drawn_stages) == len(frame.knockouts) else group_places(frame.tournament)
        )
        brackets = [*(bracket for bracket, _near in with_brackets), *foreseen]
        trail, entrants = path_of(brackets, path) if path else None, entrants_in(brackets)
        overtaken = read_qualified(frame, ()).overtaken
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "bracket",
            "pictures": [
                *(
                    near_stage.picture(bracket, asked=asked_section, near=_near(trail, entrants, own_ids))
                    for bracket, near_stage in with_brackets
                ),
                *(bracket_view(foreseen_stage, asked=asked_section) for foreseen_stage in foreseen),
            ],
            "trail": trail,
            "entrants": entrants,
            "wanted": wanted_name,
            "found": matching,
            "not_all": bool(wanted_name) or any(near_stage.address != WHOLE for near_stage in near),
            "lots": [group.group for group in groups if group.waits_for_lot],
            "overtaken": [group.group for group in groups if group.pk in overtaken],
            "annulled": annulled,
        }

    topic, url_parameters = Topic(Kind.TOURNAMENT, tournament_id), ("path", "section", "near", "who")
    return follow(request, topic, "scoring/public/bracket.html", read, words=url_parameters)


def _read(
    frame: TournamentContext, near: Sequence[SectionSelection]
) -> tuple[list[EncounterListing], list[EncounterListing]]:
    condition = Q(group=None, annulled_at__isnull=False)
    for near_stage in near:
        condition |= near_stage.wanted & Q(annulled_at=None)
    every = Encounter.objects.filter(
        condition, stage__in=[stage_context.stage.pk for stage_context in frame.stages]
    )
    read = listings_of(frame.tournament, every.order_by().values_list(*VERSION_FIELDS))
    active = [listing for listing in read if listing.encounter.annulled_at is None]
    return active, [listing for listing in read if listing.encounter.annulled_at is not None]


def _near(trail: BracketPath | None, entrants: Sequence[Entrant], own: Collection[UUID]) -> Entrant | None:
    return (
        trail.entrant if trail else next((entrant for entrant in entrants if entrant.public_id in own), None)
    )


def _path(request: PageRequest, found: Sequence[Entrant]) -> UUID | None:
    if found:
        return found[0].public_id if len(found) == 1 else None
    return _id(request.GET.get("path"))


def _id(said: str | None) -> UUID | None:
    try:
        return UUID(said or "")
    except ValueError:
        return None
