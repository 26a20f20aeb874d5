"""A search for who can qualify, over all results of open encounters.

At a step about hands, an entrant with an open encounter may end anywhere among the tied. Others are compared
by current figures.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from typing import Final

from rules.standings.criteria import Basis, Step
from rules.standings.qualification.scenarios import Cell, OpenGroup
from rules.standings.tiebreaks import classes_by

MOST_UNCERTAIN: Final = 6
"""Up to this many uncertain entrants are combined in every way with exactly level ones."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The step that decides where results can't; None if none does."""

    step: Step | None
    rivals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Tie:
    """Entrants level before step ``number``, with ``above`` others ahead."""

    entrants: tuple[str, ...]
    above: int
    number: int


@dataclass
class QualificationSearch:
    """Entrants seen inside the first places and outside.

    ``exact`` is False if somebody is on both sides without proof.
    """

    prospect: OpenGroup
    places: int
    inside: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    contests: dict[str, Contest] = field(default_factory=dict)
    exact: bool = True
    _done: set[tuple[_Tie, tuple[int, ...], Cell]] = field(default_factory=set)

    def try_all(self) -> None:
        """Try every outcome; scores only where winners leave a place open."""
        for cell in self.prospect.winners():
            self._place(_Tie(self._everybody, 0, 0), cell, scored=False)

    def try_outcome(self, cell: Cell) -> None:
        self._place(_Tie(self._everybody, 0, 0), cell, scored=True)

    @cached_property
    def _everybody(self) -> tuple[str, ...]:
        return tuple(self.prospect.before.rows)

    def _place(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        if tie.above + len(tie.entrants) <= self.places:
            self.inside.update(tie.entrants)
        elif tie.above >= self.places:
            self.outside.update(tie.entrants)
        elif not self._settled(tie):
            self._part(tie, cell, scored=scored)

    def _settled(self, tie: _Tie) -> bool:
        """Return whether all tied were seen on both sides."""
        return self.inside.issuperset(tie.entrants) and self.outside.issuperset(tie.entrants)

    def _part(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        """Separate the tied by the next step, under all scores where they matter."""
        steps = self.prospect.tried
        if tie.number == len(steps):
            self._leave_open(tie.entrants, self.prospect.last_resort, tie)
        elif steps[tie.number].basis is Basis.SCORES and not scored:
            for scoring in self.prospect.scorings(cell, tie.entrants):
                if not self._settled(tie):
                    self._part_by_values(tie, scoring, scored=True)
        else:
            self._part_by_values(tie, cell, scored=scored)

    def _part_by_values(self, tie: _Tie, cell: Cell, *, scored: bool) -> None:
        """Separate the tied, unless an equivalent outcome was tried."""
        values = self.prospect.values(tie.number, tie.entrants, cell)
        signature = (tie, tuple([values[entrant] for entrant in tie.entrants]), self._looked_at(tie, cell))
        if signature in self._done:
            return
        self._done.add(signature)
        step = self.prospect.tried[tie.number]
        uncertain = self.prospect.uncertain(step, tie.entrants)
        self._leave_open(uncertain, step, tie)
        certain = [entrant for entrant in tie.entrants if entrant not in uncertain]
        above = tie.above
        for members in classes_by(certain, values, highest_first=step.highest_first):
            if uncertain:
                self._name_contest(members, step, tie)
            for joining in self._joining(members, uncertain):
                level = members + joining
                repeats_step = step.among_tied and len(level) < len(tie.entrants)
                for ahead in {0, len(uncertain) - len(joining)}:
                    next_tie = _Tie(level, above + ahead, tie.number + (not repeats_step))
                    self._place(next_tie, cell, scored=scored)
            above += len(members)

    def _looked_at(self, tie: _Tie, cell: Cell) -> Cell:
        """Return the part of an outcome that later steps need."""
        bases = self._bases[tie.number]
        if Basis.SCORES in bases:
            return cell
        return self.prospect.winners_of(cell) if Basis.WINNERS in bases else ()

    @cached_property
    def _bases(self) -> list[set[Basis]]:
        """Return the bases of the steps from each one on."""
        steps = self.prospect.tried
        return [
            {later_step.basis for later_step in steps[number + (not step.among_tied) :]}
            for number, step in enumerate(steps)
        ]

    def _joining(self, members: tuple[str, ...], uncertain: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield sets of uncertain entrants that may join a level group."""
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
