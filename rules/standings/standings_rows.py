"""The totals of each entrant's encounters in a group (RULES §8)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncounterRecord:
    """One encounter of a group; every field has its sides in the same order: two, or four singles.

    A walkover (hükmen) has a winner and the matches needed, and no hand figures; so has a bye, with "" as
    every other side. ``lost_by_both`` are the matches each side loses by a double walkover, else 0. An
    ``extra`` encounter only breaks a tie and counts in no row. Annulled encounters are left out.

    ``unopened`` are the 202s paid and ``finishes`` the hands finished by a side's players; ``hands`` are
    those that count, only set for a table of four.
    """

    sides: tuple[str, ...]
    winner: str | None
    matches_won: tuple[int, ...]
    penalties: tuple[int, ...]
    infractions: tuple[int, ...]
    unopened: tuple[int, ...] = (0, 0)
    finishes: tuple[int, ...] = (0, 0)
    hands: int = 0
    walkover: bool = False
    lost_by_both: int = 0
    extra: bool = False

    @property
    def decided(self) -> bool:
        """Return whether it is over: won by a side, or lost by both."""
        return self.winner is not None or self.lost_by_both > 0


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's row in the standings; penalties are points over all scored hands."""

    encounters_played: int = 0
    encounters_won: int = 0
    matches_won: int = 0
    matches_lost: int = 0
    penalties: int = 0
    opponents_penalties: int = 0
    infractions: int = 0
    unopened: int = 0
    finishes: int = 0
    hands: int = 0

    @property
    def average(self) -> int:
        """Return the opponents' penalties minus the own, not divided by anything."""
        return self.opponents_penalties - self.penalties

    @property
    def match_difference(self) -> int:
        """Return matches won minus lost."""
        return self.matches_won - self.matches_lost


def records_of(records: Iterable[EncounterRecord]) -> defaultdict[str, list[EncounterRecord]]:
    """Return encounters by entrant, [] if there are none; avoids searching all for each."""
    by_entrant: defaultdict[str, list[EncounterRecord]] = defaultdict(list)
    for record in records:
        for side in record.sides:
            by_entrant[side].append(record)
    return by_entrant


def row_of(entrant: str, records: Iterable[EncounterRecord]) -> Row:
    """Return the total of an entrant's encounters; only decided ones count as played, extra ones never."""
    row = Row()
    for record in records:
        if entrant in record.sides and not record.extra:
            row = added(row, record, entrant)
    return row


def added(row: Row, record: EncounterRecord, entrant: str) -> Row:
    """Return a row with this encounter of its entrant added."""
    me = record.sides.index(entrant)

    def others(figures: tuple[int, ...]) -> int:
        return sum(figures) - figures[me]

    return Row(
        row.encounters_played + record.decided,
        row.encounters_won + (record.winner == entrant),
        row.matches_won + record.matches_won[me],
        row.matches_lost + others(record.matches_won) + record.lost_by_both,
        row.penalties + record.penalties[me],
        row.opponents_penalties + others(record.penalties),
        row.infractions + record.infractions[me],
        row.unopened + record.unopened[me],
        row.finishes + record.finishes[me],
        row.hands + record.hands,
    )
