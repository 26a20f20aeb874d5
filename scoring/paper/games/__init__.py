"""Score sheets by game; a new game needs its modules and a line in `GAME_SHEETS`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import NotInThisGame, game_of_rules
from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.okey101_sheet import OKEY101_SHEET
from scoring.paper.games.okey_points_sheet import OKEY_POINTS_SHEET
from scoring.paper.games.okey_task_sheet import OKEY_TASK_SHEET

GAME_SHEETS: Final = (OKEY101_SHEET, OKEY_POINTS_SHEET, OKEY_TASK_SHEET)

_BY_GAME: Final = {game_sheet.game.id: game_sheet for game_sheet in GAME_SHEETS}


def game_sheet_for(rules: RuleSet) -> GameSheet:
    """Raises NotInThisGame."""
    game_sheet = _BY_GAME.get(game_of_rules(rules).id)
    if game_sheet is None:
        raise NotInThisGame
    return game_sheet
