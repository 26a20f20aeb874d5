"""Where each line of a score and each sentence of the rules comes from.

A rule set comes from one source; where that is silent it inherits from another, and where none
says anything the mark is ``chosen``. A tournament that changes a preset has ``amended`` rules.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.infractions import INFRACTIONS
from rules.rulesets import PRESETS, RuleSet
from rules.text import Text

CHOSEN: Final = "chosen"
INHERITED: Final = ", inherited"
AMENDED: Final = ", amended"
"""Stands after the source of a rule that this tournament plays otherwise than its preset."""
HOUSE_RULE: Final = "house rule"
"""What a tournament set itself, against its preset."""
INFRACTION: Final = "infraction."
"""A line for a foul bears the rule ``infraction.`` and its code."""

SOURCES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "S0": Text(
            "101 Okey rehberi, eşli turnuva kurallarıyla", "guide to 101 Okey with the pairs tournament"
        ),
        "S2": Text("katlamalı 101’in kuralları", "rules of 101 with a rising threshold"),
        "S4": Text("ansiklopedideki Okey ve Okey 101 maddesi", "encyclopedia article on Okey and Okey 101"),
    }
)
"""What each source of the 101 family is."""

_INHERITS_FROM: Final = "S4"

_AMOUNTS: Final = ("S0 VI", "S4")

LINE_SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "finisher": _AMOUNTS,
        "unopened": _AMOUNTS,
        "rack": _AMOUNTS,
        "rack_of_pairs": _AMOUNTS,
        "okey_left": _AMOUNTS,
        "partner_cancelled": ("S0 V",),
        "void_all_pairs": ("S0 V", "S4"),
        "void_nobody_opened": (),
        "nobody_opened": ("S2",),
    }
)
"""Stable id of a rule to the places that state it."""

_MULTIPLIED: Final = frozenset({"multiplier"})
_ON_THE_RACK: Final = _MULTIPLIED | {"okey_face_counts", "false_okey_value"}

SHAPED_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "finisher": _MULTIPLIED,
        "unopened": _MULTIPLIED | {"unopened_cap"},
        "rack": _ON_THE_RACK,
        "rack_of_pairs": _ON_THE_RACK | {"pairs_doubled_on_exhaustion"},
        "okey_left": frozenset({"okey_left", "okey_left_multiplied", "okey_left_when_unopened"}),
        "partner_cancelled": frozenset({"partner_cancels"}),
        "void_all_pairs": frozenset[str](),
        "void_nobody_opened": frozenset({"nobody_opened"}),
        "nobody_opened": frozenset({"nobody_opened"}),
    }
)
"""Stable id of a rule to the switches that decide its amount."""


@lru_cache(maxsize=1024)
def cite(stated: tuple[str, ...], origin: str) -> str:
    """Name the source of a rule for a rule set that comes from ``origin`` ("S0").

    Its own source where that states the rule, else the one that it inherits from, else the
    mark that the rule is chosen.
    """
    own = [place for place in stated if place.startswith(origin)]
    if own:
        return own[0]
    inherited = [place for place in stated if place.startswith(_INHERITS_FROM)] or list(stated)
    return inherited[0] + INHERITED if inherited else CHOSEN


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """Name the source of a rule that scored a line, in this rule set; ``chosen`` where none states it so."""
    code = rule.removeprefix(INFRACTION)
    if code != rule:
        changed = is_own_amount(code, rules) or "infractions_multiplied" in rules.changes
        return cite(INFRACTIONS[code].stated, rules.source) + (AMENDED if changed else "")
    source = CHOSEN if chosen else cite(LINE_SOURCES[rule], rules.source)
    return source + (AMENDED if rules.changes & SHAPED_BY[rule] else "")


def is_own_amount(code: str, rules: RuleSet) -> bool:
    """Tell whether an infraction costs what the tournament set, against its preset."""
    preset = PRESETS.get(rules.id, rules)
    return preset.infractions.get(code) != rules.infractions[code]
