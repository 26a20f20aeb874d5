"""What a step of the group order is, and how a step gets its values.

A step is open: whoever needs another criterion makes a `Step` with a value function of his own.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from rules.standings.standings_rows import EncounterRecord, Row, records_of, row_of
from rules.text import Text, grouped


@dataclass(frozen=True, slots=True)
class Group:
    """What the steps look at: rows and encounters by entrant, and the number each drew, if any."""

    rows: Mapping[str, Row]
    records: Mapping[str, Sequence[EncounterRecord]]
    lot: Mapping[str, int]


Value = Callable[[Group, Collection[str]], Mapping[str, int]]
"""What a step gives each of the tied; the same number to all whom it can't tell apart."""


class Basis(Enum):
    """On what a step's values rest: what must be known before they are."""

    WINNERS = "winners"
    """Who won the encounters."""

    SCORES = "scores"
    """Also with how many matches."""

    HANDS = "hands"
    """The hands themselves, which may still turn any way while an encounter is open."""

    AFTERWARDS = "afterwards"
    """Something that is held only when all encounters are over and have left a tie."""


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion of the order.

    ``says`` explains it in a line; ``phrase`` completes the sentences "… karşısında {tr} önde"
    and "Above … {en}"; ``show`` writes a value in a language, or nothing where values say nothing
    to people. A ``met`` step looks at whom the entrants met, so that it means nothing among those of
    different groups; any other looks at their own rows.
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
        """Whether its values depend on who else is tied, so that it is tried again among fewer."""
        return self.met or self.basis is Basis.AFTERWARDS


def group_of(
    entrants: Collection[str], records: Sequence[EncounterRecord], lot: Sequence[str] | None
) -> Group:
    """Add up the rows of entrants from their encounters."""
    by_entrant = records_of(records)
    return Group(
        rows={entrant: row_of(entrant, by_entrant[entrant]) for entrant in entrants},
        records={entrant: by_entrant[entrant] for entrant in entrants},
        lot={entrant: number for number, entrant in enumerate(lot or (), start=1)},
    )


def by_row(figure: Callable[[Row], int]) -> Value:
    """Give the value function that reads a figure off each entrant's row."""
    return partial(_by_row, figure)


def among_tied(figure: Callable[[Row], int]) -> Value:
    """Give the value function that reads it off rows in which only the encounters of the tied count."""
    return partial(_among_tied, figure)


def _by_row(figure: Callable[[Row], int], group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {entrant: figure(group.rows[entrant]) for entrant in tied}


def _among_tied(figure: Callable[[Row], int], group: Group, tied: Collection[str]) -> Mapping[str, int]:
    return {entrant: figure(row_of(entrant, _met(group, entrant, tied))) for entrant in tied}


def opponents_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Add up the encounters that the opponents of each have won (Buchholz).

    A bye, a walkover and an opponent who is no longer in the group count as one who has won as
    many as the entrant itself: nobody gains or loses by an encounter that was not played.
    """
    return {entrant: sum(_strengths(group, entrant)) for entrant in tied}


def extra_won(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Count the extra encounters that each has won against the others of the tied."""
    return {
        entrant: sum(record.extra and record.winner == entrant for record in _met(group, entrant, tied))
        for entrant in tied
    }


def drawn(group: Group, tied: Collection[str]) -> Mapping[str, int]:
    """Give the number that each drew; a lot that does not name all of the tied parts nobody."""
    known = all(entrant in group.lot for entrant in tied)
    return {entrant: group.lot[entrant] if known else 0 for entrant in tied}


def _met(group: Group, entrant: str, tied: Collection[str]) -> list[EncounterRecord]:
    return [record for record in group.records[entrant] if all(side in tied for side in record.sides)]


def _strengths(group: Group, entrant: str) -> Iterator[int]:
    own = group.rows[entrant]
    for record in group.records[entrant]:
        if record.decided and not record.extra:
            unplayed = record.walkover or record.lost_by_both
            for opponent in record.sides:
                if opponent != entrant:
                    yield (own if unplayed else group.rows.get(opponent, own)).encounters_won
