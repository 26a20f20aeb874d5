"""Score sheets by game; a new game needs its modules and a line in `PAPERS`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import NotInThisGame, game_of_rules
from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.okey101_sheet import PAPER_OF_101
from scoring.paper.games.okey_points_sheet import PAPER_OF_OKEY
from scoring.paper.games.okey_task_sheet import PAPER_OF_TASK

PAPERS: Final = (PAPER_OF_101, PAPER_OF_OKEY, PAPER_OF_TASK)

_BY_GAME: Final = {paper.game.id: paper for paper in PAPERS}


def paper_of(rules: RuleSet) -> GameSheet:
    """Raises NotInThisGame."""
    game_sheet = _BY_GAME.get(game_of_rules(rules).id)
    if game_sheet is None:
        raise NotInThisGame
    return game_sheet
