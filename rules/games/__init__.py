"""The games, a folder each: rules as data and small functions; only `judge` and `rulebook` import them.

What every game shares (tiles, melds, seats, hands) lies above this folder; what each says of itself, `game`.
"""

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
"""What can be special about a finish, of whatever game; several games may call the same by one code."""
INFRACTION_NAMES: Final = {code: name for game in GAMES for code, name in game.infraction_names.items()}
"""What infractions of whatever game are called, in the order of asking."""
_BY_PRESET: Final = {preset: game for game in GAMES for preset in game.presets}
RULE_SETS: Final = tuple(sorted(_BY_PRESET))
"""The ids of all presets."""


def game_of(rule_set_id: str) -> Game[Any, Any]:
    """Give the game whose preset bears this id.

    Raises:
        UnknownRuleSet: there is none.
    """
    try:
        return _BY_PRESET[rule_set_id]
    except KeyError:
        raise UnknownRuleSet(rule_set_id) from None
