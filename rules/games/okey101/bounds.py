"""Phones check these offline; the server judges again."""

from typing import Any, Final

from rules.games.okey101.hand_warnings import MANY_INFRACTIONS, ONE_ACT
from rules.games.okey101.refusals import MOST_POINTS, MOST_TILES
from rules.games.okey101.reports import MOST_INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending, NobodyOpened
from rules.refusals import too_many_points
from rules.tiles import COPIES
from rules.validation import create_problem

CHECKED_CODES: Final = (
    "rack_out_of_range",
    "too_many_okeys",
    "direct_finish_with_pairs",
    "pairs_finish_needs_open_series",
    "all_opened_pairs_is_void",
    "empty_rack_without_finish",
    "playable_discard_without_series",
    "many_infractions",
    "one_act_twice",
)
"""Problems of RULES §5 that these limits cover."""


def bounds(rules: RuleSet, language: str) -> dict[str, Any]:
    """Return the limits of RULES §5, and messages by code (`words`).

    By opening the largest `rack` sum, its refusal and most `tiles`; of `infractions` the maximum, the number
    that warns and codes of one act; `pairs_alone`: pairs may finish without a series; `void` outcomes.
    """
    largest = {opening.value: most for opening, most in MOST_POINTS[rules.false_okey_value].items()}
    return {
        "rack": largest,
        "rack_words": {
            opening: too_many_points(most, None).message.in_language(language)
            for opening, most in largest.items()
        },
        "tiles": {opening.value: tiles for opening, tiles in MOST_TILES.items()},
        "okeys": COPIES,
        "infractions": {"most": MOST_INFRACTIONS, "many": MANY_INFRACTIONS, "one_act": ONE_ACT},
        "pairs_alone": rules.ending is Ending.FREE,
        "void": {"nobody_opened": rules.nobody_opened is NobodyOpened.REPLAY},
        "words": {
            code: create_problem(code, None, "").message.in_language(language) for code in CHECKED_CODES
        },
    }
