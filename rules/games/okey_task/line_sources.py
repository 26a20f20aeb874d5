from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.rulesets import RuleSet
from rules.sources import AMENDED, CHOSEN, INFRACTION, cite

LINE_SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"finisher": ("S3",), "rack": ("S3",)}
    | {INFRACTION + code: kind.sources for code, kind in INFRACTIONS.items()}
)
"""The places that state a rule, by its stable id."""


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """Return a line's source in this rule set; ``chosen`` if no source states it."""
    code = rule.removeprefix(INFRACTION)
    changed = rules.infractions.get(code) != rules.preset.infractions.get(code)
    return (CHOSEN if chosen else cite(LINE_SOURCES[rule], rules.source)) + (AMENDED if changed else "")
