"""Examples of a switch: one case under each of its choices, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book.switch import Choice, Switch
from rules.book.switch_examples import Example, Shown
from rules.rulesets import RuleSet
from rules.score_lines import Line
from rules.text import Text

Column = tuple[Choice, bool, Shown]
"""A choice, whether it is the one that is made, and what the case comes to under it."""


@dataclass(frozen=True)
class Cell:
    """A figure, or a verdict that stands for a whole column; `differs` from what the choice made gives."""

    chosen: bool
    points: int | None = None
    verdict: Text | None = None
    differs: bool = False


@dataclass(frozen=True)
class Row:
    """A seat, a side, or nothing but the verdicts (`of` is then empty)."""

    of: str
    cells: Sequence[Cell]

    @property
    def is_side(self) -> bool:
        return len(self.of) == 1


@dataclass(frozen=True)
class ExampleTable:
    """A case in words, its columns and rows, and the lines that explain the column that is chosen."""

    told: Text
    heads: Sequence[tuple[Choice, bool]]
    rows: Sequence[Row]
    lines: Sequence[Line]


def example_tables(switch: Switch, rules: RuleSet) -> list[ExampleTable]:
    """Every example of a switch, under each choice, all other rules being as they are.

    None where these leave one choice only.
    """
    if len(switch.compare(rules)) == 1:
        return []
    return [_table(example.fitted(rules), switch, rules) for example in switch.examples]


def _table(example: Example, switch: Switch, rules: RuleSet) -> ExampleTable:
    columns = [(one.choice, one.chosen, example.show(one.rules)) for one in switch.compare(rules)]
    chosen = next(shown for _choice, is_chosen, shown in columns if is_chosen)
    return ExampleTable(
        example.told,
        [(choice, is_chosen) for choice, is_chosen, _shown in columns],
        _rows(columns, chosen),
        () if chosen.verdict else chosen.lines,
    )


def _rows(columns: Sequence[Column], chosen: Shown) -> list[Row]:
    """A row a seat and a side; a verdict stands in the first row, for its whole column."""
    verdicts = {place for place, (_choice, _chosen, shown) in enumerate(columns) if shown.verdict}
    figures = [shown for place, (_choice, _chosen, shown) in enumerate(columns) if place not in verdicts]
    keys = [*figures[0].seats, *figures[0].sides] if figures else [""]
    return [
        Row(
            key,
            [
                Cell(is_chosen, verdict=shown.verdict)
                if place in verdicts
                else _figure(key, shown, chosen, figures, is_chosen=is_chosen)
                for place, (_choice, is_chosen, shown) in enumerate(columns)
                if number == 0 or place not in verdicts
            ],
        )
        for number, key in enumerate(keys)
    ]


def _figure(key: str, shown: Shown, chosen: Shown, figures: Sequence[Shown], *, is_chosen: bool) -> Cell:
    points = _points(shown, key)
    others = figures if is_chosen else [chosen] if not chosen.verdict else []
    return Cell(is_chosen, points, differs=any(_points(other, key) != points for other in others))


def _points(shown: Shown, key: str) -> int:
    return shown.seats[key] if key in shown.seats else shown.sides[key]
