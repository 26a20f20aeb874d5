from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.book.switch_examples import Example
from rules.infractions import InfractionKind
from rules.rulesets import MalformedRuleSet, RuleSet
from rules.sources import Against, source_of
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, its label in forms, and its sentence; ``stated`` is empty if chosen."""

    value: Any
    name: Text
    rule: Text
    stated: tuple[str, ...] = ()
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class ComparedChoice:
    """An option beside the rule set's own, and the rule set with it."""

    choice: Choice
    chosen: bool
    rules: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a switch, by code.

    ``usual`` is the default in forms if not charged, None if always charged. ``stated`` returns the sources
    for these points, or for no charge (None).
    """

    code: str
    name: Text
    told: Text
    usual: int | None
    stated: Callable[[int | None], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch of a game's rule sets.

    ``listed`` are its options; ``made`` creates one for any value, with ``samples`` to compare; ``amounts``
    are the members of a list. Each stage sets an ``of_stage`` switch itself.
    """

    field: str
    name: Text
    explains: Text
    examples: tuple[Example, ...] = ()
    listed: tuple[Choice, ...] = ()
    made: Callable[[Any], Choice] | None = None
    samples: tuple[Any, ...] = ()
    amounts: tuple[Amount, ...] = ()
    of_stage: bool = False

    def choice(self, rules: RuleSet) -> Choice:
        return self.named(getattr(rules, self.field))

    def named(self, value: Any) -> Choice:
        listed_choice = next((choice for choice in self.listed if choice.value == value), None)
        if listed_choice is None:
            assert self.made is not None, f"{self.field} can't be {value}"
            return self.made(value)
        return listed_choice

    def compare(self, rules: RuleSet) -> tuple[ComparedChoice, ...]:
        """Return every possible option, all else being equal.

        For an open range: those listed, the preset's and the own one; samples if these are one.
        """
        own = getattr(rules, self.field)
        values = [choice.value for choice in self.listed]
        for value in (getattr(rules.preset, self.field), own):
            if value not in values:
                values.append(value)
        if len(values) == 1:
            values += [value for value in self.samples if value not in values]
        candidates = ((value, self._chosen(rules, value)) for value in values)
        return tuple(
            ComparedChoice(self.named(value), value == own, changed_rules)
            for value, changed_rules in candidates
            if changed_rules
        )

    def _chosen(self, rules: RuleSet, value: Any) -> RuleSet | None:
        """Return the rule set with this value; None if contradictory."""
        try:
            return replace(rules, **{self.field: value})
        except MalformedRuleSet:
            return None

    def source(self, rules: RuleSet) -> str:
        """Return the option's source; a house rule if changed and not stated by its own source."""
        choice = self.choice(rules)
        return source_of(choice.stated, rules.source, choice.against, changed=self.field in rules.changes)


@dataclass(frozen=True, slots=True)
class Heading:
    anchor: str
    name: Text
    switches: tuple[Switch, ...]


def amounts_of(fouls: Mapping[str, InfractionKind], default_points: int) -> tuple[Amount, ...]:
    return tuple(_amount_of(kind, default_points) for kind in fouls.values())


def _amount_of(kind: InfractionKind, default_points: int) -> Amount:
    return Amount(kind.code, kind.name, kind.deed, default_points, lambda _points: kind.stated)


def yes_no(
    no: Text, yes: Text, *, no_sources: tuple[str, ...] = (), yes_sources: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    return (
        Choice(False, Text("Hayır", "No"), no, no_sources),
        Choice(True, Text("Evet", "Yes"), yes, yes_sources),
    )
