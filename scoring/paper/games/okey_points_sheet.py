from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from scoring.paper.games import okey_points_notation, okey_points_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey_points_hands import deal_on_paper
from scoring.paper.games.okey_points_legend import build_legend
from scoring.paper.games.okey_points_notation import HANDS, OKEY, ONE_COLOUR
from scoring.paper.games.seat_marks import DECK, seat_numbers


def boxes(rules: RuleSet, seats: Sequence[str]) -> list[Box]:
    players = list(seat_numbers(seats).values())
    finish_marks = [mark for mark in HANDS.values() if mark] + [OKEY]
    if rules.one_colour_doubles is not OneColourDoubles.NO:
        finish_marks.append(ONE_COLOUR)
    common_boxes = [Box("end", [*players, DECK]), Box("finish", finish_marks, several=True)]
    return [Box("shown", players), *common_boxes] if rules.indicator_shown else common_boxes


OKEY_POINTS_SHEET: Final = GameSheet(
    game=OKEY_POINTS,
    deal=deal_on_paper,
    legend=build_legend,
    boxes=boxes,
    mark_label=okey_points_notation.mark_label,
    heads=okey_points_sheet_labels.heads,
    match_template="scoring/paper/okey_points/_printed_match.html",
)
