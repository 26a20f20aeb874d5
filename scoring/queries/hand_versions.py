from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from rules.hand_summary import VersionReport
from rules.hands import Rack, known_tiles
from rules.localized_text import Text
from rules.score_lines import Line
from rules.seats import seats_in_columns, side_of
from rules.sources import INFRACTION
from rules.tiles import known_indicator
from rules.validation import Problem
from scoring.enums import EntryKind
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.models import Entry, EntrySeat
from scoring.queries.hand_texts import hand_summaries
from scoring.queries.player_labels import make_names_distinct, short_player_names
from tournaments.models import Player


@dataclass(frozen=True)
class SeatScore:
    seat: str
    player: Player
    points: int
    opening: str
    infractions: int
    finished: bool
    lines: Sequence[Line]
    tiles: Sequence[str] = ()
    """The tiles left on the rack, if they were recorded one by one."""
    indicator: str = ""

    @property
    def fouls(self) -> list[Line]:
        return [line for line in self.lines if line.rule.startswith(INFRACTION)]


@dataclass(frozen=True)
class ChargedScore:
    code: str
    name: str
    points: int
    finished: bool
    lines: Sequence[Line]

    @property
    def side(self) -> str:
        return side_of(self.code)


@dataclass(frozen=True)
class Version:
    entry: Entry
    seats: Mapping[str, SeatScore]

    @property
    def sides(self) -> dict[str, int]:
        points: dict[str, int] = {}
        for seat in sorted(self.seats):
            points[side_of(seat)] = points.get(side_of(seat), 0) + self.seats[seat].points
        return points

    @property
    def cells(self) -> list[SeatScore]:
        return [self.seats[seat] for seat in seats_in_columns(self.seats)]

    @property
    def charged(self) -> dict[str, ChargedScore]:
        return {
            code: _build_charged_score(code, [cell for cell in self.cells if cell.seat.startswith(code)])
            for code in self.game.payers_of(seats_in_columns(self.seats))
        }

    @property
    def summary_texts(self) -> list[Text]:
        """Return all texts of the sides' summaries; empty if void or if the game charges seats."""
        if self.void or not self.game.charges_sides:
            return []
        names = short_player_names({seat: cell.player for seat, cell in self.seats.items()})
        return [
            text
            for part in hand_summaries(self.game, self.version_report, names).values()
            for text in part.words
        ]

    @property
    def void(self) -> bool:
        return self.entry.void

    @property
    def ruling(self) -> bool:
        return self.entry.kind == EntryKind.RULING

    @property
    def withdrawn(self) -> bool:
        return self.entry.kind == EntryKind.WITHDRAWAL

    @property
    def particulars(self) -> tuple[Text, ...]:
        return self.game.hand_details(report_of(self.entry))

    @property
    def deck_exhausted(self) -> bool:
        return self.report.get("outcome") == "deck_exhausted"

    @property
    def report(self) -> dict[str, Any]:
        return self.entry.report_data

    @property
    def accepted_warnings(self) -> list[Problem]:
        if not self.report.get("accepted"):
            return []
        return self.game.find_warnings(report_of(self.entry), rules_of(self.entry.rule_book))

    @property
    def game(self) -> Game[Any, Any]:
        return game_of_rules(rules_of(self.entry.rule_book))

    @property
    def version_report(self) -> VersionReport[Any, Any]:
        return VersionReport(report_of(self.entry), rules_of(self.entry.rule_book))


def _build_charged_score(code: str, cells: Sequence[SeatScore]) -> ChargedScore:
    return ChargedScore(
        code,
        " – ".join(cell.player.name for cell in cells),
        sum(cell.points for cell in cells),
        any(cell.finished for cell in cells),
        [line for cell in cells for line in cell.lines],
    )


def _tiles(report: Mapping[str, Any], seat: str) -> list[str]:
    """Return the valid tiles; a ruling may rest on an invalid report."""
    rack = report.get("seats", {}).get(seat, {}).get("rack", {})
    return [tile.code for tile in known_tiles(Rack(tiles=tuple(rack.get("tiles", ()))))]


def version_of(entry: Entry, seats: Sequence[EntrySeat]) -> Version:
    """Return an entry with its seats' scores; a side's charges are at its first seat.

    Names of its players are made distinct.
    """
    finisher = entry.report_data.get("finisher")
    lines = entry.score_lines
    make_names_distinct(row.player for row in seats)
    first_seats = {row.side: row.seat for row in sorted(seats, key=lambda row: row.seat, reverse=True)}
    return Version(
        entry=entry,
        seats={
            row.seat: SeatScore(
                seat=row.seat,
                player=row.player,
                points=row.points,
                opening=row.opening,
                infractions=row.infractions,
                finished=row.seat == finisher,
                lines=[line for line in lines if first_seats.get(line.seat, line.seat) == row.seat],
                tiles=_tiles(entry.report_data, row.seat),
                indicator=known_indicator(entry.report_data.get("indicator")),
            )
            for row in seats
        },
    )
