from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.book.switch import Switch
from rules.games import GAMES
from rules.localized_text import Text, format_number
from rules.rulebook import switches
from rules.rulesets import RuleSet
from scoring.ledger.rule_history import Switches

_RULE_SET: Final = Text("Kural seti", "Rule set")
_UNCHARGED: Final = Text("puan yazılmaz", "no penalty")


@dataclass(frozen=True)
class ChangedRule:
    name: Text
    before: Text
    after: Text


def compare_rule_sets(old: RuleSet, new: RuleSet) -> list[ChangedRule]:
    before, after = old.to_dict(), new.to_dict()
    changed_switches = {
        name: [before[name], after[name]] for name in old.switch_names() if before[name] != after[name]
    }
    started = [ChangedRule(_RULE_SET, old.names, new.names)] if old.id != new.id else []
    return [*started, *list_changed_rules(changed_switches, switches(new))]


def list_changed_rules(changed_switches: Switches, known: Mapping[str, Switch]) -> list[ChangedRule]:
    """In the form's order, amounts one by one."""
    return list(_changed(changed_switches, known))


def rule_set_name(rule_set_id: str) -> Text:
    """Return the id if the rule set no longer exists."""
    presets = (game.presets.get(rule_set_id) for game in GAMES)
    return next((preset.names for preset in presets if preset), Text(rule_set_id, rule_set_id))


def amount_label(points: int | None) -> Text:
    return _UNCHARGED if points is None else Text(format_number(points, "tr"), format_number(points, "en"))


def _changed(changed_switches: Switches, known: Mapping[str, Switch]) -> Iterator[ChangedRule]:
    for field, switch in known.items():
        if switch.amounts and field in changed_switches:
            yield from _amounts(switch, *changed_switches[field])
        elif field in changed_switches:
            yield ChangedRule(
                switch.name, *(switch.choice_for(value).name for value in changed_switches[field])
            )


def _amounts(switch: Switch, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[ChangedRule]:
    for amount in switch.amounts:
        old, new = before.get(amount.code), after.get(amount.code)
        if old != new:
            yield ChangedRule(amount.name, amount_label(old), amount_label(new))
