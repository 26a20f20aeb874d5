"""The standings of every stage, computed from the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.queries.final_ranking import read_final_places
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.enums import EntrantKind
from tournaments.models import Group, Tournament
from tournaments.spreadsheets.table_writer import Cell, Sheet


def standings_sheet(tournament: Tournament) -> Sheet:
    """Begin with the final ranking once known."""
    singles = tournament.kind == EntrantKind.SINGLES
    heads = [
        _("Stage"),
        _("Group"),
        _("Place"),
        _("Player") if singles else _("Pair"),
        _("Club"),
        _("Encounters played"),
        _("Encounters won"),
        _("Matches won"),
        _("Matches lost"),
        _("Own points"),
        _("Opponents’ points"),
        _("Average"),
        _("Infractions"),
        _("Hands not opened"),
        _("Hands finished"),
        pgettext("how many were played", "Hands"),
    ]
    return Sheet(_("Standings"), heads, _rows(tournament))


def _rows(tournament: Tournament) -> Iterator[list[Cell]]:
    context = read_tournament_context(tournament.public_id)
    final = _("Final ranking")
    for place in read_final_places(context):
        for entrant in place.entrants:
            yield [final, "", place.place, entrant.real_name, entrant.club_name]
    for stage in context.tabular:
        if stage.drawn:
            yield from _stage_rows(context, stage)


def _stage_rows(context: TournamentContext, stage: StageContext) -> Iterator[list[Cell]]:
    groups = list(Group.objects.filter(stage=stage.stage).select_related("stage").order_by("position"))
    ranked = rank_groups(groups)
    for group in groups:
        for row in ranked[group.pk]:
            name = "" if stage.only_group else group.name
            yield [stage.name, name, row.rank, row.entrant.real_name, row.entrant.club_name, *_figures(row)]


def _figures(ranked: RankedEntrant) -> list[Cell]:
    row = ranked.row
    encounters = (row.encounters_played, row.encounters_won, row.matches_won, row.matches_lost)
    points = (row.penalties, row.opponents_penalties, row.average)
    return [*encounters, *points, row.infractions, row.unopened, row.finishes, row.hands]
