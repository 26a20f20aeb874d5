"""What an entrant needs in the last round."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from rules.standings.qualification.scenarios import Cell, OpenGroup, Results
from rules.standings.qualification.search import Contest, QualificationSearch
from rules.standings.standings_rows import EncounterRecord
from rules.standings.statements import Code, Statement

MAX_NAMED_SCENARIOS: Final = 3
"""The number of ways in a statement; there may be more."""
MOST_OUTCOMES: Final = 64
"""More outcomes aren't described in words; a group of six, best of three, has this many."""

Verdict = bool | Contest
"""Whether an entrant qualifies; a contest if hands or a lot decide."""
Scores = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """An encounter that must end in one of ``results``."""

    results: Results
    ruled_out: Results

    @property
    def statement(self) -> Statement:
        """Who must win or not win, or how it must end; with scores where the winner is not all."""
        sides = self.results[0].sides
        winners, excluded_winners = (
            {result.winner for result in results} for results in (self.results, self.ruled_out)
        )
        if len(excluded_winners) == 1:
            side = excluded_winners.pop() or ""
            if side in winners:
                scores = _scores(self.ruled_out, side)
                return Statement(Code.DOES_NOT_WIN_BY, entrants=(side,), scores=scores)
            return Statement(Code.DOES_NOT_WIN, entrants=(side,))
        if len(winners) == 1:
            side = winners.pop() or ""
            return Statement(Code.WINS_BY, entrants=(side,), scores=_scores(self.results, side))
        return Statement(Code.ENDS_BY, entrants=sides, scores=_scores(self.results, sides[0]))

    def own_result(self, entrant: str) -> Statement:
        """What one of the two sides must do: win, lose, each perhaps by certain scores, or just play."""
        if not self.ruled_out:
            return Statement(Code.ANY_RESULT)
        return _combine(
            Code.ANY,
            (
                *self._own_results(entrant, Code.WIN, Code.WIN_BY, won=True),
                *self._own_results(entrant, Code.DEFEAT, Code.DEFEAT_BY, won=False),
            ),
        )

    def _own_results(self, entrant: str, code: Code, code_by: Code, *, won: bool) -> tuple[Statement, ...]:
        matching = [result for result in self.results if (result.winner == entrant) is won]
        if not matching:
            return ()
        if all((result.winner == entrant) is not won for result in self.ruled_out):
            return (Statement(code),)
        return (Statement(code_by, scores=_scores(matching, entrant)),)


@dataclass(frozen=True, slots=True)
class QualifyingScenario:
    """Results that qualify; with a ``contest`` a step then decides against level rivals."""

    own: Condition | None
    others: tuple[Condition, ...]
    contest: Contest | None

    @property
    def is_enough(self) -> bool:
        return self.own is not None and not self.others and self.contest is None

    def statement(self, entrant: str) -> Statement:
        """A result, while others do something, then the contest, each if any.

        Without an own encounter it is what happens if others do something.
        """
        contest = _contest_statement(self.contest) if self.contest else None
        if self.own is None:
            return self._with_others(Code.IF, contest or Statement(Code.THROUGH))
        result = self._with_others(Code.WHILE, self.own.own_result(entrant))
        return Statement(Code.THEN, (result, contest)) if contest else result

    def _with_others(self, code: Code, statement: Statement) -> Statement:
        if not self.others:
            return statement
        conditions = tuple(condition.statement for condition in self.others)
        return Statement(code, (statement, _combine(Code.ALL, conditions)))


@dataclass(frozen=True, slots=True)
class Requirements:
    entrant: str
    scenarios: tuple[QualifyingScenario, ...]

    @property
    def statement(self) -> Statement:
        """The first MAX_NAMED_SCENARIOS scenarios, and whether there are others.

        A single own result without other conditions is enough.
        """
        ways = [scenario.statement(self.entrant) for scenario in self.scenarios[:MAX_NAMED_SCENARIOS]]
        if len(self.scenarios) == 1 and self.scenarios[0].is_enough:
            ways = [Statement(Code.ENOUGH, (ways[0],))]
        if len(self.scenarios) > MAX_NAMED_SCENARIOS:
            ways.append(Statement(Code.OTHER_RESULTS))
        return Statement(Code.NEEDS, tuple(ways))


def _combine(code: Code, statements: tuple[Statement, ...]) -> Statement:
    return statements[0] if len(statements) == 1 else Statement(code, statements)


def _scores(results: Sequence[EncounterRecord], side: str) -> Scores:
    """From a side's view."""
    index = results[0].sides.index(side)
    return tuple((result.matches_won[index], result.matches_won[1 - index]) for result in results)


