from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.enums import SlideKind
from scoring.queries.bracket.slot_sources import Slot
from scoring.queries.bracket.stage_brackets import drawn_brackets
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import listings_in_play
from scoring.queries.table_queues import TableStatus, read_tables
from scoring.screen.queries.slide_capacity import LINE, SlideArea, lay_out_pages
from scoring.screen.queries.slide_kinds import Slide, SlideInputs
from tournaments.models import Table

NUMBER, FIGURE, WON = 12.2, 7.2, 3.1
"""Widths of a table's number, a signed total, and the matches won, each with its gap."""
NUMBER_OF_ROW, STATE = 8.8, 15.2
"""Widths in a row of what is next: a table's number and its state, each with its gaps."""
AWAITED, AWAITED_OF_FOUR = "?????? ?? ??? ? ??", "?????? ? ?? ????? ?? ?? ????? ?"
"""Texts as long as the labels of awaited entrants."""


@dataclass(frozen=True)
class TableEncounter:
    listing: EncounterListing
    slots: Sequence[Slot]


@dataclass(frozen=True)
class TableRow:
    """Current or last encounter, and the next."""

    table: Table
    current_encounter: TableEncounter | None
    next_encounter: TableEncounter | None


@dataclass(frozen=True)
class NextPage:
    rows: Sequence[TableRow]
    upcoming_only: bool


def tables_slides(inputs: SlideInputs) -> list[Slide]:
    listings = listings_in_play(inputs.listings)
    pages = lay_out_pages(lambda _room: listings, _card_height, area=inputs.slide_area, equal_heights=True)
    return [Slide(SlideKind.TABLES, page) for page in pages]


def _card_height(listing: EncounterListing, area: SlideArea) -> float:
    of_matches = listing.encounter.stage.best_of > 1
    beside = NUMBER + FIGURE + (WON if of_matches else 0)
    names = [side.entrant.name if side.entrant else "" for side in listing.sides]
    height = 1.4 + sum(1.0 + LINE * area.lines(name, beside) for name in names)
    return max(8.8 + LINE * (of_matches + listing.shown_match.extra), height)


def next_slides(inputs: SlideInputs) -> list[Slide]:
    """Show tables with a next encounter, with current ones beside them unless none of these plays."""
    slots = _slots_by_encounter(inputs)
    rows = [
        _row(table, slots) for table in read_tables(inputs.tournament_context.tournament, inputs.listings)
    ]
    rows = [row for row in rows if row.next_encounter]
    upcoming_only = not any(row.current_encounter for row in rows)

    def row_height(row: TableRow, room: SlideArea) -> float:
        cells = [
            _cell_height(cell, room, upcoming_only=upcoming_only)
            for cell in (row.current_encounter, row.next_encounter)
            if cell
        ]
        return max(5.4, *cells, 0)

    area = inputs.slide_area.below(3)
    pages = lay_out_pages(lambda _room: rows, row_height, area=area, columns=(1,))
    return [Slide(SlideKind.NEXT, NextPage(page, upcoming_only)) for page in pages]


def _slots_by_encounter(inputs: SlideInputs) -> Mapping[int, Sequence[Slot]]:
    ties = chain.from_iterable(
        bracket_round.ties
        for bracket in drawn_brackets(inputs.tournament_context, inputs.listings)
        for bracket_round in bracket.rounds
    )
    return {tie.listing.encounter.pk: tie.slots for tie in ties if tie.listing}


def _row(table: TableStatus, slots: Mapping[int, Sequence[Slot]]) -> TableRow:
    following = table.next_queued.listing if table.next_queued else None
    return TableRow(
        table.table, _table_encounter(table.current_listing, slots), _table_encounter(following, slots)
    )


def _table_encounter(
    listing: EncounterListing | None, seats: Mapping[int, Sequence[Slot]]
) -> TableEncounter | None:
    if listing is None:
        return None
    slots = [Slot(side.letter, side.entrant, vacant=side.vacant) for side in listing.sides]
    return TableEncounter(listing, seats.get(listing.encounter.pk, slots))


def _cell_height(cell: TableEncounter, area: SlideArea, *, upcoming_only: bool) -> float:
    """Return a cell's height by its names' lines, two abreast for four or row-wide (`upcoming_only`)."""
    abreast = upcoming_only or cell.listing.of_four
    columns = (1 if upcoming_only else 2) * (2 if abreast else 1)
    beside = NUMBER_OF_ROW + (0 if upcoming_only else STATE)
    width = (area.width - beside) / columns - (1 if abreast else 0)
    awaited = AWAITED_OF_FOUR if cell.listing.of_four else AWAITED
    names = [slot.entrant.name if slot.entrant else awaited for slot in cell.slots]
    lines = [area.lines(name, area.width - width) for name in names]
    step = 2 if abreast else 1
    return 1.0 + sum(0.2 + LINE * max(lines[at : at + step]) for at in range(0, len(lines), step))
