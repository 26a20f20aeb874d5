"""The score sheet of each game; a game is added by a folder and a line of `PAPERS`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import OfAnotherGame, game_played
from scoring.paper.games.game_sheet import Paper
from scoring.paper.games.okey101_sheet import PAPER_OF_101
from scoring.paper.games.okey_points_sheet import PAPER_OF_OKEY
from scoring.paper.games.okey_task_sheet import PAPER_OF_TASK

PAPERS: Final = (PAPER_OF_101, PAPER_OF_OKEY, PAPER_OF_TASK)

_BY_GAME: Final = {paper.game.id: paper for paper in PAPERS}


def paper_of(rules: RuleSet) -> Paper:
    """The sheet for these rules. Raises OfAnotherGame where there is none."""
    paper = _BY_GAME.get(game_played(rules).id)
    if paper is None:
        raise OfAnotherGame
    return paper
