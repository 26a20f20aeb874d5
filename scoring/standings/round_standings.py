"""Swiss rounds use standings; tables of four, points a hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db.models import Count, Sum

from rules.standings.standings_rows import StandingsRow
from rules.standings.steps import average_per_hand
from scoring.models import EntrySeat
from scoring.standings.ranking import rank_group
from tournaments.draws.domain.rounds import RankedEntrant
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.models import EncounterSide, Entrant, Stage
from tournaments.schedule.stage_encounters import read_played_stage


def ordered_entrants(stage: Stage) -> list[RankedEntrant]:
    """Return the stage's entrants, best first; with points, unless it is a knock-out of four.

    There, fewer points a hand are better, and entrants without hands lead, by seed.
    """
    if stage.kind in SWISS_KINDS:
        group = stage.groups.select_related("stage").get()
        return [RankedEntrant(ranked.entrant, _points(stage, ranked.row)) for ranked in rank_group(group)]
    averages = _average_points(stage)
    entrants = read_played_stage(stage).entrants

    def place(seed: int) -> tuple[bool, Fraction, int]:
        average = averages.get(entrants[seed])
        return average is not None, average or Fraction(), seed

    return [RankedEntrant(entrants[seed]) for seed in sorted(entrants, key=place)]


def _points(stage: Stage, row: StandingsRow) -> int:
    return row.encounters_won if stage.kind == StageKind.SWISS else average_per_hand(row.penalties, row.hands)


def _average_points(stage: Stage) -> dict[Entrant, Fraction]:
    """Return points a hand of entrants with a counting hand."""
    sides = EncounterSide.objects.filter(encounter__stage=stage, entrant__isnull=False)
    seats = {
        (side.encounter_id, side.letter): side.entrant
        for side in sides.select_related("entrant")
        if side.entrant
    }
    points: dict[Entrant, int] = {}
    hands: dict[Entrant, int] = {}
    for row in _paid_by_side(stage):
        entrant = seats.get((row["entry__hand__match__encounter"], row["side"]))
        if entrant is not None:
            points[entrant] = points.get(entrant, 0) + row["paid"]
            hands[entrant] = hands.get(entrant, 0) + row["hands"]
    return {entrant: Fraction(points[entrant], hands[entrant]) for entrant in points}


def _paid_by_side(stage: Stage) -> list[dict[str, Any]]:
    """Return points (`paid`) and counting hands of sides that have any, without annulled encounters."""
    counting = EntrySeat.objects.filter(
        entry__current_of__match__encounter__stage=stage,
        entry__current_of__match__encounter__annulled_at=None,
        entry__current_of__match__counts=True,
        entry__current_of__counts=True,
        entry__void=False,
    )
    totals = counting.order_by().values("entry__hand__match__encounter", "side")
    return [dict(row) for row in totals.annotate(paid=Sum("points"), hands=Count("entry", distinct=True))]
