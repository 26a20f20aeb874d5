from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from rules.standings.criteria import Basis, Group, Step
from rules.standings.standings_rows import EncounterRecord, add_record

Results = Sequence[EncounterRecord]
"""All possible results of one encounter, the first side's best first."""

Cell = tuple[int, ...]
"""An outcome: the index of the result of each open encounter."""


def possible_results(encounter: EncounterRecord, best_of: int) -> list[EncounterRecord]:
    """The first side's best first."""
    needed = best_of // 2 + 1
    first, second = encounter.sides
    won = [(first, (needed, lost)) for lost in range(encounter.matches_won[1], needed)]
    lost = [(second, (wins, needed)) for wins in range(encounter.matches_won[0], needed)]
    return [replace(encounter, winner=winner, matches_won=score) for winner, score in won + lost[::-1]]


@dataclass(frozen=True)
class OpenGroup:
    decided_group: Group
    steps: Sequence[Step]
    options: Sequence[Results]
    _figures: dict[tuple[int, str, Cell], int] = field(default_factory=dict)

    @cached_property
    def applicable_steps(self) -> tuple[Step, ...]:
        """Return the steps that apply while encounters are open, else all."""
        return tuple(step for step in self.steps if not (self.options and step.basis is Basis.AFTERWARDS))

    @cached_property
    def last_resort(self) -> Step | None:
        return next((step for step in self.steps if step.basis is Basis.AFTERWARDS), None)

    @cached_property
    def open_encounters(self) -> Mapping[str, tuple[int, ...]]:
        numbers: dict[str, tuple[int, ...]] = dict.fromkeys(self.decided_group.rows, ())
        for number, results in enumerate(self.options):
            for side in results[0].sides:
                numbers[side] = (*numbers.get(side, ()), number)
        return numbers

    def winner_outcomes(self) -> list[Cell]:
        return list(
            product(*(dict.fromkeys(representatives) for representatives in self._first_with_same_winner))
        )

    def winner_outcome_of(self, cell: Cell) -> Cell:
        """Return the outcome that represents the same winners."""
        return tuple(
            representatives[number]
            for representatives, number in zip(self._first_with_same_winner, cell, strict=True)
        )

    def score_outcomes(self, cell: Cell, tied: Collection[str]) -> list[Cell]:
        """Return outcomes with all scores of the tied entrants' open encounters, but the same winners."""
        playing = {number for entrant in tied for number in self.open_encounters[entrant]}
        choices = [
            [
                index
                for index, representative in enumerate(representatives)
                if representative == representatives[number]
            ]
            if encounter in playing
            else [number]
            for encounter, (representatives, number) in enumerate(
                zip(self._first_with_same_winner, cell, strict=True)
            )
        ]
        return list(product(*choices))

    def uncertain_entrants(self, step: Step, tied: Collection[str]) -> tuple[str, ...]:
        """Return tied entrants with open encounters, if the step counts hands.

        If it compares opponents, only encounters among the tied count.
        """
        if step.basis is not Basis.HANDS:
            return ()
        if not step.compares_opponents:
            return tuple(entrant for entrant in tied if self.open_encounters[entrant])
        among = [
            results[0].sides for results in self.options if all(side in tied for side in results[0].sides)
        ]
        return tuple(entrant for entrant in tied if any(entrant in sides for sides in among))

    def values(self, number: int, tied: Collection[str], cell: Cell) -> Mapping[str, int]:
        step = self.applicable_steps[number]
        if step.among_tied:
            return step.value(self._group_after(self.decided_group.rows.keys(), cell), frozenset(tied))
        return {entrant: self._figure(number, entrant, cell) for entrant in tied}

    def _figure(self, number: int, entrant: str, cell: Cell) -> int:
        """Cached for outcomes with the same row."""
        own_cell = tuple([cell[index] for index in self.open_encounters[entrant]])
        figure = self._figures.get((number, entrant, own_cell))
        if figure is None:
            group = self._group_after({entrant}, cell)
            figure = self.applicable_steps[number].value(group, frozenset((entrant,)))[entrant]
            self._figures[number, entrant, own_cell] = figure
        return figure

    def _group_after(self, entrants: Collection[str], cell: Cell) -> Group:
        rows, records = dict(self.decided_group.rows), dict(self.decided_group.records)
        for index in {index for entrant in entrants for index in self.open_encounters[entrant]}:
            result = self.options[index][cell[index]]
            for side in set(result.sides) & rows.keys():
                rows[side] = add_record(rows[side], result, side)
                records[side] = [*records[side], result]
        return Group(rows, records, self.decided_group.lot)

    @cached_property
    def _first_with_same_winner(self) -> list[list[int]]:
        winners = [[result.winner for result in results] for results in self.options]
        return [
            [encounter_winners.index(winner) for winner in encounter_winners] for encounter_winners in winners
        ]
