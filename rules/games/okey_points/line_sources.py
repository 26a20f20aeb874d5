from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey_points.finishes import STATED_PRICES
from rules.games.okey_points.rulesets import RuleSet
from rules.sources import AMENDED, CHOSEN, cite

FINISH: Final = "finish."
"""Prefix of another side's win, before the way to win."""

LINE_SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "finisher": ("S1", "S4"),
        "one_colour": ("S4",),
        "nobody_finished": ("S1", "S4"),
        "indicator_shown": ("S1", "S4"),
        "indicator_spared": ("S1",),
    }
)
"""By a rule's stable id."""

AMOUNT_SWITCHES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "one_colour": "one_colour_doubles",
        "nobody_finished": "nobody_finished",
        "indicator_spared": "indicator_spares_below",
    }
)
"""By the stable id of the rule with this amount."""


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """Return a score line's source by its rule, or CHOSEN; a changed amount is marked."""
    price_code = rule.removeprefix(FINISH)
    if price_code != rule:
        preset_price = rules.preset.finishes[price_code]
        stated = tuple(
            origin for origin, prices in STATED_PRICES.items() if prices.get(price_code) == preset_price
        )
        changed = rules.finishes[price_code] != preset_price
    else:
        stated, changed = LINE_SOURCES[rule], AMOUNT_SWITCHES.get(rule) in rules.changes
    source = CHOSEN if chosen else cite(stated, rules.source)
    return source + (AMENDED if changed else "")
