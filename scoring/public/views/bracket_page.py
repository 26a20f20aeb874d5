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
    search_text = " ".join(request.GET.get("who", "").split())[:MAX_NAME_LENGTH]

    def read() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        if not (context.drawn and context.knockouts):
            raise Http404
        names, groups = names_of(context, read_rounds(context)), read_groups(context)
        matching = find_entrants(context.tournament, search_text)[:MAX_MATCHES] if search_text else []
        path, section = _path(request, matching), request.GET.get("section", "")
        own_ids = [key for key in [_id(request.GET.get("near"))] if key]
        drawn_stages = [stage_context for stage_context in context.knockouts if stage_context.drawn]
        selections = [
            select_section(
                stage_context,
                names,
                requested=section,
                shown_entrants=[path] if path else (),
                followed_entrants=own_ids,
            )
            for stage_context in drawn_stages
        ]
        listings, annulled = _read(context, selections)
        with_brackets = [(selection.bracket(listings), selection) for selection in selections]
        projected = projected_brackets(
            context, [] if len(drawn_stages) == len(context.knockouts) else group_places(context.tournament)
        )
        brackets = [*(bracket for bracket, _selection in with_brackets), *projected]
        trail, entrants = path_of(brackets, path) if path else None, entrants_in(brackets)
        overtaken = read_qualified(context, ()).overtaken
        return {
            "frame": context,
            "tournament": context.tournament,
            "tab": "bracket",
            "pictures": [
                *(
                    selection.picture(
                        bracket, requested=section, near_entrant=_near(trail, entrants, own_ids)
                    )
                    for bracket, selection in with_brackets
                ),
                *(bracket_view(projected_bracket, requested=section) for projected_bracket in projected),
            ],
            "trail": trail,
            "entrants": entrants,
            "wanted": search_text,
            "found": matching,
            "not_all": bool(search_text) or any(selection.address != WHOLE for selection in selections),
            "lots": [group.group for group in groups if group.waits_for_lot],
            "overtaken": [group.group for group in groups if group.pk in overtaken],
            "annulled": annulled,
        }

    topic, url_parameters = Topic(Kind.TOURNAMENT, tournament_id), ("path", "section", "near", "who")
    return follow(request, topic, "scoring/public/bracket.html", read, parameters=url_parameters)


def _read(
    context: TournamentContext, selections: Sequence[SectionSelection]
) -> tuple[list[EncounterListing], list[EncounterListing]]:
    condition = Q(group=None, annulled_at__isnull=False)
    for selection in selections:
        condition |= selection.wanted & Q(annulled_at=None)
    every = Encounter.objects.filter(
        condition, stage__in=[stage_context.stage.pk for stage_context in context.stages]
    )
    read = listings_of(context.tournament, every.order_by().values_list(*VERSION_FIELDS))
    active = [listing for listing in read if listing.encounter.annulled_at is None]
    return active, [listing for listing in read if listing.encounter.annulled_at is not None]


def _near(trail: BracketPath | None, entrants: Sequence[Entrant], own: Collection[UUID]) -> Entrant | None:
    return (
        trail.entrant if trail else next((entrant for entrant in entrants if entrant.public_id in own), None)
    )


def _path(request: PageRequest, matching: Sequence[Entrant]) -> UUID | None:
    if matching:
        return matching[0].public_id if len(matching) == 1 else None
    return _id(request.GET.get("path"))


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
