from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.round_names import add_round_names, round_title
from scoring.queries.tournament_context import read_tournament_context
from tournaments.models import EncounterSide, Tournament
from tournaments.spreadsheets.table_writer import Cell, Sheet


def results_sheet(tournament: Tournament) -> Sheet:
    """Return a row per encounter, without annulled ones; match points up to the longest best-of."""
    stages = list(tournament.stages.order_by("position"))
    letters = max(("".join(stage.letters) for stage in stages), key=len, default="AB")
    sides = [head for letter in letters for head in (letter, _("%(side)s: matches won") % {"side": letter})]
    matches = range(1, max((stage.best_of for stage in stages), default=1) + 1)
    points = [
        _("%(side)s: points of match %(number)s") % {"side": letter, "number": number}
        for number in matches
        for letter in letters
    ]
    heads = [
        _("Stage"),
        _("Round"),
        _("Group"),
        _("Table"),
        *sides,
        *points,
        _("Winner"),
        _("State"),
        pgettext("how an encounter was decided", "Decided"),
    ]
    return Sheet(_("Results"), heads, _encounter_rows(tournament, letters, matches))


def _encounter_rows(tournament: Tournament, letters: str, match_numbers: range) -> Iterator[list[Cell]]:
    """Yield cells in the order of results_sheet's heads."""
    context = read_tournament_context(tournament.public_id)
    for in_round in add_round_names(read_listings(tournament)):
        listing, encounter = in_round.listing, in_round.listing.encounter
        place: list[Cell] = [
            context.stage(encounter.stage_id).name,
            round_title(in_round.round),
            encounter.group.name if encounter.group else "",
            encounter.table.number if encounter.table else None,
        ]
        yield [
            *place,
            *_sides(listing, letters),
            *_points(listing, letters, match_numbers),
            *_outcome_cells(listing),
        ]


def _sides(listing: EncounterListing, letters: str) -> list[Cell]:
    sides = {side.letter: side for side in listing.sides}
    cells: list[Cell] = []
    for letter in letters:
        side = sides.get(letter)
        cells += [_name(side), side.wins if side else None]
    return cells


def _name(side: EncounterSide | None) -> str:
    return side.entrant.real_name if side and side.entrant else ""


def _points(listing: EncounterListing, letters: str, matches: range) -> list[Cell]:
    """Return each side's total of each match that counts."""
    played = {match.number: match for match in listing.matches}
    return [
        played[number].total(letter) if number in played else None for number in matches for letter in letters
    ]


def _outcome_cells(listing: EncounterListing) -> list[Cell]:
    encounter = listing.encounter
    decided = str(encounter.get_decided_by_display()) if encounter.decided_by else ""
    return [_name(listing.winner), str(encounter.get_state_display()), decided]
