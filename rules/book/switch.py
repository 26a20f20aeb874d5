from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.book.switch_examples import Example
from rules.infractions import InfractionKind
from rules.localized_text import Text
from rules.rulesets import MalformedRuleSet, RuleSet
from rules.sources import Against, source_of


@dataclass(frozen=True, slots=True)
class Choice:
    """``sources`` is empty if chosen."""

    value: Any
    name: Text
    rule: Text
    sources: tuple[str, ...] = ()
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class ComparedChoice:
    choice: Choice
    is_chosen: bool
    rules: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """``default_points`` is the forms' default if not charged, None if always charged."""

    code: str
    name: Text
    description: Text
    default_points: int | None
    sources_for: Callable[[int | None], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Switch:
    """`create_choice` creates an option for any value, with `samples` to compare.

    `amounts` are a list's members. Each stage sets a switch with `set_per_stage`.
    """

    field: str
    name: Text
    explanation: Text
    examples: tuple[Example, ...] = ()
    listed_choices: tuple[Choice, ...] = ()
    create_choice: Callable[[Any], Choice] | None = None
    samples: tuple[Any, ...] = ()
    amounts: tuple[Amount, ...] = ()
    set_per_stage: bool = False

    def choice(self, rules: RuleSet) -> Choice:
        return self.choice_for(getattr(rules, self.field))

    def choice_for(self, value: Any) -> Choice:
        listed_choice = next((choice for choice in self.listed_choices if choice.value == value), None)
        if listed_choice is None:
            assert self.create_choice is not None, f"{self.field} can't be {value}"
            return self.create_choice(value)
        return listed_choice

    def compare(self, rules: RuleSet) -> tuple[ComparedChoice, ...]:
        """Return choices: listed values, the preset's, that of ``rules``; if all are one, also samples.

        Each has the rules changed to it; values that contradict the other rules are omitted.
        """
        own = getattr(rules, self.field)
        values = [choice.value for choice in self.listed_choices]
        for value in (getattr(rules.preset, self.field), own):
            if value not in values:
                values.append(value)
        if len(values) == 1:
            values += [value for value in self.samples if value not in values]
        candidates = ((value, self._rules_with_value(rules, value)) for value in values)
        return tuple(
            ComparedChoice(self.choice_for(value), value == own, changed_rules)
            for value, changed_rules in candidates
            if changed_rules
        )

    def _rules_with_value(self, rules: RuleSet, value: Any) -> RuleSet | None:
        """None if contradictory."""
        try:
            return replace(rules, **{self.field: value})
        except MalformedRuleSet:
            return None

    def source(self, rules: RuleSet) -> str:
        """A house rule if changed and not stated by its own source."""
        choice = self.choice(rules)
        return source_of(choice.sources, rules.source, choice.against, changed=self.field in rules.changes)


@dataclass(frozen=True, slots=True)
class Heading:
    anchor: str
    name: Text
    switches: tuple[Switch, ...]


def infraction_amounts(fouls: Mapping[str, InfractionKind], default_points: int) -> tuple[Amount, ...]:
    return tuple(_infraction_amount(kind, default_points) for kind in fouls.values())


def _infraction_amount(kind: InfractionKind, default_points: int) -> Amount:
    return Amount(kind.code, kind.name, kind.description, default_points, lambda _points: kind.sources)


def yes_no(
    no: Text, yes: Text, *, no_sources: tuple[str, ...] = (), yes_sources: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    return (
        Choice(False, Text("Hayır", "No"), no, no_sources),
        Choice(True, Text("Evet", "Yes"), yes, yes_sources),
    )
