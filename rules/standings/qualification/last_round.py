from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from rules.standings.qualification.requirements import Condition, QualifyingScenario, Requirements
from rules.standings.qualification.scenarios import Cell, OpenGroup, Results
from rules.standings.qualification.search import Contest, QualificationSearch

MOST_OUTCOMES: Final = 64
"""More outcomes aren't described in words; a group of six, best of three, has this many."""

Verdict = bool | Contest
"""Whether an entrant qualifies; a contest if hands or a lot decide."""


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
