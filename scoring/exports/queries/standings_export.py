from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.standings.steps import AVERAGE_SCALE, NO_HANDS, Step, steps_by_ids
from scoring.queries.final_ranking import read_final_places
from scoring.queries.play_labels import localized
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.enums import EntrantKind
from tournaments.models import Group, Tournament
from tournaments.spreadsheets.table_writer import Cell, Sheet

ALWAYS_LISTED: Final = ("encounters_won", "average", "fewest_infractions", "fewest_unopened", "most_finishes")


def standings_sheet(tournament: Tournament) -> Sheet:
    """Return the final ranking once known, then drawn stages with standings (no knock-outs), with real names.

    Columns: the tie-breaks of all stages in their order, then ALWAYS_LISTED.
    """
    context = read_tournament_context(tournament.public_id)
    stages = [stage for stage in context.tabular if stage.drawn]
    tie_breaks = [step for stage in stages for step in stage.stage.tie_breaks]
    steps = steps_by_ids(dict.fromkeys([*tie_breaks, *ALWAYS_LISTED]))
    heads = [
        _("Stage"),
        _("Group"),
        _("Place"),
        _("Player") if tournament.kind == EntrantKind.SINGLES else _("Pair"),
        _("Club"),
        _("State"),
        *(localized(step.name) for step in steps),
        _("Encounters played"),
        _("Matches won"),
        _("Matches lost"),
        _("Own points"),
        _("Opponents’ points"),
        pgettext("how many were played", "Hands"),
    ]
    return Sheet(_("Standings"), heads, _rows(context, stages, steps))


def _rows(
    context: TournamentContext, stages: Sequence[StageContext], steps: Sequence[Step]
) -> Iterator[list[Cell]]:
    final = " · ".join(filter(None, (_("Final ranking"), context.provisional_note)))
    for place in read_final_places(context):
        for entrant in place.entrants:
            yield [final, "", place.place, entrant.real_name, entrant.club_name, entrant.departure]
    for stage in stages:
        yield from _stage_rows(stage, steps)


def _stage_rows(stage: StageContext, steps: Sequence[Step]) -> Iterator[list[Cell]]:
    """Yield a row per entrant, those who left too, by group and rank: tie-break and play figures."""
    groups = list(Group.objects.filter(stage=stage.stage).select_related("stage").order_by("position"))
    ranked_groups = rank_groups(groups)
    for group in groups:
        name = "" if stage.only_group else group.name
        for ranked in ranked_groups[group.pk]:
            entrant, row = ranked.entrant, ranked.row
            yield [
                *(stage.name, name, ranked.rank, entrant.real_name, entrant.club_name, entrant.departure),
                *(_tie_break_cell(step, ranked) for step in steps),
                *(row.encounters_played, row.matches_won, row.matches_lost),
                *(row.penalties, row.opponents_penalties, row.hands),
            ]


def _tie_break_cell(step: Step, ranked: RankedEntrant) -> Cell:
    """Return the figure; None for an average without hands, or if a step for the tied didn't separate it."""
    if step.id == "opponents_strength":
        return ranked.strength
    if step.figure is None:
        return ranked.separated_by.get(step.id)
    if step.id == "penalties_a_hand":
        average = step.figure(ranked.row)
        return None if average == NO_HANDS else round(Decimal(average) / AVERAGE_SCALE, 2)
    return step.figure(ranked.row)
