from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import Q
from django.http import Http404

from scoring.live.queries.counters import tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.tournament_lists import find_entrants
from scoring.queries.bracket.bracket_path import BracketPath, bracket_entrants, find_bracket_path
from scoring.queries.bracket.current_section import SectionSelection, select_section
from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.sections import WHOLE, bracket_view
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import VERSION_FIELDS, read_cached_listings
from scoring.queries.play_progress import names_of_rounds, read_groups, read_rounds
from scoring.queries.qualification import read_group_places, read_qualified
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.models import Encounter, Entrant
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.web.http import PageRequest

MAX_MATCHES = 12


@live_page(tournament_topic, parameters=("path", "section", "near", "who"))
def bracket(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render drawn and projected brackets; 404 without any.

    `?path=` marks an entrant's path, `?section=` selects a section, `?near=` an entrant's, `?who=` searches
    names. Unknown values are ignored: links never break.
    """
    search_text = " ".join(request.GET.get("who", "").split())[:MAX_NAME_LENGTH]
    context = read_tournament_context(tournament_id)
    if not (context.drawn and context.knockouts):
        raise Http404
    names, groups = names_of_rounds(context, read_rounds(context)), read_groups(context)
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
    listings, annulled = _read_listings(context, selections)
    with_brackets = [(selection.bracket(listings), selection) for selection in selections]
    projected = projected_brackets(
        context,
        [] if len(drawn_stages) == len(context.knockouts) else read_group_places(context.tournament),
    )
    brackets = [*(bracket for bracket, _selection in with_brackets), *projected]
    bracket_path, entrants = (
        find_bracket_path(brackets, path) if path else None,
        bracket_entrants(brackets),
    )
    overtaken = read_qualified(context.fed_by_standings, ()).superseded_groups
    return "scoring/public/bracket.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "bracket",
        "pictures": [
            *(
                selection.build_view(
                    bracket,
                    requested=section,
                    near_entrant=_near_entrant(bracket_path, entrants, own_ids),
                )
                for bracket, selection in with_brackets
            ),
            *(bracket_view(projected_bracket, requested=section) for projected_bracket in projected),
        ],
        "bracket_path": bracket_path,
        "entrants": entrants,
        "wanted": search_text,
        "matching_entrants": matching,
        "has_name_search": bool(search_text) or any(selection.address != WHOLE for selection in selections),
        "lots": [group.group for group in groups if group.waits_for_lot],
        "overtaken": [group.group for group in groups if group.pk in overtaken],
        "annulled": annulled,
    }


def _read_listings(
    context: TournamentContext, selections: Sequence[SectionSelection]
) -> tuple[list[EncounterListing], list[EncounterListing]]:
    """Return selected active encounters, and all annulled ones outside groups."""
    condition = Q(group=None, annulled_at__isnull=False)
    for selection in selections:
        condition |= selection.encounter_filter & Q(annulled_at=None)
    every = Encounter.objects.filter(
        condition, stage__in=[stage_context.stage.pk for stage_context in context.stages]
    )
    read = read_cached_listings(context.tournament, every.order_by().values_list(*VERSION_FIELDS))
    active = [listing for listing in read if listing.encounter.annulled_at is None]
    return active, [listing for listing in read if listing.encounter.annulled_at is not None]


def _near_entrant(
    bracket_path: BracketPath | None, entrants: Sequence[Entrant], own: Collection[UUID]
) -> Entrant | None:
    return (
        bracket_path.entrant
        if bracket_path
        else next((entrant for entrant in entrants if entrant.public_id in own), None)
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
