"""One version of a hand: what it cost every player, line by line, and what the next one made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.okey101.differences import Told, differences
from rules.games.okey101.racks import known_indicator, known_tiles
from rules.hands import HandReport, Rack
from rules.lines import Line
from rules.objections import Problem
from rules.seats import in_columns, side_of
from rules.sources import INFRACTION
from rules.text import Text
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
        return game_played(rules_of(self.entry.rule_book)).particulars(report_of(self.entry))

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
        rules = rules_of(self.entry.rule_book)
        return game_played(rules).find_warnings(report_of(self.entry), rules)

    @property
    def told(self) -> Told | None:
        """What it tells, where differences of the game's hands can be put into words."""
        report, rules = report_of(self.entry), rules_of(self.entry.rule_book)
        return Told(report, rules) if isinstance(report, HandReport) else None


def texts_between(before: Version, now: Version, names: Mapping[str, str]) -> list[Text]:
    """What a version tells otherwise than another, where the game's hands can be put into words."""
    was, told = before.told, now.told
    return differences(was, told, names) if was and told else []


@dataclass(frozen=True)
class FigureSideBySide:
    """What a hand cost a player by two versions; None is a version that counts nothing."""

    seat: str
    player: Player
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
        before, now = self.before.entry, self.now.entry
        same = now.report == before.report and now.rule_book_id != before.rule_book_id
        return same and before.scored_by_rules and now.scored_by_rules

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
        """Every player's points by both versions, in the order of the columns."""
        return [
            FigureSideBySide(
                cell.seat, cell.player, _counted(self.before, cell.seat), _counted(self.now, cell.seat)
            )
            for cell in self.before.cells
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


def _counted(version: Version, seat: str) -> int | None:
    return None if version.void or seat not in version.seats else version.seats[seat].points


def _tiles(report: Mapping[str, Any], seat: str) -> list[str]:
    """The tiles of a rack; a ruling may have been put upon a report that tells of others than there are."""
    rack = report.get("seats", {}).get(seat, {}).get("rack", {})
    return [tile.code for tile in known_tiles(Rack(tiles=tuple(rack.get("tiles", ()))))]


def version_of(entry: Entry, seats: Iterable[EntrySeat]) -> Version:
    """An entry with what it says of each seat; a withdrawal says nothing."""
    finisher = entry.report_data.get("finisher")
    lines = entry.score_lines
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
                lines=[line for line in lines if line.seat == row.seat],
                tiles=_tiles(entry.report_data, row.seat),
                indicator=known_indicator(entry.report_data.get("indicator")),
            )
            for row in seats
        },
    )
