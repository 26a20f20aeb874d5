"""A switch's cases under each choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book.switch import Choice, Switch
from rules.book.switch_examples import Example, ExampleResult
from rules.localized_text import Text
from rules.rulesets import RuleSet
from rules.score_lines import Line

Column = tuple[Choice, bool, ExampleResult]


@dataclass(frozen=True)
class Cell:
    """A figure, or a column's verdict; `differs` from the current choice's."""

    chosen: bool
    points: int | None = None
    verdict: Text | None = None
    differs: bool = False


@dataclass(frozen=True)
class Row:
    key: str
    cells: Sequence[Cell]

    @property
    def is_side(self) -> bool:
        return len(self.key) == 1


@dataclass(frozen=True)
class ExampleTable:
    description: Text
    heads: Sequence[tuple[Choice, bool]]
    rows: Sequence[Row]
    lines: Sequence[Line]


def example_tables(switch: Switch, rules: RuleSet) -> list[ExampleTable]:
    """Empty if these rules leave only one choice."""
    if len(switch.compare(rules)) == 1:
        return []
    return [_example_table(example.adapt_to_rules(rules), switch, rules) for example in switch.examples]


def _example_table(example: Example, switch: Switch, rules: RuleSet) -> ExampleTable:
    """Show the example under each choice of the switch, with the chosen one's score lines if any."""
    columns = [
        (alternative.choice, alternative.is_chosen, example.show(alternative.rules))
        for alternative in switch.compare(rules)
    ]
    chosen = next(result for _choice, is_chosen, result in columns if is_chosen)
    return ExampleTable(
        example.description,
        [(choice, is_chosen) for choice, is_chosen, _result in columns],
        _example_rows(columns, chosen),
        () if chosen.verdict else chosen.lines,
    )


def _example_rows(columns: Sequence[Column], chosen: ExampleResult) -> list[Row]:
    """Return a row per seat and side; a verdict in the first row spans its column."""
    verdicts = {place for place, (_choice, _chosen, result) in enumerate(columns) if result.verdict}
    figures = [result for place, (_choice, _chosen, result) in enumerate(columns) if place not in verdicts]
    keys = [*figures[0].seats, *figures[0].sides] if figures else [""]
    return [
        Row(
            key,
            [
                Cell(is_chosen, verdict=result.verdict)
                if place in verdicts
                else _points_cell(key, result, chosen, figures, is_chosen=is_chosen)
                for place, (_choice, is_chosen, result) in enumerate(columns)
                if number == 0 or place not in verdicts
            ],
        )
        for number, key in enumerate(keys)
    ]


def _points_cell(
    key: str,
    column_result: ExampleResult,
    chosen: ExampleResult,
    figures: Sequence[ExampleResult],
    *,
    is_chosen: bool,
) -> Cell:
    """Return a cell, marked if its points differ from the chosen's, if any; the chosen if any other does."""
    points = _points(column_result, key)
    compared = figures if is_chosen else [chosen] if not chosen.verdict else []
    return Cell(is_chosen, points, differs=any(_points(result, key) != points for result in compared))


def _points(result: ExampleResult, key: str) -> int:
    return result.seats[key] if key in result.seats else result.sides[key]
