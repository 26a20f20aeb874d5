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
from scoring.domain.rulebooks import rules_of
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.models.hand import ScoreLine
from tournaments.models import Encounter, Player

SEATS = ("A1", "A2", "B1", "B2")


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
    def a(self) -> int:
        return self.seats["A1"].points + self.seats["A2"].points

    @property
    def b(self) -> int:
        return self.seats["B1"].points + self.seats["B2"].points

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
class HandRow:
    """A deal on the sheet: its number, its current version, the ones before it, the totals after it."""

    number: int
    deal: int
    extra: bool
    current: Version
    earlier: Sequence[Version]
    total_a: int
    total_b: int

    @property
    def cells(self) -> list[SeatScore]:
        return [self.current.seats[seat] for seat in SEATS]

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
    def totals(self) -> list[tuple[int, int]]:
        """The sides' totals after each scored hand."""
        return [(hand.total_a, hand.total_b) for hand in self.hands if not hand.current.void]

    @property
    def total_a(self) -> int:
        return self.hands[-1].total_a if self.hands else 0

    @property
    def total_b(self) -> int:
        return self.hands[-1].total_b if self.hands else 0

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
    totals_a = accumulate(version.a for version in current)
    totals_b = accumulate(version.b for version in current)
    hands = [
        HandRow(
            number=number,
            deal=versions[-1].entry.hand.deal,
            extra=number > hands_per_match,
            current=versions[-1],
            earlier=versions[:-1],
            total_a=total_a,
            total_b=total_b,
        )
        for versions, number, total_a, total_b in zip(deals, numbers, totals_a, totals_b, strict=True)
    ]
    return Sheet(
        hands=hands,
        seat_totals={seat: sum(version.seats[seat].points for version in current) for seat in SEATS},
    )


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
