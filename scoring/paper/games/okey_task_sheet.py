from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.rulesets import RuleSet
from scoring.paper.domain import DECK, seat_numbers
from scoring.paper.games import okey_task_notation, okey_task_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey_task_hands import deal_on_paper
from scoring.paper.games.okey_task_legend import build_legend, tasks
from scoring.paper.games.okey_task_rows import PARTS, OkeyTaskRow
from scoring.paper.games.typed_row import SheetRow

ROWS_A_PAGE: Final = 40


def boxes(_rules: RuleSet, seats: Sequence[str]) -> list[Box]:
    return [
        Box("task", list(okey_task_notation.MARKS.values()), lines=2),
        Box("end", [*seat_numbers(seats).values(), DECK]),
    ]


def typing_context(_rows: Sequence[SheetRow]) -> dict[str, Any]:
    return {"tasks": tasks()}


OKEY_TASK_SHEET: Final = GameSheet(
    game=OKEY_TASK,
    row=OkeyTaskRow,
    deal=deal_on_paper,
    legend=build_legend,
    boxes=boxes,
    seat_parts=PARTS,
    seat_marks={"opened": (okey_task_notation.OPENED,), "jokers": ("1", "2")},
    resume_parts=("task", "end"),
    mark_label=okey_task_notation.mark_label,
    heads=okey_task_sheet_labels.heads,
    names=okey_task_sheet_labels.names,
    templates="scoring/paper/okey_task",
    typing_context=typing_context,
    one_match_per_sheet=False,
    max_rows_per_page=ROWS_A_PAGE,
)
