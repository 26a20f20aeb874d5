from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from operator import add


@dataclass(frozen=True, slots=True)
class EncounterRecord:
    """All fields list the sides in the same order (RULES §8).

    A walkover (hükmen) or bye (other sides "") has a winner, the matches needed and no hand figures.
    ``lost_by_both``: matches each loses by a double walkover. ``unopened`` are 202s; ``hands`` is for tables
    of four. Annulled encounters are left out.
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
        return self.winner is not None or self.lost_by_both > 0


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """Penalties cover all scored hands."""

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
        """Opponents' penalties minus own, undivided."""
        return self.opponents_penalties - self.penalties

    @property
    def match_difference(self) -> int:
        return self.matches_won - self.matches_lost

    def __add__(self, other: StandingsRow) -> StandingsRow:
        return StandingsRow(*map(add, astuple(self), astuple(other)))


def records_by_entrant(records: Iterable[EncounterRecord]) -> defaultdict[str, list[EncounterRecord]]:
    by_entrant: defaultdict[str, list[EncounterRecord]] = defaultdict(list)
    for record in records:
        for side in record.sides:
            by_entrant[side].append(record)
    return by_entrant


def row_of(entrant: str, records: Iterable[EncounterRecord]) -> StandingsRow:
    """Leave out extra encounters."""
    row = StandingsRow()
    for record in records:
        if entrant in record.sides and not record.extra:
            row = add_record(row, record, entrant)
    return row


def add_record(row: StandingsRow, record: EncounterRecord, entrant: str) -> StandingsRow:
    """Return the row with an encounter's figures; an undecided one adds those so far, but isn't played."""
    index = record.sides.index(entrant)

    def opponents_sum(figures: tuple[int, ...]) -> int:
        return sum(figures) - figures[index]

    return StandingsRow(
        row.encounters_played + record.decided,
        row.encounters_won + (record.winner == entrant),
        row.matches_won + record.matches_won[index],
        row.matches_lost + opponents_sum(record.matches_won) + record.lost_by_both,
        row.penalties + record.penalties[index],
        row.opponents_penalties + opponents_sum(record.penalties),
        row.infractions + record.infractions[index],
        row.unopened + record.unopened[index],
        row.finishes + record.finishes[index],
        row.hands + record.hands,
    )
