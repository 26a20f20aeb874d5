"""Hand entry of each game; a new game adds a module and a line of `ENTERED`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import OfAnotherGame, game_played
from scoring.table.views.games.game_entry import Entering
from scoring.table.views.games.okey101_entry import ENTERING_101
from scoring.table.views.games.okey_points_entry import ENTERING_OKEY
from scoring.table.views.games.okey_task_entry import ENTERING_TASK

ENTERED: Final = (ENTERING_101, ENTERING_OKEY, ENTERING_TASK)

_BY_GAME: Final = {entering.game.id: entering for entering in ENTERED}


def entering_of(rules: RuleSet) -> Entering:
    """Return the hand entry for these rules. Raises OfAnotherGame if there is none."""
    entering = _BY_GAME.get(game_played(rules).id)
    if entering is None:
        raise OfAnotherGame
    return entering
