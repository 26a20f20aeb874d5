"""At a step about hands, entrants with an open encounter may end anywhere among the tied."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from typing import Final

from rules.standings.criteria import Basis, Step
from rules.standings.qualification.scenarios import Cell, OpenGroup
from rules.standings.tiebreaks import group_equal_values

MOST_UNCERTAIN: Final = 6
"""Up to this many uncertain entrants are combined in every way with exactly level ones."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The step that decides where results can't; None if none does."""

    step: Step | None
    rivals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Tie:
    """Entrants level before step ``number``, ``above`` others ahead."""

    entrants: tuple[str, ...]
    above: int
    number: int


@dataclass
class QualificationSearch:
    """Entrants seen inside and outside; ``exact`` is False if one is in both without proof."""

    open_group: OpenGroup
    places: int
    inside: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    contests: dict[str, Contest] = field(default_factory=dict)
    exact: bool = True
    _tried_signatures: set[tuple[_Tie, tuple[int, ...], Cell]] = field(default_factory=set)

    def try_all(self) -> None:
        """Try every outcome; scores only where winners leave a place open."""
        for cell in self.open_group.winner_outcomes():
            self._place_tie(_Tie(self._all_entrants, 0, 0), cell, scored=False)

    def try_outcome(self, cell: Cell) -> None:
        self._place_tie(_Tie(self._all_entrants, 0, 0), cell, scored=True)

    @cached_property
    def _all_entrants(self) -> tuple[str, ...]:
        return tuple(self.open_group.decided_group.rows)

    def _place_tie(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        if tie.above + len(tie.entrants) <= self.places:
            self.inside.update(tie.entrants)
        elif tie.above >= self.places:
            self.outside.update(tie.entrants)
        elif not self._is_fully_seen(tie):
            self._separate(tie, cell, scored=scored)

    def _is_fully_seen(self, tie: _Tie) -> bool:
        return self.inside.issuperset(tie.entrants) and self.outside.issuperset(tie.entrants)

    def _separate(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        """Separate a tie by its next step, under all scores where they matter; without one, leave it open."""
        steps = self.open_group.applicable_steps
        if tie.number == len(steps):
            self._leave_open(tie.entrants, self.open_group.last_resort, tie)
        elif steps[tie.number].basis is Basis.SCORES and not scored:
            for scoring in self.open_group.score_outcomes(cell, tie.entrants):
                if not self._is_fully_seen(tie):
                    self._separate_by_values(tie, scoring, scored=True)
        else:
            self._separate_by_values(tie, cell, scored=scored)

    def _separate_by_values(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        """Place the parts by the step's figures, uncertain entrants anywhere; skip equivalent outcomes.

        With uncertain entrants, record contests. A step among the tied is repeated for smaller ties.
        """
        values = self.open_group.values(tie.number, tie.entrants, cell)
        signature = (
            tie,
            tuple([values[entrant] for entrant in tie.entrants]),
            self._relevant_outcome(tie, cell),
        )
        if signature in self._tried_signatures:
            return
        self._tried_signatures.add(signature)
        step = self.open_group.applicable_steps[tie.number]
        uncertain = self.open_group.uncertain_entrants(step, tie.entrants)
        self._leave_open(uncertain, step, tie)
        certain = [entrant for entrant in tie.entrants if entrant not in uncertain]
        above = tie.above
        for members in group_equal_values(certain, values, highest_first=step.highest_first):
            if uncertain:
                self._name_contest(members, step, tie)
            for joining in self._joining_sets(members, uncertain):
                level = members + joining
                repeats_step = step.among_tied and len(level) < len(tie.entrants)
                for ahead in {0, len(uncertain) - len(joining)}:
                    next_tie = _Tie(level, above + ahead, tie.number + (not repeats_step))
                    self._place_tie(next_tie, cell, scored=scored)
            above += len(members)

    def _relevant_outcome(self, tie: _Tie, cell: Cell) -> Cell:
        """Return the part of an outcome that later steps need."""
        bases = self._bases[tie.number]
        if Basis.SCORES in bases:
            return cell
        return self.open_group.winner_outcome_of(cell) if Basis.WINNERS in bases else ()

    @cached_property
    def _bases(self) -> list[set[Basis]]:
        steps = self.open_group.applicable_steps
        return [
            {later_step.basis for later_step in steps[number + (not step.among_tied) :]}
            for number, step in enumerate(steps)
        ]

    def _joining_sets(
        self, members: tuple[str, ...], uncertain: tuple[str, ...]
    ) -> Iterator[tuple[str, ...]]:
        """Return each set of uncertain entrants that may join a level group, the empty one too.

        Only the empty one for a single member, and for too many uncertain entrants: then the search is
        inexact, and `members` may end both inside and outside.
        """
        if len(members) == 1:
            return iter([()])
        if len(uncertain) > MOST_UNCERTAIN:
            self.exact = False
            self.inside.update(members)
            self.outside.update(members)
            return iter([()])
        return chain.from_iterable(combinations(uncertain, size) for size in range(len(uncertain) + 1))

    def _leave_open(self, entrants: Collection[str], step: Step | None, tie: _Tie) -> None:
        self.inside.update(entrants)
        self.outside.update(entrants)
        self._name_contest(entrants, step, tie)

    def _name_contest(self, entrants: Collection[str], step: Step | None, tie: _Tie) -> None:
        """Record the first step at which a place was open."""
        for entrant in entrants:
            rivals = tuple(rival for rival in tie.entrants if rival != entrant)
            self.contests.setdefault(entrant, Contest(step, rivals))
