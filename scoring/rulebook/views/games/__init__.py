"""A new game needs a module of verdicts and a line in `JUDGINGS`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import NotInThisGame, game_of_rules
from scoring.rulebook.views.games.okey101_verdicts import JUDGING_101
from scoring.rulebook.views.games.okey_points_verdicts import JUDGING_OKEY
from scoring.rulebook.views.games.okey_task_verdicts import JUDGING_TASK
from scoring.rulebook.views.games.tile_judging import Judging

JUDGINGS: Final = (JUDGING_101, JUDGING_OKEY, JUDGING_TASK)

_BY_GAME: Final = {judging.game.id: judging for judging in JUDGINGS}


def find_judging(rules: RuleSet) -> Judging:
    """Raise NotInThisGame if the game has none."""
    judging = _BY_GAME.get(game_of_rules(rules).id)
    if judging is None:
        raise NotInThisGame
    return judging
