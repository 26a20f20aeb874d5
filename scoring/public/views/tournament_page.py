from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.utils.functional import SimpleLazyObject

from scoring.live.queries.counters import tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.tournament_lists import read_entrants
from scoring.queries.bracket.current_section import select_section
from scoring.queries.encounters.encounter_reader import (
    listings_by_progress,
    listings_in_play,
    newest_results,
    read_current_and_next,
)
from scoring.queries.play_progress import (
    GroupProgress,
    find_current_round,
    group_by_stage,
    names_of_rounds,
    read_rounds,
)
from scoring.queries.standings_reader import Portion, read_standings, whole_portions
from scoring.queries.standings_tables import StageStandings, Standings
from scoring.queries.table_queues import next_encounters
from scoring.queries.tournament_context import StageContext, read_tournament_context
from tournaments.setup.views.stage_flow_diagram import build_diagram
from tournaments.web.http import PageRequest

RESULTS_SHOWN = 8
MAX_LIVE_TABLES = 3
TABLES_SHOWN = 24
GROUPS_SHOWN = 16
"""The number of groups shown; the pages of tables and groups have the rest."""


@live_page(tournament_topic)
def tournament_page(request: PageRequest, tournament_id: UUID) -> LivePage:
    context = read_tournament_context(tournament_id)
    rounds = read_rounds(context)
    names = names_of_rounds(context, rounds)
    current_round = find_current_round(context, rounds)
    stage = current_round.stage if current_round else None
    selection = select_section(stage, names) if stage and not stage.stage.has_standings else None
    listings = read_current_and_next(
        context,
        results=RESULTS_SHOWN,
        anything_playing=bool(current_round and current_round.playing),
        also=selection.encounter_filter if selection else None,
    )
    bracket = selection.bracket(listings) if selection else None
    standings = read_standings(context, select_portions=_shown_portions) if context.drawn else None
    playing = listings_by_progress(listings)
    return "scoring/public/tournament_overview.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "now",
        "current_round": current_round,
        "featured_listings": playing[:MAX_LIVE_TABLES],
        "playing": listings_in_play(playing[:TABLES_SHOWN]),
        "more_playing": len(playing[TABLES_SHOWN:]),
        "next_listings": [] if playing else next_encounters(listings, names)[:TABLES_SHOWN],
        "results": newest_results(listings)[:RESULTS_SHOWN],
        "standings": standings,
        "stage_standings": _latest_standings(stage, standings),
        "bracket": bracket,
        "boards": selection.boards(bracket) if selection and bracket else [],
        "entrants": [] if context.drawn else read_entrants(context.tournament),
        "diagram": SimpleLazyObject(partial(build_diagram, context.settings)),
    }


def _shown_portions(groups: Sequence[GroupProgress]) -> list[Portion]:
    ordered = sorted(groups, key=lambda group: (not group.playing, not group.left, group.position))
    shown_keys = {
        group.pk for stage_groups in group_by_stage(ordered).values() for group in stage_groups[:GROUPS_SHOWN]
    }
    return whole_portions(group for group in groups if group.pk in shown_keys)


def _latest_standings(stage: StageContext | None, standings: Standings | None) -> StageStandings | None:
    if stage is None or standings is None:
        return None
    until = [
        stage_standings
        for stage_standings in standings.stages
        if stage_standings.stage.stage.position <= stage.stage.position
    ]
    return until[-1] if until else None
