"""A group with open encounters: outcomes, and the steps' values in each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from rules.standings.criteria import Basis, Group, Step
from rules.standings.standings_rows import EncounterRecord, added

Results = Sequence[EncounterRecord]
"""All possible results of one encounter, the first side's best first."""

Cell = tuple[int, ...]
"""An outcome: the index of the result of each open encounter."""


def possible_results(encounter: EncounterRecord, best_of: int) -> list[EncounterRecord]:
    """Return every result of an encounter, the first side's best first."""
    needed = best_of // 2 + 1
    first, second = encounter.sides
    won = [(first, (needed, lost)) for lost in range(encounter.matches_won[1], needed)]
    lost = [(second, (wins, needed)) for wins in range(encounter.matches_won[0], needed)]
    return [replace(encounter, winner=winner, matches_won=score) for winner, score in won + lost[::-1]]


@dataclass(frozen=True)
class OpenGroup:
    before: Group
    steps: Sequence[Step]
    options: Sequence[Results]
    _figures: dict[tuple[int, str, Cell], int] = field(default_factory=dict)

    @cached_property
    def tried(self) -> tuple[Step, ...]:
        """Return the steps that apply while encounters are open, else all."""
        return tuple(step for step in self.steps if not (self.options and step.basis is Basis.AFTERWARDS))

    @cached_property
    def last_resort(self) -> Step | None:
        """Return the step that breaks ties after the last encounter."""
        return next((step for step in self.steps if step.basis is Basis.AFTERWARDS), None)

    @cached_property
    def open_of(self) -> Mapping[str, tuple[int, ...]]:
        """Return each entrant's open encounters, by index."""
        numbers: dict[str, tuple[int, ...]] = dict.fromkeys(self.before.rows, ())
        for number, results in enumerate(self.options):
            for side in results[0].sides:
                numbers[side] = (*numbers.get(side, ()), number)
        return numbers

    def winners(self) -> list[Cell]:
        """Return an outcome for every choice of winners."""
        return list(product(*(dict.fromkeys(representatives) for representatives in self._same_winner)))

    def winners_of(self, cell: Cell) -> Cell:
        """Return the outcome that represents the same winners."""
        return tuple(
            representatives[number] for representatives, number in zip(self._same_winner, cell, strict=True)
        )

    def scorings(self, cell: Cell, tied: Collection[str]) -> list[Cell]:
        """Return the tied entrants' scores with the same winners."""
        playing = {number for entrant in tied for number in self.open_of[entrant]}
        choices = [
            [
                index
                for index, representative in enumerate(representatives)
                if representative == representatives[number]
            ]
            if encounter in playing
            else [number]
            for encounter, (representatives, number) in enumerate(zip(self._same_winner, cell, strict=True))
        ]
        return list(product(*choices))

    def uncertain(self, step: Step, tied: Collection[str]) -> tuple[str, ...]:
        """Return tied entrants whose figures at a step are open."""
        if step.basis is not Basis.HANDS:
            return ()
        if not step.met:
            return tuple(entrant for entrant in tied if self.open_of[entrant])
        among = [
            results[0].sides for results in self.options if all(side in tied for side in results[0].sides)
        ]
        return tuple(entrant for entrant in tied if any(entrant in sides for sides in among))

    def values(self, number: int, tied: Collection[str], cell: Cell) -> Mapping[str, int]:
        step = self.tried[number]
        if step.among_tied:
            return step.value(self._with(self.before.rows.keys(), cell), frozenset(tied))
        return {entrant: self._figure(number, entrant, cell) for entrant in tied}

    def _figure(self, number: int, entrant: str, cell: Cell) -> int:
        """Return a figure, cached for all outcomes with the same row."""
        own_cell = tuple([cell[index] for index in self.open_of[entrant]])
        figure = self._figures.get((number, entrant, own_cell))
        if figure is None:
            group = self._with({entrant}, cell)
            figure = self.tried[number].value(group, frozenset((entrant,)))[entrant]
            self._figures[number, entrant, own_cell] = figure
        return figure

    def _with(self, entrants: Collection[str], cell: Cell) -> Group:
        rows, records = dict(self.before.rows), dict(self.before.records)
        for index in {index for entrant in entrants for index in self.open_of[entrant]}:
            result = self.options[index][cell[index]]
            for side in set(result.sides) & rows.keys():
                rows[side] = added(rows[side], result, side)
                records[side] = [*records[side], result]
        return Group(rows, records, self.before.lot)

    @cached_property
    def _same_winner(self) -> list[list[int]]:
        """Return for each result the first with the same winner."""
        winners = [[result.winner for result in results] for results in self.options]
        return [
            [encounter_winners.index(winner) for winner in encounter_winners] for encounter_winners in winners
        ]
