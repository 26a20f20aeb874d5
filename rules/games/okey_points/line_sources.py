"""Where each line of a hand's score comes from, in this rule set (RULES §7)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey_points.finishes import STATED
from rules.games.okey_points.rulesets import RuleSet
from rules.sources import AMENDED, CHOSEN, cite

FINISH: Final = "finish."
"""A line for somebody else's win bears the rule ``finish.`` and the way to win."""

LINE_SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "finisher": ("S1", "S4"),
        "one_colour": ("S4",),
        "nobody_finished": ("S1", "S4"),
        "indicator_shown": ("S1", "S4"),
        "indicator_spared": ("S1",),
    }
)
"""Stable id of a rule to the places that state it."""

SHAPED_BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "one_colour": "one_colour_doubles",
        "nobody_finished": "nobody_finished",
        "indicator_spared": "indicator_spares_below",
    }
)
"""Stable id of a rule to the switch that decides its amount, where one does."""


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """Name the source of a rule that scored a line, in this rule set; ``chosen`` where none states it so."""
    way = rule.removeprefix(FINISH)
    if way != rule:
        usual = rules.preset.finishes[way]
        stated = tuple(place for place, prices in STATED.items() if prices.get(way) == usual)
        changed = rules.finishes[way] != usual
    else:
        stated, changed = LINE_SOURCES[rule], SHAPED_BY.get(rule) in rules.changes
    source = CHOSEN if chosen else cite(stated, rules.source)
    return source + (AMENDED if changed else "")
