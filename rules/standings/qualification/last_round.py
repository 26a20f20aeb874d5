"""Which results of a last round take an entrant on, covered by as few conditions as possible."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from rules.standings.qualification.requirements import Condition, Needs, Way
from rules.standings.qualification.scenarios import Cell, Prospect, Results
from rules.standings.qualification.search import Chances, Contest

MOST_OUTCOMES: Final = 64
"""More outcomes than these are not put in words: a group of six, best of three, has so many."""

Verdict = bool | Contest
"""Whether an entrant goes on; a contest where that is left to hands or a lot."""


def needs_of(prospect: Prospect, places: int) -> dict[str, Needs]:
    """Tell what each needs; nobody where an entrant has two encounters open, or too much is.

    Whoever can't be among the first, whatever the results, is left out.
    """
    playing = Counter(side for results in prospect.options for side in results[0].sides)
    outcomes = prod(map(len, prospect.options))
    if set(playing.values()) != {1} or outcomes > MOST_OUTCOMES:
        return {}
    boxes = boxes_of(prospect.options)
    found = {
        entrant: tuple(_ways(verdicts, boxes, prospect.open_of[entrant]))
        for entrant, verdicts in _verdicts(prospect, places).items()
    }
    return {entrant: Needs(entrant, ways) for entrant, ways in found.items() if ways}


def _verdicts(prospect: Prospect, places: int) -> dict[str, dict[Cell, Verdict]]:
    """Try every outcome of the round."""
    verdicts: dict[str, dict[Cell, Verdict]] = {entrant: {} for entrant in prospect.before.rows}
    for cell in product(*(range(len(results)) for results in prospect.options)):
        chances = Chances(prospect, places)
        chances.try_outcome(cell)
        for entrant, cells in verdicts.items():
            either = entrant in chances.inside and entrant in chances.outside
            cells[cell] = chances.contests[entrant] if either else entrant in chances.inside
    return verdicts


@dataclass(frozen=True, slots=True)
class Box:
    """The outcomes in which each encounter ends in one of some neighbouring results."""

    cells: frozenset[Cell]
    conditions: tuple[Condition, ...]


def boxes_of(options: Sequence[Results]) -> list[Box]:
    """Give all boxes, the largest first."""
    ranges = [
        [
            _condition(results, range(first, last))
            for first in range(len(results))
            for last in range(first + 1, len(results) + 1)
        ]
        for results in options
    ]
    boxes = [
        Box(frozenset(product(*(numbers for numbers, _ in chosen))), tuple(one for _, one in chosen))
        for chosen in product(*ranges)
    ]
    return sorted(boxes, key=lambda box: len(box.cells), reverse=True)


def _condition(results: Results, numbers: Collection[int]) -> tuple[Collection[int], Condition]:
    wanted = tuple(results[number] for number in numbers)
    return numbers, Condition(wanted, tuple(result for result in results if result not in wanted))


def _ways(verdicts: Mapping[Cell, Verdict], boxes: Sequence[Box], own: tuple[int, ...]) -> Iterator[Way]:
    """Cover the outcomes that take an entrant on, then those that leave it to each contest."""
    kinds = dict.fromkeys(verdict for verdict in verdicts.values() if verdict is not False)
    for kind in sorted(kinds, key=lambda verdict: isinstance(verdict, Contest)):
        cells = {cell for cell, verdict in verdicts.items() if verdict == kind}
        for box in covering(cells, boxes, own):
            others = [one for number, one in enumerate(box.conditions) if number not in own]
            yield Way(
                own=box.conditions[own[0]] if own else None,
                others=tuple(condition for condition in others if condition.ruled_out),
                contest=kind if isinstance(kind, Contest) else None,
            )


def covering(cells: Collection[Cell], boxes: Sequence[Box], own: Sequence[int]) -> list[Box]:
    """Cover outcomes by boxes that hold no other: each time by the one that covers most of the rest.

    Among equals comes the one with the fewest own results, as "a defeat while …" says more than
    "any result while …", and then the largest. What the rest cover together is dropped.
    """
    inside = [box for box in boxes if box.cells.issubset(cells)]
    chosen: list[Box] = []
    left = set(cells)
    while left:
        chosen.append(max(inside, key=lambda box: (len(box.cells & left), -_width(box, own))))
        left -= chosen[-1].cells
    for box in tuple(chosen):
        others = [other.cells for other in chosen if other is not box]
        if box.cells <= frozenset().union(*others):
            chosen.remove(box)
    return chosen


def _width(box: Box, own: Sequence[int]) -> int:
    return sum(len(box.conditions[number].results) for number in own)
