"""A group with open encounters: in how many ways it can end, and what the steps make of each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from rules.standings.criteria import Basis, Group, Step
from rules.standings.standings_rows import EncounterRecord, added

Results = Sequence[EncounterRecord]
"""All the ways in which one encounter can end, the first side's best first."""

Cell = tuple[int, ...]
"""An outcome: the number of its result for each open encounter."""


def possible_results(encounter: EncounterRecord, best_of: int) -> list[EncounterRecord]:
    """Give every way in which an encounter can still end, from the first side's best to its worst."""
    needed = best_of // 2 + 1
    first, second = encounter.sides
    won = [(first, (needed, lost)) for lost in range(encounter.matches_won[1], needed)]
    lost = [(second, (taken, needed)) for taken in range(encounter.matches_won[0], needed)]
    return [replace(encounter, winner=winner, matches_won=score) for winner, score in won + lost[::-1]]


@dataclass(frozen=True)
class Prospect:
    """The group as its decided encounters leave it, with the possible results of every open one."""

    before: Group
    steps: Sequence[Step]
    options: Sequence[Results]
    _figures: dict[tuple[int, str, Cell], int] = field(default_factory=dict)

    @cached_property
    def tried(self) -> tuple[Step, ...]:
        """The steps, without those held only when nothing is open, as long as something is."""
        return tuple(step for step in self.steps if not (self.options and step.basis is Basis.AFTERWARDS))

    @cached_property
    def last_resort(self) -> Step | None:
        """What may part a tie after the last encounter."""
        return next((step for step in self.steps if step.basis is Basis.AFTERWARDS), None)

    @cached_property
    def open_of(self) -> Mapping[str, tuple[int, ...]]:
        """The open encounters of each entrant, by number."""
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self.before.rows, ())
        for number, results in enumerate(self.options):
            for side in results[0].sides:
                found[side] = (*found.get(side, ()), number)
        return found

    def winners(self) -> list[Cell]:
        """Give an outcome for every choice of winners, whatever the scores."""
        return list(product(*(dict.fromkeys(first) for first in self._same_winner)))

    def winners_of(self, cell: Cell) -> Cell:
        """Give the outcome that stands for all with the same winners."""
        return tuple(first[number] for first, number in zip(self._same_winner, cell, strict=True))

    def scorings(self, cell: Cell, tied: Collection[str]) -> list[Cell]:
        """Give every score of the encounters of the tied, the winners being the same."""
        playing = {number for entrant in tied for number in self.open_of[entrant]}
        choices = [
            [other for other, its in enumerate(first) if its == first[number]]
            if place in playing
            else [number]
            for place, (first, number) in enumerate(zip(self._same_winner, cell, strict=True))
        ]
        return list(product(*choices))

    def uncertain(self, step: Step, tied: Collection[str]) -> tuple[str, ...]:
        """Name those of the tied whose figures at a step of hands are not known yet."""
        if step.basis is not Basis.HANDS:
            return ()
        if not step.met:
            return tuple(entrant for entrant in tied if self.open_of[entrant])
        among = [results[0].sides for results in self.options if all(one in tied for one in results[0].sides)]
        return tuple(entrant for entrant in tied if any(entrant in sides for sides in among))

    def values(self, number: int, tied: Collection[str], cell: Cell) -> Mapping[str, int]:
        """Give what a step gives each of the tied in an outcome."""
        step = self.tried[number]
        if step.among_tied:
            return step.value(self._with(self.before.rows.keys(), cell), frozenset(tied))
        return {entrant: self._figure(number, entrant, cell) for entrant in tied}

    def _figure(self, number: int, entrant: str, cell: Cell) -> int:
        """Read a figure off an entrant's row, once for all outcomes that give it the same row."""
        own = tuple([cell[place] for place in self.open_of[entrant]])
        figure = self._figures.get((number, entrant, own))
        if figure is None:
            group = self._with({entrant}, cell)
            figure = self.tried[number].value(group, frozenset((entrant,)))[entrant]
            self._figures[number, entrant, own] = figure
        return figure

    def _with(self, entrants: Collection[str], cell: Cell) -> Group:
        """Give the group in which the open encounters of some entrants have ended as an outcome says."""
        rows, records = dict(self.before.rows), dict(self.before.records)
        for place in {place for entrant in entrants for place in self.open_of[entrant]}:
            result = self.options[place][cell[place]]
            for side in set(result.sides) & rows.keys():
                rows[side] = added(rows[side], result, side)
                records[side] = [*records[side], result]
        return Group(rows, records, self.before.lot)

    @cached_property
    def _same_winner(self) -> list[list[int]]:
        """For each result of an encounter the first that has the same winner."""
        winners = [[result.winner for result in results] for results in self.options]
        return [[its.index(winner) for winner in its] for its in winners]
