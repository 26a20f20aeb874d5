from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.all_melds import LONGEST_RUN
from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.racks import FULL_RACK
from rules.games.okey_points.reports import Finish
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.games.okey_points.score import is_price_doubled
from rules.localized_text import Text
from rules.meld_faults import FAULT_WORDS, FaultCode
from rules.tiles import Colour

_STATED_COLOURS: Final = (Colour.RED, Colour.BLACK)
"""Stated in ``finish.one_colour`` where only these double (S4)."""
_OWN_FAULT_WORDS: Final[Mapping[FaultCode, Text]] = MappingProxyType(
    {
        FaultCode.RUN_PAST_HIGHEST: Text(
            "13’ten sonra gelen 1 seriyi bitirir: 12-13-1 seridir, 13-1-2 değildir.",
            "A 1 after 13 ends the run: 12-13-1 is a run, 13-1-2 is not.",
        ),
        FaultCode.RUN_TOO_LONG: Text(
            f"Seri en çok {LONGEST_RUN} taştır: 1’den 13’e ve bir 1 daha.",
            f"A run has {LONGEST_RUN} tiles at most: 1 to 13 and another 1.",
        ),
        FaultCode.NUMBER_TWICE: Text(
            "Seride her sayı bir kez olur; 1, yalnız on dört taşın serisinde iki kezdir.",
            "A run has each number once; 1 twice only in the run of all fourteen.",
        ),
    }
)


def switches(rules: RuleSet) -> dict[str, Any]:
    """Return the rules for ``static/js/judge/okey_points``.

    `most`: tiles of a rack; `prices`: each other side's payment, by winning hand; `doubled`: colours that
    double it, by winning hand.
    """
    return {
        "most": FULL_RACK,
        "prices": dict(rules.finishes),
        "doubled": {hand.value: _doubled_colours(hand, rules) for hand in WinningHand},
    }


def _doubled_colours(hand: WinningHand, rules: RuleSet) -> list[str]:
    red_and_black_only = rules.one_colour_doubles is OneColourDoubles.RED_AND_BLACK
    finishes = {
        colour: Finish(hand, one_colour=not red_and_black_only or colour in _STATED_COLOURS)
        for colour in Colour
    }
    return [colour.value for colour, finish in finishes.items() if is_price_doubled(finish, rules)]


def fault_words(language: str) -> dict[str, str]:
    texts = {**FAULT_WORDS, **_OWN_FAULT_WORDS}
    return {code.value: text.in_language(language) for code, text in texts.items()}
