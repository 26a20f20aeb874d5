"""The list of entrants, with headings that the import understands."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.enums import EntrantKind
from tournaments.models import Entrant, Tournament
from tournaments.spreadsheets.table_writer import Cell, Sheet

AT_ONCE = 500


def entrants_sheet(tournament: Tournament) -> Sheet:
    singles = tournament.kind == EntrantKind.SINGLES
    headings = [_("Player")] if singles else [_("Name of the pair"), _("First player"), _("Second player")]
    more = [_("Club"), _("Rating"), _("Seed number"), _("Pot"), _("Fee paid"), _("Public name"), _("State")]
    name = _("Players") if singles else _("Pairs")
    return Sheet(name, ["#", *headings, *more], _entrant_rows(tournament, singles=singles))


def _entrant_rows(tournament: Tournament, *, singles: bool) -> Iterator[list[Cell]]:
    """Yield a row per entrant, by number, with real names; the public name only if it differs.

    `singles`: no cells of players.
    """
    listed = tournament.entrants.prefetch_related("roster__player", "applications").order_by("number", "pk")
    for entrant in listed.iterator(chunk_size=AT_ONCE):
        names: list[Cell] = [entrant.real_name] if singles else [entrant.real_name, *_players(entrant)]
        public_name = entrant.name if entrant.name != entrant.real_name else ""
        figures = (entrant.rating, entrant.seed, entrant.pot)
        yield [
            entrant.number,
            *names,
            entrant.club_name,
            *figures,
            _("yes") if entrant.has_paid else _("no"),
            public_name,
            str(entrant.get_state_display()),
        ]


def _players(entrant: Entrant) -> list[str]:
    return [row.player.real_name for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
