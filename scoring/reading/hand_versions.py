"""One version of a hand: what it cost every player, line by line, and what the next one made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from rules.games.okey101.racks import known_indicator, known_tiles
from rules.hands import Rack
from rules.lines import Line
from rules.objections import Problem
from rules.seats import in_columns, side_of
from rules.sources import INFRACTION
from rules.text import Text
from rules.told import Told
from scoring.enums import EntryKind
from scoring.ledger.rulebooks import game_played, report_of, rules_of
from scoring.models import Entry, EntrySeat
from scoring.reading.called import called
from tournaments.models import Player


@dataclass(frozen=True)
class SeatScore:
    """What a hand cost one player, and why."""

    seat: str
    player: Player
    points: int
    opening: str
    infractions: int
    finished: bool
    lines: Sequence[Line]
    tiles: Sequence[str] = ()
    """What was left on his rack, where it was told tile by tile."""
    indicator: str = ""

    @property
    def fouls(self) -> list[Line]:
        """The lines of his infractions."""
        return [line for line in self.lines if line.rule.startswith(INFRACTION)]


@dataclass(frozen=True)
class ChargedScore:
    """What a hand cost one who is charged for it: a player, or a side with all who sit on it."""

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
    """One entry for a deal, with the points of each side and seat."""

    entry: Entry
    seats: Mapping[str, SeatScore]

    @property
    def sides(self) -> dict[str, int]:
        """The points of each side, A first."""
        points: dict[str, int] = {}
        for seat in sorted(self.seats):
            points[side_of(seat)] = points.get(side_of(seat), 0) + self.seats[seat].points
        return points

    @property
    def cells(self) -> list[SeatScore]:
        """The players in the order of the columns."""
        return [self.seats[seat] for seat in in_columns(self.seats)]

    @property
    def charged(self) -> dict[str, ChargedScore]:
        """Everybody who is charged by his code, in the order of the columns."""
        return {
            code: _charged(code, [cell for cell in self.cells if cell.seat.startswith(code)])
            for code in self.game.charged(in_columns(self.seats))
        }

    @property
    def void(self) -> bool:
        return self.entry.void

    @property
    def ruling(self) -> bool:
        return self.entry.kind == EntryKind.RULING

    @property
    def withdrawn(self) -> bool:
        """Whether it says that the hand was taken back, and nothing else."""
        return self.entry.kind == EntryKind.WITHDRAWAL

    @property
    def particulars(self) -> tuple[Text, ...]:
        """What it tells of the hand as a whole and its score does not."""
        return self.game.particulars(report_of(self.entry))

    @property
    def deck_exhausted(self) -> bool:
        return self.report.get("outcome") == "deck_exhausted"

    @property
    def report(self) -> dict[str, Any]:
        return self.entry.report_data

    @property
    def doubts(self) -> list[Problem]:
        """The warnings that whoever entered it confirmed."""
        if not self.report.get("accepted"):
            return []
        return self.game.find_warnings(report_of(self.entry), rules_of(self.entry.rule_book))

    @property
    def game(self) -> Game[Any, Any]:
        return game_played(rules_of(self.entry.rule_book))

    @property
    def told(self) -> Told[Any, Any]:
        """What it tells, and the rules by which that is counted."""
        return Told(report_of(self.entry), rules_of(self.entry.rule_book))


def _charged(code: str, cells: Sequence[SeatScore]) -> ChargedScore:
    """The cells of one who is charged, put together."""
    return ChargedScore(
        code,
        " – ".join(cell.player.name for cell in cells),
        sum(cell.points for cell in cells),
        any(cell.finished for cell in cells),
        [line for cell in cells for line in cell.lines],
    )


def texts_between(before: Version, now: Version, names: Mapping[str, str]) -> list[Text]:
    """What a version tells otherwise than another, in the words of its game."""
    return now.game.differences(before.told, now.told, names)


@dataclass(frozen=True)
class FigureSideBySide:
    """What a hand cost one who is charged by two versions; None is a version that counts nothing."""

    name: str
    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Correction:
    """A version put over another."""

    before: Version
    now: Version

    @property
    def amended(self) -> bool:
        """Whether the hand is as it was entered, and other rules score it."""
        return self._told_alike and self.now.entry.rule_book_id != self.before.entry.rule_book_id

    @property
    def follows(self) -> bool:
        """Whether the hand is as it was entered, and costs something else after another hand before it."""
        before, now = self.before.entry, self.now.entry
        return self._told_alike and now.rule_book_id == before.rule_book_id and now.lines != before.lines

    @property
    def _told_alike(self) -> bool:
        before, now = self.before.entry, self.now.entry
        return now.report == before.report and before.scored_by_rules and now.scored_by_rules

    @property
    def ruling(self) -> bool:
        """Whether a referee put it there."""
        return self.now.ruling and not self.amended

    @property
    def entered_again(self) -> bool:
        """Whether the hand was taken back right after it was saved: only then nobody gives a reason."""
        return not self.now.entry.reason

    @property
    def changes_nothing(self) -> bool:
        """Whether the newer one says and costs what the other did, so that nothing can be told of it."""
        before, now = self.before, self.now
        same = _facts(before) == _facts(now) and before.entry.lines == now.entry.lines
        return same and not self.texts

    @property
    def figures(self) -> list[FigureSideBySide]:
        """The points of everybody who is charged by both versions, in the order of the columns."""
        now = self.now.charged
        return [
            FigureSideBySide(one.name, _counted(self.before, one), _counted(self.now, now.get(code)))
            for code, one in self.before.charged.items()
        ]

    @property
    def texts(self) -> list[Text]:
        """What the newer one tells otherwise, sentence by sentence."""
        names = called({seat: cell.player for seat, cell in self.before.seats.items()})
        return texts_between(self.before, self.now, names)


def _facts(version: Version) -> tuple[object, ...]:
    """Which rules or whose ruling scores it, and who played it."""
    entry = version.entry
    return (
        entry.kind,
        entry.void,
        entry.rule_book_id,
        {seat: cell.player for seat, cell in version.seats.items()},
    )


def as_told(versions: Iterable[Version]) -> list[Version]:
    """The versions of a deal as everybody reads them, withdrawals among them.

    One that was taken back and entered again just as it had been is left out with its withdrawal: its keeper
    looked at it twice, and nothing came of it.
    """
    told: list[Version] = []
    for version in versions:
        taken_back = len(told) > 1 and told[-1].withdrawn
        if taken_back and not version.withdrawn and Correction(told[-2], version).changes_nothing:
            del told[-2:]
        told.append(version)
    return told


def _counted(version: Version, charged: ChargedScore | None) -> int | None:
    return None if version.void or charged is None else charged.points


def _tiles(report: Mapping[str, Any], seat: str) -> list[str]:
    """The tiles of a rack; a ruling may have been put upon a report that tells of others than there are."""
    rack = report.get("seats", {}).get(seat, {}).get("rack", {})
    return [tile.code for tile in known_tiles(Rack(tiles=tuple(rack.get("tiles", ()))))]


def version_of(entry: Entry, seats: Sequence[EntrySeat]) -> Version:
    """An entry with what it says of each seat; a withdrawal says nothing.

    What a side is charged stands at its first seat.
    """
    finisher = entry.report_data.get("finisher")
    lines = entry.score_lines
    first = {row.side: row.seat for row in sorted(seats, key=lambda row: row.seat, reverse=True)}
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
                lines=[line for line in lines if first.get(line.seat, line.seat) == row.seat],
                tiles=_tiles(entry.report_data, row.seat),
                indicator=known_indicator(entry.report_data.get("indicator")),
            )
            for row in seats
        },
    )
