"""Only `judge` and `rulebook` import games."""

from typing import Any, Final

from rules.games.game import Game
from rules.games.okey101.game import OKEY_101
from rules.games.okey101.rulesets import DEFAULT_RULE_SET
from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_task.game import OKEY_TASK
from rules.rulesets import UnknownRuleSet

__all__ = ["DEFAULT_RULE_SET", "FINISH_NAMES", "GAMES", "INFRACTION_NAMES", "RULE_SETS", "game_of"]

GAMES: Final[tuple[Game[Any, Any], ...]] = (OKEY_101, OKEY_POINTS, OKEY_TASK)

FINISH_NAMES: Final = {code: name for game in reversed(GAMES) for code, name in game.finish_names.items()}
"""Special ones; games may share a name for a code."""
INFRACTION_NAMES: Final = {code: name for game in GAMES for code, name in game.infraction_names.items()}
"""In display order."""
_BY_PRESET: Final = {preset: game for game in GAMES for preset in game.presets}
RULE_SETS: Final = tuple(sorted(_BY_PRESET))
"""Ids of all presets."""


def game_of(rule_set_id: str) -> Game[Any, Any]:
    """Raise UnknownRuleSet without such a preset."""
    try:
        return _BY_PRESET[rule_set_id]
    except KeyError:
        raise UnknownRuleSet(rule_set_id) from None
