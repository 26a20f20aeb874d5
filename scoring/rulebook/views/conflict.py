"""Two windows on one rule book: what somebody saved meanwhile, taken into what was typed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.rulesets import Contradiction, RuleSet
from rules.text import Text
from scoring.rulebook.views.words import between

Rules = TypeVar("Rules", bound=RuleSet)


@dataclass(frozen=True)
class MeanwhileChanged:
    """A rule that somebody changed since the form was opened: then, now, and as the form has it."""

    name: Text
    was: Text
    now: Text
    kept: Text


def merge(base: Rules, mine: Rules, theirs: Rules) -> Rules:
    """Take what was changed here, from `base` to `mine`, over what stands now, amount by amount.

    What can't all be chosen together stays as it was typed here.
    """
    ground = mine if mine.id != base.id else theirs
    try:
        return replace(ground, **{name: _merged(name, base, mine, theirs) for name in base.switch_names()})
    except Contradiction:
        return mine


def changed_meanwhile(base: RuleSet, theirs: RuleSet, merged: RuleSet) -> list[MeanwhileChanged]:
    """Every rule that differs between `base` and what stands now, with what the merged form makes of it."""
    kept = {rule.name: rule.after for rule in between(theirs, merged)}
    return [
        MeanwhileChanged(rule.name, rule.before, rule.after, kept.get(rule.name, rule.after))
        for rule in between(base, theirs)
    ]


def _merged(name: str, base: RuleSet, mine: RuleSet, theirs: RuleSet) -> Any:
    values = [getattr(rules, name) for rules in (base, mine, theirs)]
    return _amounts(*values) if isinstance(values[0], Mapping) else _one(*values)


def _amounts(base: Mapping[str, int], mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    merged = {
        code: _one(base.get(code), mine.get(code), theirs.get(code)) for code in {**base, **mine, **theirs}
    }
    return {code: amount for code, amount in merged.items() if amount is not None}


def _one(base: Any, mine: Any, theirs: Any) -> Any:
    return theirs if mine == base else mine
