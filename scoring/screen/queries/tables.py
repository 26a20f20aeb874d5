"""Tables in play, and what each table plays now and next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.enums import SlideKind
from scoring.reading.bracket.slots import Slot
from scoring.reading.bracket.stage_brackets import drawn_brackets
from scoring.reading.encounter_listings import EncounterListing, in_play
from scoring.reading.match_listings import MatchListing
from scoring.reading.tables import TableNow, read_tables
from scoring.screen.queries.kinds import Now, Slide
from scoring.screen.queries.room import LINE, Room, laid_out
from tournaments.models import Table

NUMBER, FIGURE, WON = 12.2, 7.2, 3.1
"""How wide are the number of a table, a total with its sign, and the matches won, each with its gap."""
NUMBER_AND_STATE = 24.0
"""How wide are, in a row of what is next, the number of a table and how it stands, with all gaps."""
BEGINS = "?????? ?? ????? ?"
AWAITED, AWAITED_OF_FOUR = "?????? ?? ??? ? ??", "?????? ? ?? ????? ?? ?? ????? ?"
"""As long as what is said between two matches, and as what a slot waits for."""


@dataclass(frozen=True)
class TableCard:
    """A table in play: the match whose totals are shown, the one before where the next has no hand yet."""

    listing: EncounterListing
    match: MatchListing

    @property
    def current(self) -> MatchListing:
        """The match that is played now."""
        return self.listing.shown

    @property
    def between(self) -> bool:
        """Whether a match is over and the next one begins."""
        return self.match is not self.listing.shown and self.match.winner is not None

    @property
    def of_matches(self) -> bool:
        return self.listing.encounter.stage.best_of > 1


@dataclass(frozen=True)
class AtTable:
    """What a table plays, and who sits there or is waited for."""

    listing: EncounterListing
    slots: Sequence[Slot]


@dataclass(frozen=True)
class RowOfTable:
    """A table with what it plays, or has before it, and what follows there."""

    table: Table
    now: AtTable | None
    following: AtTable | None


@dataclass(frozen=True)
class NextPage:
    """Tables one under the other; `alone` where nothing follows at any of them."""

    rows: Sequence[RowOfTable]
    alone: bool


def tables_slides(now: Now) -> list[Slide]:
    """Every table in play."""
    cards = [card_of(listing) for listing in in_play(now.listings)]
    pages = laid_out(lambda _room: cards, _card_height, room=now.room)
    return [Slide(SlideKind.TABLES, page) for page in pages]


def card_of(listing: EncounterListing) -> TableCard:
    """The match that is played, else the one that was won before it."""
    shown = listing.shown
    won = [match for match in listing.matches if match.winner]
    return TableCard(listing, won[-1] if won and not shown.totals else shown)


def _card_height(card: TableCard, room: Room) -> float:
    beside = NUMBER + FIGURE + (WON if card.of_matches else 0)
    names = [side.entrant.name if side.entrant else "" for side in card.listing.sides]
    height = 1.4 + sum(1.0 + LINE * room.lines(name, beside) for name in names)
    if card.between:
        height += 0.5 + LINE * room.lines(BEGINS, NUMBER)
    lines_of_number = card.of_matches + card.current.extra
    return max(8.8 + LINE * lines_of_number, height)


def next_slides(now: Now) -> list[Slide]:
    """Tables that still have something to play."""
    seats = _seats(now)
    rows = [_row(one, seats) for one in read_tables(now.frame.tournament, now.listings)]
    rows = [row for row in rows if row.following or (row.now and not row.now.listing.decided)]
    alone = not any(row.following for row in rows)
    if alone and all(row.now is None or row.now.listing.playing for row in rows):
        return []

    def height(row: RowOfTable, room: Room) -> float:
        cells = [_cell_height(cell, room, alone=alone) for cell in (row.now, row.following) if cell]
        return max(5.4, *cells, 0)

    room = now.room.below(3)
    pages = laid_out(lambda _room: rows, height, room=room, columns=(1,))
    return [Slide(SlideKind.NEXT, NextPage(page, alone)) for page in pages]


def _seats(now: Now) -> Mapping[int, Sequence[Slot]]:
    """The slots of each encounter of a bracket, by its primary key."""
    ties = chain.from_iterable(
        one.ties for bracket in drawn_brackets(now.frame, now.listings) for one in bracket.rounds
    )
    return {tie.listing.encounter.pk: tie.slots for tie in ties if tie.listing}


def _row(table: TableNow, seats: Mapping[int, Sequence[Slot]]) -> RowOfTable:
    """What waits at a table that plays nothing is on it already."""
    queue = [one.listing for one in table.queue]
    now = table.now or (queue.pop(0) if queue else None)
    return RowOfTable(table.table, _at_table(now, seats), _at_table(queue[0] if queue else None, seats))


def _at_table(listing: EncounterListing | None, seats: Mapping[int, Sequence[Slot]]) -> AtTable | None:
    if listing is None:
        return None
    own = [Slot(side.letter, side.entrant, vacant=side.vacant) for side in listing.sides]
    return AtTable(listing, seats.get(listing.encounter.pk, own))


def _cell_height(cell: AtTable, room: Room, *, alone: bool) -> float:
    """Names under each other; two abreast where four play, or where the whole width is theirs."""
    abreast = alone or cell.listing.of_four
    columns = (1 if alone else 2) * (2 if abreast else 1)
    width = (room.width - NUMBER_AND_STATE) / columns - (1 if abreast else 0)
    awaited = AWAITED_OF_FOUR if cell.listing.of_four else AWAITED
    names = [slot.entrant.name if slot.entrant else awaited for slot in cell.slots]
    lines = [room.lines(name, room.width - width) for name in names]
    step = 2 if abreast else 1
    return 1.0 + sum(0.2 + LINE * max(lines[at : at + step]) for at in range(0, len(lines), step))
