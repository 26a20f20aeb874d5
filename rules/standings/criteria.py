from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import accumulate
from typing import Any

from rules.localized_text import Text, format_number
from rules.standings.standings_rows import EncounterRecord, StandingsRow, records_by_entrant, row_of


@dataclass(frozen=True, slots=True)
class Group:
    rows: Mapping[str, StandingsRow]
    records: Mapping[str, Sequence[EncounterRecord]]
    lot: Mapping[str, int]


Value = Callable[[Group, Collection[str]], Mapping[str, int]]
"""Each tied entrant's value; equal if it can't separate them."""


class Basis(Enum):
    WINNERS = "winners"

    SCORES = "scores"
    """The number of matches won, too."""

    HANDS = "hands"
    """Hands may change anything while an encounter is open."""

    AFTERWARDS = "afterwards"
    """Something after all encounters, if a tie is left."""


@dataclass(frozen=True, slots=True)
class Step:
    """``phrase`` completes "Above …"; ``show`` formats a value, None where it explains nothing.

    ``compares_opponents`` steps don't apply across groups. Values are per encounter, times ``scale``, unless
    that is 0.
    """

    id: str
    name: Text
    explanation: Text
    phrase: Text
    source: str
    value: Value
    basis: Basis
    compares_opponents: bool = False
    highest_first: bool = True
    show: Callable[[int, str], str] | None = format_number
    scale: int = 0

    @property
    def figure(self) -> Callable[[Any], int] | None:
        """Reads the figure from a row or a cached one; None where more than the row is compared."""
        return self.value.args[0] if isinstance(self.value, partial) else None

    @property
    def among_tied(self) -> bool:
        """Values depend on who is tied."""
        return self.compares_opponents or self.basis is Basis.AFTERWARDS


def build_group(
    entrants: Collection[str], records: Sequence[EncounterRecord], lot: Sequence[str] | None
) -> Group:
    by_entrant = records_by_entrant(records)
    return Group(
        rows={entrant: row_of(entrant, by_entrant[entrant]) for entrant in entrants},
        records={entrant: by_entrant[entrant] for entrant in entrants},
        lot={entrant: number for number, entrant in enumerate(lot or (), start=1)},
    )


def by_row(figure: Callable[[StandingsRow], int]) -> Value:
    return partial(_by_row, figure)


def _by_row(figure: Callable[[StandingsRow], int], group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {entrant: figure(group.rows[entrant]) for entrant in tied}


def won_among_tied(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Count encounters won among the tied.

    Neighbours whose order a missing encounter could change get the count of the first of them.
    """
    won = {
        entrant: row_of(entrant, _encounters_among(group, entrant, tied)).encounters_won for entrant in tied
    }
    ordered = sorted(tied, key=won.__getitem__, reverse=True)
    most = {entrant: won[entrant] + _missing_among(group, entrant, tied) for entrant in tied}
    most_from_here = list(accumulate((most[entrant] for entrant in reversed(ordered)), max))[::-1]
    values: dict[str, int] = {}
    value = 0
    for number, entrant in enumerate(ordered):
        if number == 0 or won[ordered[number - 1]] > most_from_here[number]:
            value = won[entrant]
        values[entrant] = value
    return values


def average_among_tied(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """All 0 unless all have met: a missing encounter could change any order."""
    if any(_missing_among(group, entrant, tied) for entrant in tied):
        return dict.fromkeys(tied, 0)
    return {entrant: row_of(entrant, _encounters_among(group, entrant, tied)).average for entrant in tied}


def opponents_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Buchholz; an unplayed encounter or absent opponent counts the entrant's own wins."""
    return {entrant: sum(_opponents_wins(group, entrant)) for entrant in tied}


def extra_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {
        entrant: sum(
            record.extra and record.winner == entrant for record in _encounters_among(group, entrant, tied)
        )
        for entrant in tied
    }


def drawn_lots(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """All 0 unless the lot names every tied entrant."""
    lot_is_complete = all(entrant in group.lot for entrant in tied)
    return {entrant: group.lot[entrant] if lot_is_complete else 0 for entrant in tied}


def _encounters_among(group: Group, entrant: str, tied: Collection[str]) -> list[EncounterRecord]:
    return [record for record in group.records[entrant] if all(side in tied for side in record.sides)]


def _missing_among(group: Group, entrant: str, tied: Collection[str]) -> int:
    """Count undecided encounters with other tied entrants, and one for each never met."""
    records = [record for record in _encounters_among(group, entrant, tied) if not record.extra]
    opponents = {side for record in records for side in record.sides} - {entrant}
    return len(tied) - 1 - len(opponents) + sum(not record.decided for record in records)


def _opponents_wins(group: Group, entrant: str) -> Iterator[int]:
    own_row = group.rows[entrant]
    for record in group.records[entrant]:
        if record.decided and not record.extra:
            unplayed = record.walkover or record.lost_by_both
            for opponent in record.sides:
                if opponent != entrant:
                    yield (own_row if unplayed else group.rows.get(opponent, own_row)).encounters_won
