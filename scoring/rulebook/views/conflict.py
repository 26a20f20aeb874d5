"""Two windows on one rule book: what somebody saved meanwhile, taken into what was typed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.games.okey101.rulesets import SWITCH_NAMES, RuleSet
from rules.text import Text
from scoring.rulebook.views.words import between


@dataclass(frozen=True)
class MeanwhileChanged:
    """A rule that somebody changed since the form was opened: then, now, and as the form has it."""

    name: Text
    was: Text
    now: Text
    kept: Text


def merge(base: RuleSet, mine: RuleSet, theirs: RuleSet) -> RuleSet:
    """Take what was changed here, from `base` to `mine`, over what stands now, infraction by infraction."""
    ground = mine if mine.id != base.id else theirs
    return replace(ground, **{name: _merged(name, base, mine, theirs) for name in SWITCH_NAMES})


def changed_meanwhile(base: RuleSet, theirs: RuleSet, merged: RuleSet) -> list[MeanwhileChanged]:
    """Every rule that differs between `base` and what stands now, with what the merged form makes of it."""
    kept = {rule.name: rule.after for rule in between(theirs, merged)}
    return [
        MeanwhileChanged(rule.name, rule.before, rule.after, kept.get(rule.name, rule.after))
        for rule in between(base, theirs)
    ]


def _merged(name: str, base: RuleSet, mine: RuleSet, theirs: RuleSet) -> Any:
    values = [getattr(rules, name) for rules in (base, mine, theirs)]
    if name == "infractions":
        return _amounts(*values)
    return _one(*values)


def _amounts(base: Mapping[str, int], mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    merged = {
        code: _one(base.get(code), mine.get(code), theirs.get(code)) for code in {**base, **mine, **theirs}
    }
    return {code: amount for code, amount in merged.items() if amount is not None}


def _one(base: Any, mine: Any, theirs: Any) -> Any:
    return theirs if mine == base else mine
