"""What the encounters of a group add up to for each entrant (RULES §8)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncounterRecord:
    """One encounter of a group, its sides in the same order in every field: two, or four of singles.

    A walkover (hükmen) has a winner and the matches it needed, and no figures of hands; so has a
    bye, with "" as every other side. ``lost_by_both`` are the matches that each side loses where a
    walkover is given against both, 0 otherwise. An ``extra`` encounter was played only to part a
    tie and counts in no row. An annulled encounter is left out of the list.

    ``unopened`` are the 202s paid and ``finishes`` the hands finished by the players of a side;
    ``hands`` are those that count, told of a table of four alone.
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
        """Whether it is over: somebody has won it, or both have lost it."""
        return self.winner is not None or self.lost_by_both > 0


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line in the standings; penalties are points over all scored hands."""

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
        """The opponents' penalties minus the own ones, not divided by anything."""
        return self.opponents_penalties - self.penalties

    @property
    def match_difference(self) -> int:
        """Matches won minus lost."""
        return self.matches_won - self.matches_lost


def records_of(records: Iterable[EncounterRecord]) -> defaultdict[str, list[EncounterRecord]]:
    """Sort encounters by entrant, so that nobody's are looked for among all; [] for who has none."""
    by_entrant: defaultdict[str, list[EncounterRecord]] = defaultdict(list)
    for record in records:
        for side in record.sides:
            by_entrant[side].append(record)
    return by_entrant


def row_of(entrant: str, records: Iterable[EncounterRecord]) -> Row:
    """Add up an entrant's encounters; only a decided one counts as played, an extra one nowhere."""
    row = Row()
    for record in records:
        if entrant in record.sides and not record.extra:
            row = added(row, record, entrant)
    return row


def added(row: Row, record: EncounterRecord, entrant: str) -> Row:
    """Give the row of a side of an encounter with that encounter in it."""
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
