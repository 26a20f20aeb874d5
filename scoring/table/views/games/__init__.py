"""Hand entry of each game; a new game adds a module and a line of `HAND_ENTRIES`."""

from __future__ import annotations

from typing import Final

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import NotInThisGame, game_of_rules
from scoring.table.views.games.game_entry import HandEntry
from scoring.table.views.games.okey101_entry import OKEY_101_ENTRY
from scoring.table.views.games.okey_points_entry import OKEY_POINTS_ENTRY
from scoring.table.views.games.okey_task_entry import OKEY_TASK_ENTRY

HAND_ENTRIES: Final = (OKEY_101_ENTRY, OKEY_POINTS_ENTRY, OKEY_TASK_ENTRY)

_BY_GAME: Final = {entering.game.id: entering for entering in HAND_ENTRIES}


def hand_entry_of(rules: RuleSet) -> HandEntry:
    """Raises NotInThisGame."""
    hand_entry = _BY_GAME.get(game_of_rules(rules).id)
    if hand_entry is None:
        raise NotInThisGame
    return hand_entry
