from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.sources import AMENDED, CHOSEN, INFRACTION, cite

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
"""By a rule's stable id."""

_MULTIPLIED: Final = frozenset({"multiplier"})
_ON_THE_RACK: Final = _MULTIPLIED | {"okey_face_counts", "false_okey_value"}

AMOUNT_SWITCHES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
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
"""By the stable id of the rule with this amount."""


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """``chosen``: no source states it."""
    code = rule.removeprefix(INFRACTION)
    if code != rule:
        changed = is_own_amount(code, rules) or "infractions_multiplied" in rules.changes
        return cite(INFRACTIONS[code].sources, rules.source) + (AMENDED if changed else "")
    source = CHOSEN if chosen else cite(LINE_SOURCES[rule], rules.source)
    return source + (AMENDED if rules.changes & AMOUNT_SWITCHES[rule] else "")


def is_own_amount(code: str, rules: RuleSet) -> bool:
    return rules.preset.infractions.get(code) != rules.infractions[code]
