"""Steps of the group order, with their value functions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from rules.standings.standings_rows import EncounterRecord, Row, records_of, row_of
from rules.text import Text, grouped


@dataclass(frozen=True, slots=True)
class Group:
    rows: Mapping[str, Row]
    records: Mapping[str, Sequence[EncounterRecord]]
    lot: Mapping[str, int]


Value = Callable[[Group, Collection[str]], Mapping[str, int]]
"""Returns each tied entrant's value; equal for entrants it can't separate."""


class Basis(Enum):
    WINNERS = "winners"
    """The winners of encounters."""

    SCORES = "scores"
    """The number of matches won, too."""

    HANDS = "hands"
    """The hands, which may change anything while an encounter is open."""

    AFTERWARDS = "afterwards"
    """Something that only happens after all encounters, if a tie is left."""


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion of the order.

    ``phrase`` completes "… karşısında {tr} önde" and "Above … {en}"; ``show`` formats a value. A ``met`` step
    looks at opponents, so it doesn't apply across groups.
    """

    id: str
    name: Text
    says: Text
    phrase: Text
    source: str
    value: Value
    basis: Basis
    met: bool = False
    highest_first: bool = True
    show: Callable[[int, str], str] | None = grouped

    @property
    def among_tied(self) -> bool:
        """Return whether values depend on who is tied."""
        return self.met or self.basis is Basis.AFTERWARDS


def group_of(
    entrants: Collection[str], records: Sequence[EncounterRecord], lot: Sequence[str] | None
) -> Group:
    by_entrant = records_of(records)
    return Group(
        rows={entrant: row_of(entrant, by_entrant[entrant]) for entrant in entrants},
        records={entrant: by_entrant[entrant] for entrant in entrants},
        lot={entrant: number for number, entrant in enumerate(lot or (), start=1)},
    )


def by_row(figure: Callable[[Row], int]) -> Value:
    """Return a value function of each row."""
    return partial(_by_row, figure)


def among_tied(figure: Callable[[Row], int]) -> Value:
    """Return a value function of encounters among the tied."""
    return partial(_among_tied, figure)


def _by_row(figure: Callable[[Row], int], group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {entrant: figure(group.rows[entrant]) for entrant in tied}


def _among_tied(figure: Callable[[Row], int], group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {entrant: figure(row_of(entrant, _met(group, entrant, tied))) for entrant in tied}


def opponents_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Return the encounters won by opponents (Buchholz).

    An unplayed encounter or an absent opponent counts the entrant's own wins.
    """
    return {entrant: sum(_strengths(group, entrant)) for entrant in tied}


def extra_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {
        entrant: sum(record.extra and record.winner == entrant for record in _met(group, entrant, tied))
        for entrant in tied
    }


def drawn(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Return lots, all 0 unless the lot names every tied entrant."""
    lot_is_complete = all(entrant in group.lot for entrant in tied)
    return {entrant: group.lot[entrant] if lot_is_complete else 0 for entrant in tied}


def _met(group: Group, entrant: str, tied: Collection[str]) -> list[EncounterRecord]:
    return [record for record in group.records[entrant] if all(side in tied for side in record.sides)]


def _strengths(group: Group, entrant: str) -> Iterator[int]:
    own_row = group.rows[entrant]
    for record in group.records[entrant]:
        if record.decided and not record.extra:
            unplayed = record.walkover or record.lost_by_both
            for opponent in record.sides:
                if opponent != entrant:
                    yield (own_row if unplayed else group.rows.get(opponent, own_row)).encounters_won
