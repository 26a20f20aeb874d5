"""What the encounters of a group add up to for each entrant (RULES §8)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncounterRecord:
    """One encounter of a group, both sides in the same order in every field.

    A walkover (hükmen) has a winner and the matches it needed, no penalties and no infractions.
    """

    sides: tuple[str, str]
    winner: str | None
    matches_won: tuple[int, int]
    penalties: tuple[int, int]
    infractions: tuple[int, int]


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

    @property
    def average(self) -> int:
        """The opponents' penalties minus the own ones, not divided by anything."""
        return self.opponents_penalties - self.penalties

    @property
    def match_difference(self) -> int:
        """Matches won minus lost."""
        return self.matches_won - self.matches_lost


def row_of(entrant: str, records: Sequence[EncounterRecord]) -> Row:
    """Add up an entrant's encounters; only a decided one counts as played."""
    row = Row()
    for record in records:
        if entrant in record.sides:
            row = _with(row, record, record.sides.index(entrant))
    return row


def _with(row: Row, record: EncounterRecord, me: int) -> Row:
    opponent = 1 - me
    return Row(
        row.encounters_played + (record.winner is not None),
        row.encounters_won + (record.winner == record.sides[me]),
        row.matches_won + record.matches_won[me],
        row.matches_lost + record.matches_won[opponent],
        row.penalties + record.penalties[me],
        row.opponents_penalties + record.penalties[opponent],
        row.infractions + record.infractions[me],
    )


def wins_among(entrant: str, tied: Collection[str], records: Sequence[EncounterRecord]) -> int:
    """Count the encounters that an entrant won against the others of a set."""
    return sum(
        record.winner == entrant and all(side in tied for side in record.sides)
        for record in records
        if entrant in record.sides
    )
