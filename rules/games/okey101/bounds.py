"""What a phone may check of a hand by itself while no server answers: limits as data, with their words.

Nothing here scores, and whatever a phone lets pass the server judges again.
"""

from typing import Any, Final

from rules.games.okey101.hand_warnings import MANY_INFRACTIONS, ONE_ACT
from rules.games.okey101.refusals import MOST_POINTS, MOST_TILES
from rules.games.okey101.reports import MOST_INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending, NobodyOpened
from rules.hands import Opening
from rules.tiles import COPIES
from rules.validation import problem

TOLD: Final = (
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
"""The problems of RULES §5 that these limits tell."""


def bounds(rules: RuleSet, language: str) -> dict[str, Any]:
    """The limits of RULES §5 as JSON can hold them.

    `rack` is the most points by opening and `tiles` the most tiles, `okeys` how many there are, `infractions`
    one player's most, from when they are doubted, and which two are one act, `pairs_alone` whether pairs may
    finish at once and with nobody's series, `void` whether a hand in which nobody opened is played again,
    `words` what each problem says.
    """
    most = MOST_POINTS[rules.false_okey_value]
    return {
        "rack": {opening.value: most[opening] for opening in (Opening.SERIES, Opening.PAIRS)},
        "tiles": {opening.value: tiles for opening, tiles in MOST_TILES.items()},
        "okeys": COPIES,
        "infractions": {"most": MOST_INFRACTIONS, "many": MANY_INFRACTIONS, "one_act": ONE_ACT},
        "pairs_alone": rules.ending is Ending.FREE,
        "void": {"nobody_opened": rules.nobody_opened is NobodyOpened.REPLAY},
        "words": {code: problem(code, None, "").message.in_language(language) for code in TOLD},
    }
