from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from rules.games import game_of
from rules.standings.standings_rows import StandingsRow
from scoring.models import Hand
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.enums import StageKind
from tournaments.models import Encounter, Entrant, GroupPlace, Stage, Tournament


def tournament_outcome(tournament: Tournament, ids: dict[int, str]) -> dict[str, Any]:
    """Return groups, knock-out, champion and hand counts as plain values; `ids` by entrant's key.

    Raises KeyError without both stages.
    """
    stages = {stage.kind: stage for stage in tournament.stages.all()}
    champion = Tournament.objects.select_related("champion").get(pk=tournament.pk).champion
    hands = Hand.objects.counting().filter(match__encounter__stage__tournament=tournament)
    return {
        "groups": _group_rows(stages[StageKind.GROUPS], ids),
        "knockout": _bracket(stages[StageKind.KNOCKOUT], ids),
        "champion": ids[champion.pk] if champion else None,
        "hands": hands.filter(current__void=False).count(),
        "void_hands": hands.filter(current__void=True).count(),
    }


def _group_rows(stage: Stage, ids: dict[int, str]) -> dict[str, list[dict[str, Any]]]:
    """Return standings rows by group name; nobody is qualified before the group's ranks are stored."""
    groups = list(stage.groups.select_related("stage").order_by("position"))
    decided = set(
        GroupPlace.objects.filter(group__stage=stage, rank__isnull=False).values_list("group", flat=True)
    )
    rankings = rank_groups(groups)
    steps = game_of(stage.tournament.rule_book.rule_set_id).play_tie_breaks
    return {
        group.name: [
            _standings_row(
                ranked,
                ids,
                steps,
                qualified=group.pk in decided and ranked.rank <= stage.certain_qualifier_count,
            )
            for ranked in rankings[group.pk]
        ]
        for group in groups
    }


_TIE_BREAK_FIGURES: Final[dict[str, tuple[str, Callable[[StandingsRow], int]]]] = {
    "fewest_infractions": ("infractions", attrgetter("infractions")),
    "most_finishes": ("hands_finished", attrgetter("finishes")),
}
"""How an entrant's players played, by tie-break step."""


def _standings_row(
    ranked: RankedEntrant, ids: dict[int, str], steps: Collection[str], *, qualified: bool
) -> dict[str, Any]:
    """Return a row as plain values; `steps` select the tie-break figures."""
    row = ranked.row
    return {
        "entrant": ids[ranked.entrant.pk],
        "rank": ranked.rank,
        "encounters_won": row.encounters_won,
        "matches_won": row.matches_won,
        "matches_lost": row.matches_lost,
        "penalties": row.penalties,
        "opponents_penalties": row.opponents_penalties,
        "average": row.average,
        "qualified": qualified,
        **{name: figure(row) for step, (name, figure) in _TIE_BREAK_FIGURES.items() if step in steps},
    }


def _bracket(stage: Stage, ids: dict[int, str]) -> list[list[dict[str, Any]]]:
    encounters = stage.encounters.prefetch_related("sides__entrant").order_by("round", "position")
    rounds = groupby(encounters, key=lambda encounter: encounter.round)
    return [[_encounter(encounter, ids) for encounter in members] for _number, members in rounds]


def _encounter(encounter: Encounter, ids: dict[int, str]) -> dict[str, Any]:
    sides = encounter.sides_in_order
    entrants: list[Entrant | None] = [side.entrant for side in sides]
    winner = next((side.entrant for side in sides if side.letter == encounter.winner), None)
    return {
        "sides": [ids[entrant.pk] if entrant else None for entrant in entrants],
        "winner": ids[winner.pk] if winner else None,
        "score": [side.wins for side in sides] if encounter.winner else None,
    }
