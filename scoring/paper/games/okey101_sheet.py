from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.rulesets import RuleSet
from scoring.paper.games import okey101_notation, okey101_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey101_hands import deal_on_paper
from scoring.paper.games.okey101_legend import Legend, build_legend


def legend(rules: RuleSet, _singles: bool, text_version: int) -> Legend:
    return build_legend(rules, text_version)


def boxes(rules: RuleSet, _seats: Sequence[str]) -> list[Box]:
    return [Box("end"), Box("finish"), *([Box("indicator")] if rules.okey_face_counts else [])]


def mark_label(part: str, mark: str) -> str:
    return okey101_notation.mark_label(part, mark) if part in ("end", "finish", "opening") else mark


OKEY101_SHEET: Final = GameSheet(
    game=OKEY_101,
    deal=deal_on_paper,
    legend=legend,
    boxes=boxes,
    seat_parts=("opening", "points", "okeys", "fouls"),
    mark_label=mark_label,
    heads=okey101_sheet_labels.heads,
    match_template="scoring/paper/okey101/_printed_match.html",
    one_match_per_sheet=False,
)
