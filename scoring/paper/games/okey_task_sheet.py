from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.rulesets import RuleSet
from scoring.paper.domain.shorthand import DECK, numbers
from scoring.paper.games import okey_task_notation, okey_task_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey_task_hands import deal_on_paper
from scoring.paper.games.okey_task_legend import legend_of, tasks
from scoring.paper.games.okey_task_rows import PARTS, TaskRow
from scoring.paper.games.typed_row import Row

ROWS_A_PAGE: Final = 40


def boxes(_rules: RuleSet, seats: Sequence[str]) -> list[Box]:
    return [
        Box("task", list(okey_task_notation.MARKS.values()), lines=2),
        Box("end", [*numbers(seats).values(), DECK]),
    ]


def typing_context(_rows: Sequence[Row]) -> dict[str, Any]:
    return {"tasks": tasks()}


PAPER_OF_TASK: Final = GameSheet(
    game=OKEY_TASK,
    row=TaskRow,
    deal=deal_on_paper,
    legend=legend_of,
    boxes=boxes,
    seat_parts=PARTS,
    seat_marks={"opened": (okey_task_notation.OPENED,), "jokers": ("1", "2")},
    resumed=("task", "end"),
    shown=okey_task_notation.mark_label,
    heads=okey_task_sheet_labels.heads,
    names=okey_task_sheet_labels.names,
    templates="scoring/paper/okey_task",
    beside=typing_context,
    match_a_page=False,
    rows_a_page=ROWS_A_PAGE,
)
