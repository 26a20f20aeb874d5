"""A switch of a rule set as shown to people: question, options, examples."""

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
    """An option: its value, a short label for forms, and its sentence in the book.

    ``stated`` are the sources that say so; empty if chosen. ``against`` is a source that says otherwise.
    """

    value: Any
    name: Text
    rule: Text
    stated: tuple[str, ...] = ()
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class ComparedChoice:
    """An option in a comparison: whether the rule set has it, and the rule set that would."""

    choice: Choice
    chosen: bool
    rules: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a switch with several, by code: its name, and what it is paid for.

    ``usual`` is the default in forms if a rule set doesn't charge it; None if every rule set does. ``stated``
    returns the sources for so many points, or for no charge (None).
    """

    code: str
    name: Text
    told: Text
    usual: int | None
    stated: Callable[[int | None], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch of a game's rule sets.

    ``field`` is its name in a rule set, ``explains`` the sentence about what it decides. ``listed`` are the
    values to choose from; ``made`` creates an option for any number or list, and ``samples`` are such values
    for comparison; ``amounts`` are the possible members of a list. ``of_stage`` means that each stage sets it
    separately.
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
        known = next((choice for choice in self.listed if choice.value == value), None)
        if known is None:
            assert self.made is not None, f"{self.field} can't be {value}"
            return self.made(value)
        return known

    def compare(self, rules: RuleSet) -> tuple[ComparedChoice, ...]:
        """Return every option beside the rule set's own, all else being equal.

        Where any value is possible, these are the listed ones, the preset's and the rule set's own, and a
        sample only if there is nothing else to compare. Impossible ones are left out.
        """
        own = getattr(rules, self.field)
        values = [choice.value for choice in self.listed]
        for value in (getattr(rules.preset, self.field), own):
            if value not in values:
                values.append(value)
        if len(values) == 1:
            values += [value for value in self.samples if value not in values]
        with_each = ((value, self._chosen(rules, value)) for value in values)
        return tuple(
            ComparedChoice(self.named(value), value == own, other) for value, other in with_each if other
        )

    def _chosen(self, rules: RuleSet, value: Any) -> RuleSet | None:
        """Return the rule set with another option; None if its other options forbid that."""
        try:
            return replace(rules, **{self.field: value})
        except MalformedRuleSet:
            return None

    def source(self, rules: RuleSet) -> str:
        """Return the source of the option: a house rule if a tournament changed its preset.

        An option stated by the rule set's own source is no house rule, even if the preset differs.
        """
        choice = self.choice(rules)
        return source_of(choice.stated, rules.source, choice.against, changed=self.field in rules.changes)


@dataclass(frozen=True, slots=True)
class Heading:
    """Switches grouped for people: ``anchor`` is the place on a page, ``name`` the subject."""

    anchor: str
    name: Text
    switches: tuple[Switch, ...]


def amounts_of(fouls: Mapping[str, InfractionKind], usual: int) -> tuple[Amount, ...]:
    """Return infractions as amounts of a switch; forms offer ``usual`` for those not charged."""
    return tuple(_amount_of(kind, usual) for kind in fouls.values())


def _amount_of(kind: InfractionKind, usual: int) -> Amount:
    return Amount(kind.code, kind.name, kind.deed, usual, lambda _points: kind.stated)


def yes_no(
    no: Text, yes: Text, *, no_by: tuple[str, ...] = (), yes_by: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """Return the two options of an on/off switch, with sentences and sources."""
    return (
        Choice(False, Text("Hayır", "No"), no, no_by),
        Choice(True, Text("Evet", "Yes"), yes, yes_by),
    )
