"""Where each line of a score and each switch of a rule set comes from.

A rule set comes from one source; where that is silent it inherits from another, and where none
says anything the mark is ``chosen``.
"""

from collections.abc import Mapping
from typing import Final

from rules.infractions import INFRACTIONS
from rules.rulesets import RuleSet

CHOSEN: Final = "chosen"
INFRACTION: Final = "infraction."
"""A line for a foul bears the rule ``infraction.`` and its code."""

_AMOUNTS: Final = {"S0": "S0 VI", "S2": "S4, inherited", "S4": "S4"}

LINE_SOURCES: Final[Mapping[str, Mapping[str, str]]] = {
    "finisher": _AMOUNTS,
    "unopened": _AMOUNTS,
    "rack": _AMOUNTS,
    "rack_of_pairs": _AMOUNTS,
    "okey_left": _AMOUNTS,
    "partner_cancelled": {"S0": "S0 V", "S2": "S0 V, inherited", "S4": "S0 V, inherited"},
    "void_all_pairs": {"S0": "S0 V", "S2": "S4, inherited", "S4": "S4"},
    "void_nobody_opened": {},
    "nobody_opened": {"S2": "S2", "S0": "S2, inherited", "S4": "S2, inherited"},
}
"""Stable id of a rule to the source that states it, by the source of the rule set."""

SWITCH_SOURCES: Final[Mapping[str, Mapping[str, str]]] = {
    "partner_cancels": {"S4": "S4"},
    "okey_left": {},
    "okey_left_multiplied": {"S0": "S4, inherited", "S2": "S4, inherited", "S4": "S4"},
    "okey_left_when_unopened": {"S0": "S0 VI", "S2": "S4, inherited", "S4": "S4"},
    "infractions_multiplied": {"S0": "S4, inherited", "S2": "S4, inherited", "S4": "S4"},
    "okey_face_counts": {},
    "false_okey_value": {"S0": "S2 and S4, inherited", "S2": "S2", "S4": "S4"},
    "multiplier": _AMOUNTS,
    "pairs_doubled_on_exhaustion": {"S0": "S0 VI", "S2": "S4, inherited", "S4": "S4"},
    "nobody_opened": {"S2": "S2"},
    "unopened_cap": {},
    "double_okey": {"S0": "S0 V"},
    "double_okey_with_pairs": {},
    "rising_threshold": {"S0": "S0 III", "S2": "S2", "S4": "S4"},
    "indicator_in_pairs": {"S0": "S0 II", "S2": "S2"},
    "infractions": {"S0": "S0 VII", "S2": "S2; S4, inherited", "S4": "S4"},
    "hands_per_match": {"S0": "S0 XI", "S2": "S0 XI, inherited", "S4": "S4"},
    "best_of": {"S0": "S0 XI", "S2": "S0 XI, inherited", "S4": "S0 XI, inherited"},
    "level_match": {},
}
"""Name of a switch to the source that states the preset's value, by the source of the preset."""


def source_of_line(rule: str, rules: RuleSet) -> str:
    """Name the source of a rule that scored a line, in this rule set."""
    if rule.startswith(INFRACTION):
        return INFRACTIONS[rule.removeprefix(INFRACTION)].source_in(rules.source)
    return LINE_SOURCES[rule].get(rules.source, CHOSEN)


def source_of_switch(switch: str, rules: RuleSet) -> str:
    """Name the source of a switch as the preset has it."""
    return SWITCH_SOURCES[switch].get(rules.source, CHOSEN)
