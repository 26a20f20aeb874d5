"""A tournament for everybody: what is played now, groups, tables, entrants; and the list of tournaments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules.tiebreaks import steps_named
from scoring.domain.queries.agreement import marks_of
from scoring.domain.queries.bracket import read_bracket
from scoring.domain.queries.frame import read_frame
from scoring.domain.queries.lists import listed_tournaments, read_entrants
from scoring.domain.queries.meetings import (
    in_play,
    in_rounds,
    nearest_to_the_end,
    newest_results,
    read_fixtures,
    read_meetings,
)
from scoring.domain.queries.moment import read_moment
from scoring.domain.queries.standings import read_standings
from scoring.domain.queries.tables import read_tables, whereabouts
from scoring.domain.queries.watching import counter_of_tournament
from tournaments.enums import TournamentState
from tournaments.models import Club
from tournaments.views.http import PageRequest

from .live import follow

FINISHED_A_PAGE = 20
RESULTS_SHOWN = 8
HOT_TABLES = 3


@require_safe
def tournaments(request: PageRequest) -> HttpResponse:
    """In play first, then open for entries, then finished, page by page."""
    finished = Paginator(listed_tournaments(TournamentState.FINISHED), FINISHED_A_PAGE)
    context = {
        "clubs": Club.objects.all(),
        "playing": listed_tournaments(TournamentState.PLAYING),
        "open": listed_tournaments(TournamentState.OPEN),
        "finished": finished.get_page(request.GET.get("page")),
    }
    return render(request, "scoring/tournaments.html", context)


@require_safe
def now(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        meetings = read_meetings(frame.tournament)
        moment = read_moment(meetings)
        knockout = moment is not None and moment.knockout
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "now",
            "moment": moment,
            "hot": nearest_to_the_end(meetings)[:HOT_TABLES],
            "playing": in_play(meetings),
            "results": newest_results(meetings)[:RESULTS_SHOWN],
            "standings": read_standings(frame, meetings) if frame.drawn else None,
            "rounds": read_bracket(frame, meetings) if knockout else [],
            "entrants": [] if frame.drawn else read_entrants(frame.tournament),
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/now.html", read)


@require_safe
def groups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        meetings = read_meetings(frame.tournament)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "groups",
            "standings": read_standings(frame, meetings),
            "steps": steps_named(frame.groups_stage.tie_breaks),
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/groups.html", read)


@require_safe
def tables(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        meetings = read_meetings(frame.tournament)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "tables",
            "tables": read_tables(frame.tournament, meetings),
            "marks": marks_of(frame.tournament, at=timezone.now()),
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/tables.html", read)


@require_safe
def entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        rounds = in_rounds(read_fixtures(frame.tournament))
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "entrants",
            "entrants": [
                (entrant, place, whereabouts(entrant, rounds))
                for entrant, place in read_entrants(frame.tournament)
            ],
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/entrants.html", read)