def _contest_statement(contest: Contest) -> Statement:
    if contest.step is None:
        return Statement(Code.LEVEL, entrants=contest.rivals)
    return Statement(Code.DECIDED, step=contest.step.id, entrants=contest.rivals)


def requirements_of(open_group: OpenGroup, places: int) -> dict[str, Requirements]:
    """Return what entrants who can qualify need.

    Empty if no encounter is open, an entrant has two, or outcomes exceed `MOST_OUTCOMES`.
    """
    playing = Counter(side for results in open_group.options for side in results[0].sides)
    outcomes = prod(map(len, open_group.options))
    if set(playing.values()) != {1} or outcomes > MOST_OUTCOMES:
        return {}
    boxes = boxes_of(open_group.options)
    scenarios_by_entrant = {
        entrant: tuple(_qualifying_scenarios(verdicts, boxes, open_group.open_encounters[entrant]))
        for entrant, verdicts in _verdicts(open_group, places).items()
    }
    return {
        entrant: Requirements(entrant, scenarios)
        for entrant, scenarios in scenarios_by_entrant.items()
        if scenarios
    }


def _verdicts(open_group: OpenGroup, places: int) -> dict[str, dict[Cell, Verdict]]:
    verdicts: dict[str, dict[Cell, Verdict]] = {entrant: {} for entrant in open_group.decided_group.rows}
    for cell in product(*(range(len(results)) for results in open_group.options)):
        search = QualificationSearch(open_group, places)
        search.try_outcome(cell)
        for entrant, cells in verdicts.items():
            undecided = entrant in search.inside and entrant in search.outside
            cells[cell] = search.contests[entrant] if undecided else entrant in search.inside
    return verdicts


@dataclass(frozen=True, slots=True)
class Box:
    """Outcomes in which each encounter ends in adjacent results."""

    cells: frozenset[Cell]
    conditions: tuple[Condition, ...]


def boxes_of(options: Sequence[Results]) -> list[Box]:
    """Return boxes, largest first: all combinations of one range of results per encounter."""
    ranges = [
        [
            _condition(results, range(first, last))
            for first in range(len(results))
            for last in range(first + 1, len(results) + 1)
        ]
        for results in options
    ]
    boxes = [
        Box(
            frozenset(product(*(numbers for numbers, _ in chosen))),
            tuple(condition for _, condition in chosen),
        )
        for chosen in product(*ranges)
    ]
    return sorted(boxes, key=lambda box: len(box.cells), reverse=True)


def _condition(results: Results, numbers: Collection[int]) -> tuple[Collection[int], Condition]:
    allowed = tuple(results[number] for number in numbers)
    return numbers, Condition(allowed, tuple(result for result in results if result not in allowed))


def _qualifying_scenarios(
    verdicts: Mapping[Cell, Verdict], boxes: Sequence[Box], own: tuple[int, ...]
) -> Iterator[QualifyingScenario]:
    """Yield scenarios that cover qualifying outcomes, then each contest's.

    ``own`` holds the index of the entrant's open encounter in a box's conditions, or nothing.
    """
    outcomes = dict.fromkeys(verdict for verdict in verdicts.values() if verdict is not False)
    for kind in sorted(outcomes, key=lambda verdict: isinstance(verdict, Contest)):
        cells = {cell for cell, verdict in verdicts.items() if verdict == kind}
        for box in cover_cells(cells, boxes, own):
            other_conditions = [
                condition for number, condition in enumerate(box.conditions) if number not in own
            ]
            yield QualifyingScenario(
                own=box.conditions[own[0]] if own else None,
                others=tuple(condition for condition in other_conditions if condition.ruled_out),
                contest=kind if isinstance(kind, Contest) else None,
            )


def cover_cells(cells: Collection[Cell], boxes: Sequence[Box], own: Sequence[int]) -> list[Box]:
    """Cover outcomes greedily by boxes inside them, of equals with fewest own results; drop needless ones.

    Each outcome must be in such a box.
    """
    inside = [box for box in boxes if box.cells.issubset(cells)]
    chosen: list[Box] = []
    missing = set(cells)
    while missing:
        chosen.append(max(inside, key=lambda box: (len(box.cells & missing), -_own_result_count(box, own))))
        missing -= chosen[-1].cells
    for box in tuple(chosen):
        other_cells = [other_box.cells for other_box in chosen if other_box is not box]
        if box.cells <= frozenset().union(*other_cells):
            chosen.remove(box)
    return chosen


def _own_result_count(box: Box, own: Sequence[int]) -> int:
    return sum(len(box.conditions[number].results) for number in own)
