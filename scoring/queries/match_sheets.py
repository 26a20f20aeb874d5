from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Any

from rules.games.game import Game
from rules.score_lines import Line
from rules.seats import side_of
from rules.standings.matches import fixed_hands, hand_numbers
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.queries.correction_history import Correction, published_versions
from scoring.queries.hand_versions import SeatScore, Version, version_of
from scoring.queries.sheet_sums import SideSum, sum_by_side
from tournaments.models import Encounter, Player


@dataclass(frozen=True)
class HandSide:
    letter: str
    cells: Sequence[SeatScore]
    points: int
    total: int

    @property
    def before(self) -> int:
        return self.total - self.points


@dataclass(frozen=True)
class HandRow:
    """A deal, the totals after it, and players replaced since."""

    number: int
    deal: int
    extra: bool
    current: Version
    earlier_versions: Sequence[Version]
    totals: Mapping[str, int]
    former_players: Sequence[Player] = ()

    @property
    def cells(self) -> list[SeatScore]:
        return self.current.cells

    @property
    def needless(self) -> bool:
        """Whether a correction ended the match before this hand."""
        return not self.current.entry.hand.counts

    @property
    def scored(self) -> bool:
        return not (self.current.void or self.needless)

    @property
    def hand_sides(self) -> list[HandSide]:
        sides = self.current.sides
        return [
            HandSide(letter, [cell for cell in self.cells if side_of(cell.seat) == letter], points, total)
            for (letter, points), total in zip(sides.items(), self.totals.values(), strict=True)
        ]

    @property
    def corrections(self) -> list[Correction]:
        return [Correction(*versions) for versions in pairwise([*self.earlier_versions, self.current])]

    @property
    def is_rescored(self) -> bool:
        """Whether it only follows an amendment or earlier correction."""
        return self.current.entry.follows or (bool(self.earlier_versions) and self.corrections[-1].amended)

    @property
    def fouls(self) -> list[tuple[SeatScore, Line]]:
        return [(cell, line) for cell in self.cells for line in cell.fouls]


@dataclass(frozen=True)
class Amendment:
    entry: Entry
    hands: Sequence[tuple[HandRow, Correction]]


@dataclass(frozen=True)
class Sheet:
    hands: Sequence[HandRow]
    sums: Sequence[SideSum]
    game: Game[Any, Any] | None = None
    newest_seal: str = ""

    @classmethod
    def empty(cls) -> Sheet:
        return cls(hands=[], sums=[])

    @property
    def running_totals(self) -> dict[str, list[int]]:
        scored = [hand.totals for hand in self.hands if hand.scored]
        return {letter: [totals[letter] for totals in scored] for letter in self.totals} if scored else {}

    @property
    def needless(self) -> bool:
        return any(hand.needless for hand in self.hands)

    @property
    def scored(self) -> int:
        return sum(hand.scored for hand in self.hands)

    @property
    def totals(self) -> Mapping[str, int]:
        return self.hands[-1].totals if self.hands else {}

    @property
    def amendments(self) -> list[Amendment]:
        """Group re-scored hands by change of rules, oldest first."""
        rescored: dict[tuple[object, int, str], list[tuple[HandRow, Correction]]] = defaultdict(list)
        for hand in self.hands:
            for correction in hand.corrections:
                if correction.amended:
                    entry = correction.now.entry
                    rescored[entry.received_at, entry.rule_book_id, entry.reason].append((hand, correction))
        return [
            Amendment(hands[0][1].now.entry, hands)
            for _key, hands in sorted(rescored.items(), key=_first_entry_key)
        ]


def _first_entry_key(item: tuple[object, Sequence[tuple[HandRow, Correction]]]) -> int:
    return item[1][0][1].now.entry.pk


def read_sheet(encounter: Encounter, match: int) -> Sheet:
    return read_sheets(encounter, [match]).get(match, Sheet.empty())


def read_sheets(encounter: Encounter, matches: Sequence[int]) -> dict[int, Sheet]:
    """Read sheets by match number; matches without hands are missing, others must have a hand that counts."""
    of_matches = {"hand__match__encounter": encounter, "hand__match__number__in": matches}
    entries = (
        Entry.objects.filter(**of_matches)
        .select_related("hand__match", "user", "keeper", "rule_book", "withheld")
        .order_by("hand__match__number", "hand__deal", "version")
    )
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    rows = EntrySeat.objects.filter(**{f"entry__{name}": value for name, value in of_matches.items()})
    for row in rows.select_related("player").order_by("entry", "seat"):
        seats[row.entry_id].append(row)
    by_match = groupby(entries, key=lambda entry: entry.hand.match.number)
    return {
        number: _build_sheet(list(of_match), seats, encounter.stage.hands_per_match)
        for number, of_match in by_match
    }


def _published_deals(
    entries: Sequence[Entry], seats: Mapping[int, Sequence[EntrySeat]]
) -> list[list[Version]]:
    """Return the versions shown to the public by deal, without withdrawals and deals withdrawn now."""
    deals = [list(versions) for _deal, versions in groupby(entries, key=lambda entry: entry.hand.deal)]
    return [
        [
            version
            for version in published_versions(version_of(entry, seats[entry.pk]) for entry in versions)
            if not version.withdrawn
        ]
        for versions in deals
        if versions[-1].kind != EntryKind.WITHDRAWAL
    ]


def _build_sheet(
    entries: Sequence[Entry], seats: Mapping[int, Sequence[EntrySeat]], hands_per_match: int | None
) -> Sheet:
    """Build a match's sheet, a row for each deal, void too; at least one hand must count.

    `entries` are in order of deal and version.
    """
    deals = _published_deals(entries, seats)
    current = [versions[-1] for versions in deals]
    counted = [version for version in current if version.entry.hand.counts]
    numbers = hand_numbers([version.void for version in current])
    scored = [version.sides for version in current if not version.void]
    fixed = fixed_hands(scored, hands_per_match, current[-1].game.ends_at)
    totals = accumulate((_counted_points(version) for version in current), _add_points)
    hands = [
        HandRow(
            number=number,
            deal=versions[-1].entry.hand.deal,
            extra=fixed is not None and number > fixed and versions[-1].entry.hand.counts,
            current=versions[-1],
            earlier_versions=versions[:-1],
            totals=totals_after,
            former_players=_former_players(versions[-1], counted[-1]),
        )
        for versions, number, totals_after in zip(deals, numbers, totals, strict=True)
    ]
    newest_seal = max(entries, key=lambda entry: entry.pk).hash
    return Sheet(hands=hands, sums=sum_by_side(counted), game=counted[-1].game, newest_seal=newest_seal)


def _counted_points(version: Version) -> dict[str, int]:
    """No points after the end of the match."""
    return {side: points * version.entry.hand.counts for side, points in version.sides.items()}


def _former_players(version: Version, last_version: Version) -> list[Player]:
    current_players = {cell.player for cell in last_version.cells}
    return [cell.player for cell in version.cells if cell.player not in current_players]


def _add_points(totals: Mapping[str, int], added: Mapping[str, int]) -> dict[str, int]:
    return {letter: points + added[letter] for letter, points in totals.items()}
