from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.rulesets import RuleSet
from scoring.paper.games import okey_task_notation, okey_task_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey_task_hands import deal_on_paper
from scoring.paper.games.okey_task_legend import build_legend
from scoring.paper.games.seat_marks import DECK, seat_numbers

ROWS_A_PAGE: Final = 40


def boxes(_rules: RuleSet, seats: Sequence[str]) -> list[Box]:
    return [
        Box("task", list(okey_task_notation.MARKS.values()), lines=2),
        Box("end", [*seat_numbers(seats).values(), DECK]),
    ]


OKEY_TASK_SHEET: Final = GameSheet(
    game=OKEY_TASK,
    deal=deal_on_paper,
    legend=build_legend,
    boxes=boxes,
    seat_parts=("opened", "points", "jokers"),
    seat_marks={"opened": (okey_task_notation.OPENED,), "jokers": ("1", "2")},
    resume_parts=("task", "end"),
    mark_label=okey_task_notation.mark_label,
    heads=okey_task_sheet_labels.heads,
    match_template="scoring/paper/okey_task/_printed_match.html",
    one_match_per_sheet=False,
    max_rows_per_page=ROWS_A_PAGE,
)
