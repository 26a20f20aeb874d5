from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.localized_text import Text
from rules.rulesets import Contradiction, RuleSet
from scoring.ledger.rulebooks import rules_of
from scoring.rulebook.forms import RulesForm
from scoring.rulebook.views.ruleset_differences import compare_rule_sets
from tournaments.models import RuleBook

Rules = TypeVar("Rules", bound=RuleSet)


@dataclass(frozen=True)
class ConcurrentChange:
    name: Text
    was: Text
    now: Text
    merged: Text


@dataclass(frozen=True)
class MergedRules:
    form: RulesForm
    rules: Any
    other_changes: list[ConcurrentChange]


def merge_with_current(typed: RulesForm, book: RuleBook) -> MergedRules:
    present = rules_of(book)
    opened = RuleBook.objects.filter(digest=typed.cleaned_data["based_on"]).first()
    base = rules_of(opened) if opened else present
    merged = merge(base, typed.rules, present)
    form = RulesForm(current=present, based_on=book.digest, shown_rules=merged)
    return MergedRules(form, merged, concurrent_changes(base, present, merged))


def merge(base: Rules, mine: Rules, theirs: Rules) -> Rules:
    """Return `theirs` with what `mine` changes of `base`, amount by amount; `mine` if contradictory."""
    start = mine if mine.id != base.id else theirs
    try:
        return replace(start, **{name: _merged(name, base, mine, theirs) for name in base.switch_names()})
    except Contradiction:
        return mine


def concurrent_changes(base: RuleSet, theirs: RuleSet, merged: RuleSet) -> list[ConcurrentChange]:
    merged_values = {rule.name: rule.after for rule in compare_rule_sets(theirs, merged)}
    return [
        ConcurrentChange(rule.name, rule.before, rule.after, merged_values.get(rule.name, rule.after))
        for rule in compare_rule_sets(base, theirs)
    ]


def _merged(name: str, base: RuleSet, mine: RuleSet, theirs: RuleSet) -> Any:
    values = [getattr(rules, name) for rules in (base, mine, theirs)]
    return _amounts(*values) if isinstance(values[0], Mapping) else _merged_value(*values)


def _amounts(base: Mapping[str, int], mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    merged = {
        code: _merged_value(base.get(code), mine.get(code), theirs.get(code))
        for code in {**base, **mine, **theirs}
    }
    return {code: amount for code, amount in merged.items() if amount is not None}


def _merged_value(base: Any, mine: Any, theirs: Any) -> Any:
    return theirs if mine == base else mine
