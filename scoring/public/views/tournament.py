"""A tournament for everybody: what is played now, groups, tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.pages import follow
from scoring.public.queries.lists import read_entrants
from scoring.reading.bracket.stage_brackets import drawn_bracket
from scoring.reading.bracket.waiting import waiting_among
from scoring.reading.corrected import corrected_since
from scoring.reading.encounter_listings import (
    in_play,
    nearest_to_the_end,
    newest_results,
    read_listings,
    read_shown,
)
from scoring.reading.frame import StageInFrame, read_frame
from scoring.reading.moment import read_moment
from scoring.reading.standing_tables import StageStandings, Standings
from scoring.reading.standings import read_standings
from scoring.reading.tables import read_tables, up_next
from scoring.sides.domain.agreement import marks_of
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter
from tournaments.views.chain_picture import picture_of
from tournaments.views.http import PageRequest

RESULTS_SHOWN = 8
HOT_TABLES = 3
TABLES_SHOWN = 24
GROUPS_SHOWN = 16
"""Who looks for others finds them a tap away, on the page of all tables or groups."""


@require_safe
def now(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        listings = read_shown(frame, _looked_at)
        moment = read_moment(frame, listings)
        standings = read_standings(frame, listings, most=GROUPS_SHOWN) if frame.drawn else None
        playing = nearest_to_the_end(listings)
        played = moment.stage if moment else None
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "now",
            "moment": moment,
            "hot": playing[:HOT_TABLES],
            "playing": in_play(playing[:TABLES_SHOWN]),
            "more_playing": len(playing[TABLES_SHOWN:]),
            "next": [] if playing else up_next(listings)[:TABLES_SHOWN],
            "results": newest_results(listings)[:RESULTS_SHOWN],
            "standings": standings,
            "one": _table_before(played, standings),
            "bracket": drawn_bracket(played, listings) if played and not played.stage.tabular else None,
            "entrants": [] if frame.drawn else read_entrants(frame.tournament),
            "picture": picture_of(frame.settings) if len(frame.stages) > 1 else None,
        }

    return follow(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/now.html", read)


def _looked_at(encounters: Sequence[Encounter]) -> set[int]:
    """What is played, what was decided last, and while nothing is played what each table can begin."""
    playing = {one.pk for one in encounters if one.state == EncounterState.PLAYING}
    decided = [one for one in encounters if one.decided_at and one.decided_by != DecidedBy.BYE]
    newest = sorted(decided, key=lambda one: (one.decided_at, one.pk))[-RESULTS_SHOWN:]
    first: dict[int | None, Encounter] = {}
    for one in sorted(encounters, key=lambda one: one.turn):
        if one.state == EncounterState.READY and one.table_id is not None and not playing:
            first.setdefault(one.table_id, one)
    return {*playing, *(one.pk for one in newest), *(one.pk for one in first.values())}


def _table_before(played: StageInFrame | None, standings: Standings | None) -> StageStandings | None:
    """The tables of the stage that is played, else of the last one before it that has any."""
    if played is None or standings is None:
        return None
    until = [one for one in standings.stages if one.stage.stage.position <= played.stage.position]
    return until[-1] if until else None


@require_safe
def groups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The tables of standings of all stages that have any."""

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        listings = read_listings(frame.tournament, annulled=True)
        standings = read_standings(frame, listings)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "groups",
            "standings": standings,
            "corrected": {one.stage.stage.pk: corrected_since(one) for one in standings.stages},
        }

    return follow(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/groups.html", read)


@require_safe
def tables(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        listings = read_listings(frame.tournament)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "tables",
            "tables": [one for one in read_tables(frame.tournament, listings) if not one.over or one.played],
            "in_points": any(one.playing or (one.of_four and one.decided) for one in listings),
            "marks": marks_of(frame.tournament, at=timezone.now()),
            "waiting": waiting_among(frame, listings),
        }

    return follow(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/tables.html", read)
