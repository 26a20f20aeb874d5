"""What a switch of a rule set is to people: a question, its answers, and cases that show them."""

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
    """One answer: its value, a few words for a form, and the sentence that stands in the book.

    ``stated`` are the places that say so; none where we chose it. ``against`` is what says otherwise.
    """

    value: Any
    name: Text
    rule: Text
    stated: tuple[str, ...] = ()
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A choice beside the others: whether the rule set makes it, and the rule set that would."""

    choice: Choice
    chosen: bool
    rules: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """One of the amounts by their codes of which a switch is made: its name, and what it is paid for.

    ``usual`` is what a form offers where a rule set does not charge it; None if every rule set does.
    ``stated`` gives the places that state it at so many points, or that it is not charged (None).
    """

    code: str
    name: Text
    told: Text
    usual: int | None
    stated: Callable[[int | None], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch of a game's rule sets.

    ``field`` is its name in a rule set, ``explains`` the sentence that says what it decides.
    ``listed`` are the values to choose from; ``made`` makes a choice of a value that can be any
    number or list, and ``samples`` are such values to compare with; ``amounts`` are what a list of
    them can hold. ``of_stage`` says that each stage of a tournament sets it for itself.
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
        """Give the choice that a rule set makes."""
        return self.named(getattr(rules, self.field))

    def named(self, value: Any) -> Choice:
        """Give the choice of a value."""
        known = next((choice for choice in self.listed if choice.value == value), None)
        if known is None:
            assert self.made is not None, f"{self.field} can't be {value}"
            return self.made(value)
        return known

    def compare(self, rules: RuleSet) -> tuple[Compared, ...]:
        """Put every choice beside the one that the rule set makes, all else being equal.

        Where any value can be chosen these are the listed ones, the preset's and the rule set's
        own, and a sample only where that leaves nothing to compare. What can't be is left out.
        """
        own = getattr(rules, self.field)
        values = [choice.value for choice in self.listed]
        for value in (getattr(rules.preset, self.field), own):
            if value not in values:
                values.append(value)
        if len(values) == 1:
            values += [value for value in self.samples if value not in values]
        with_each = ((value, self._chosen(rules, value)) for value in values)
        return tuple(Compared(self.named(value), value == own, other) for value, other in with_each if other)

    def _chosen(self, rules: RuleSet, value: Any) -> RuleSet | None:
        """Give the rule set with another choice; None where its other choices forbid that one."""
        try:
            return replace(rules, **{self.field: value})
        except MalformedRuleSet:
            return None

    def source(self, rules: RuleSet) -> str:
        """Name the source of the choice: a house rule where a tournament changed its preset.

        What the rule set's own source states is none, even if the preset has it otherwise.
        """
        choice = self.choice(rules)
        return source_of(choice.stated, rules.source, choice.against, changed=self.field in rules.changes)


@dataclass(frozen=True, slots=True)
class Heading:
    """Switches that people look for together: ``anchor`` is where on a page, ``name`` says about what."""

    anchor: str
    name: Text
    switches: tuple[Switch, ...]


def amounts_of(fouls: Mapping[str, InfractionKind], usual: int) -> tuple[Amount, ...]:
    """Give infractions as the amounts of a switch; a form offers ``usual`` for those not charged."""
    return tuple(_amount_of(kind, usual) for kind in fouls.values())


def _amount_of(kind: InfractionKind, usual: int) -> Amount:
    return Amount(kind.code, kind.name, kind.deed, usual, lambda _points: kind.stated)


def yes_no(
    no: Text, yes: Text, *, no_by: tuple[str, ...] = (), yes_by: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """Give the two choices of a switch that is off or on, with their sentences and sources."""
    return (
        Choice(False, Text("Hayır", "No"), no, no_by),
        Choice(True, Text("Evet", "Yes"), yes, yes_by),
    )
