"""What a switch of a rule set is in a form: radio buttons, a number beside them, or a list of amounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.book.switch import Amount, Switch
from rules.rulesets import LARGEST_AMOUNT, RuleSet

NUMBER: Final = "number"
"""The radio button beside which a number is typed."""

_CHOOSE = _("Choose one of these.")
_AMOUNT = _("Type a whole number from 0 to 10,000.")


def key_of(value: Any) -> str:
    """Name a listed value of a switch in a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class Listed:
    """A switch whose values are all listed: radio buttons."""

    switch: Switch
    kind: ClassVar[str] = "listed"

    @property
    def name(self) -> str:
        return self.switch.field

    @property
    def keys(self) -> dict[str, Any]:
        """The listed values by the keys of their radio buttons."""
        return {key_of(choice.value): choice.value for choice in self.switch.listed}

    @property
    def amounts(self) -> dict[str, str]:
        """The field of each amount, and the field that says whether it counts."""
        return {}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio(self.keys)}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        return {self.name: key_of(getattr(rules, self.name))}

    def counts(self, _amount: str, _typed: Mapping[str, Any]) -> bool:
        """Whether what was typed as an amount is asked for."""
        return False

    def value(self, typed: Mapping[str, Any]) -> Any:
        return self.keys[typed[self.name]]


@dataclass(frozen=True)
class Numbered(Listed):
    """A switch with listed values or else any number."""

    kind: ClassVar[str] = "numbered"

    @property
    def amount(self) -> str:
        return f"{self.name}-amount"

    @property
    def offered(self) -> int:
        """The number that stands in its box while a listed value is chosen."""
        return int(next(value for value in self.switch.samples if key_of(value) not in self.keys))

    @property
    def amounts(self) -> dict[str, str]:
        return {self.amount: self.name}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio([*self.keys, NUMBER]), self.amount: _amount()}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        value = getattr(rules, self.name)
        if key_of(value) in self.keys:
            return {self.name: key_of(value), self.amount: self.offered}
        return {self.name: NUMBER, self.amount: value}

    def counts(self, amount: str, typed: Mapping[str, Any]) -> bool:
        return typed.get(self.name) == NUMBER

    def value(self, typed: Mapping[str, Any]) -> Any:
        return typed[self.amount] if typed[self.name] == NUMBER else super().value(typed)


@dataclass(frozen=True)
class Amounts(Listed):
    """A list of amounts: how much each is, and of those that need not be charged whether it is."""

    kind: ClassVar[str] = "amounts"

    @property
    def named(self) -> Iterator[tuple[Amount, str, str]]:
        """Each amount with the names of its two fields; the first is empty where it is always charged."""
        for one in self.switch.amounts:
            yield one, "" if one.usual is None else f"charged-{one.code}", f"amount-{one.code}"

    @property
    def amounts(self) -> dict[str, str]:
        return {amount: charged for _one, charged, amount in self.named}

    def fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for _one, charged, amount in self.named:
            box = {charged: forms.BooleanField(required=False)} if charged else {}
            fields |= {**box, amount: _amount()}
        return fields

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        known = getattr(rules, self.name)
        initial: dict[str, Any] = {}
        for one, charged, amount in self.named:
            box = {charged: one.code in known} if charged else {}
            initial |= {**box, amount: known.get(one.code, one.usual)}
        return initial

    def counts(self, amount: str, typed: Mapping[str, Any]) -> bool:
        charged = self.amounts[amount]
        return not charged or bool(typed.get(charged))

    def value(self, typed: Mapping[str, Any]) -> Any:
        return {one.code: typed[amount] for one, _charged, amount in self.named if self.counts(amount, typed)}


def _radio(keys: Iterable[str]) -> forms.ChoiceField:
    said = {"required": _CHOOSE, "invalid_choice": _CHOOSE}
    return forms.ChoiceField(choices=[(key, key) for key in keys], error_messages=said)


def _amount() -> forms.IntegerField:
    """A number that may stay empty here: whether it counts is for the form to say.

    Its input takes any text, so that the browser shows again what was typed.
    """
    said = dict.fromkeys(("invalid", "min_value", "max_value", "required"), _AMOUNT)
    return forms.IntegerField(
        min_value=0, max_value=LARGEST_AMOUNT, required=False, error_messages=said, widget=forms.TextInput
    )


def _control(switch: Switch) -> Listed:
    if switch.made is None:
        return Listed(switch)
    return Amounts(switch) if switch.amounts else Numbered(switch)


def controls_of(switches: Mapping[str, Switch]) -> dict[str, Listed]:
    """How each switch is edited that a tournament sets as a whole, by its name in a rule set."""
    return {field: _control(switch) for field, switch in switches.items() if not switch.of_stage}
