"""The hands of a match as its sheet shows them: every figure with its lines, every version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Any

from rules.matches import hand_numbers
from rules.problems import Problem, find_warnings
from rules.reports import parse_report
from rules.seats import in_columns, side_of
from scoring.domain.rulebooks import rules_of
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.models.hand import ScoreLine
from tournaments.models import Encounter, Player


@dataclass(frozen=True)
class SeatScore:
    """What a hand cost one player, and why."""

    seat: str
    player: Player
    points: int
    opening: str
    infractions: int
    finished: bool
    lines: Sequence[ScoreLine]


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
    def a(self) -> int:
        return self.sides["A"]

    @property
    def b(self) -> int:
        return self.sides["B"]

    @property
    def void(self) -> bool:
        return self.entry.void

    @property
    def ruling(self) -> bool:
        return self.entry.kind == EntryKind.RULING

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
        return find_warnings(parse_report(self.report), rules_of(self.entry.rule_book))


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


@dataclass(frozen=True)
class SideOfHand:
    """A side of a hand: its players' cells, its points and its total after it."""

    letter: str
    cells: Sequence[SeatScore]
    points: int
    total: int


@dataclass(frozen=True)
class HandRow:
    """A deal on the sheet: its number, its current version, the ones before it, the totals after it."""

    number: int
    deal: int
    extra: bool
    current: Version
    earlier: Sequence[Version]
    totals: Mapping[str, int]

    @property
    def total_a(self) -> int:
        return self.totals["A"]

    @property
    def total_b(self) -> int:
        return self.totals["B"]

    @property
    def cells(self) -> list[SeatScore]:
        return [self.current.seats[seat] for seat in in_columns(self.current.seats)]

    @property
    def blocks(self) -> list[SideOfHand]:
        """The cells by side, each with what the hand cost it and its total after it."""
        sides = self.current.sides
        return [
            SideOfHand(letter, [cell for cell in self.cells if side_of(cell.seat) == letter], points, total)
            for (letter, points), total in zip(sides.items(), self.totals.values(), strict=True)
        ]

    @property
    def corrections(self) -> list[Correction]:
        """Each version that was put over another, the first one first."""
        return [Correction(*pair) for pair in pairwise([*self.earlier, self.current])]

    @property
    def amended(self) -> bool:
        """Whether the current version only follows an amendment of the rules."""
        return bool(self.earlier) and self.corrections[-1].amended


@dataclass(frozen=True)
class Sheet:
    """All deals of one match, and each seat's sum."""

    hands: Sequence[HandRow]
    seat_totals: Mapping[str, int]

    @classmethod
    def empty(cls) -> Sheet:
        """The sheet of a match that has no hands."""
        return cls(hands=[], seat_totals={})

    @property
    def courses(self) -> dict[str, list[int]]:
        """The totals of each side after each scored hand."""
        scored = [hand.totals for hand in self.hands if not hand.current.void]
        return {letter: [totals[letter] for totals in scored] for letter in self.totals} if scored else {}

    @property
    def scored(self) -> int:
        """How many hands count."""
        return sum(not hand.current.void for hand in self.hands)

    @property
    def totals(self) -> Mapping[str, int]:
        """The totals of the sides; empty without hands."""
        return self.hands[-1].totals if self.hands else {}

    @property
    def seat_blocks(self) -> list[tuple[str, list[int], int]]:
        """Each side with the sums of its seats and its own."""
        return [
            (letter, [points for seat, points in self.seat_totals.items() if side_of(seat) == letter], total)
            for letter, total in self.totals.items()
        ]

    @property
    def noted(self) -> list[HandRow]:
        """Hands of which there is more to tell than figures."""
        return [hand for hand in self.hands if hand.earlier or hand.current.ruling or hand.current.doubts]


def read_sheet(encounter: Encounter, match: int) -> Sheet:
    """The sheet of a match in two queries; empty when it has no hands."""
    entries = (
        Entry.objects.filter(hand__match__encounter=encounter, hand__match__number=match)
        .select_related("hand", "user", "keeper", "rule_book")
        .order_by("hand__deal", "version")
    )
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    for row in (
        EntrySeat.objects.filter(entry__hand__match__encounter=encounter, entry__hand__match__number=match)
        .select_related("player")
        .order_by("entry", "seat")
    ):
        seats[row.entry_id].append(row)
    told = (list(versions) for _deal, versions in groupby(entries, key=lambda entry: entry.hand.deal))
    deals = [
        [version_of(entry, seats[entry.pk]) for entry in versions if entry.kind != EntryKind.WITHDRAWAL]
        for versions in told
        if versions[-1].kind != EntryKind.WITHDRAWAL
    ]
    return _sheet(deals, encounter.stage.hands_per_match)


def _sheet(deals: Sequence[Sequence[Version]], hands_per_match: int) -> Sheet:
    current = [versions[-1] for versions in deals]
    numbers = hand_numbers([version.void for version in current])
    totals = accumulate((version.sides for version in current), _added)
    hands = [
        HandRow(
            number=number,
            deal=versions[-1].entry.hand.deal,
            extra=number > hands_per_match,
            current=versions[-1],
            earlier=versions[:-1],
            totals=after,
        )
        for versions, number, after in zip(deals, numbers, totals, strict=True)
    ]
    seats = in_columns(current[0].seats) if current else ()
    return Sheet(
        hands=hands,
        seat_totals={seat: sum(version.seats[seat].points for version in current) for seat in seats},
    )


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {letter: points + other[letter] for letter, points in one.items()}


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
            )
            for row in seats
        },
    )
