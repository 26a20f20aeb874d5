"""Form controls of a rule switch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.book.switch import Amount, Switch
from rules.rulesets import LARGEST_AMOUNT, RuleSet

NUMBER: Final = "number"
"""The value of the radio button with a number field."""

_CHOOSE = _("Choose one of these.")
_AMOUNT = _("Type a whole number from 0 to 10,000.")


def key_of(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class Listed:
    switch: Switch
    kind: ClassVar[str] = "listed"

    @property
    def name(self) -> str:
        return self.switch.field

    @property
    def keys(self) -> dict[str, Any]:
        return {key_of(choice.value): choice.value for choice in self.switch.listed}

    @property
    def amounts(self) -> dict[str, str]:
        """Map the field of each amount to the field that says whether it counts."""
        return {}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio(self.keys)}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        return {self.name: key_of(getattr(rules, self.name))}

    def counts(self, _amount: str, _typed: Mapping[str, Any]) -> bool:
        return False

    def value(self, typed: Mapping[str, Any]) -> Any:
        return self.keys[typed[self.name]]


@dataclass(frozen=True)
class Numbered(Listed):
    kind: ClassVar[str] = "numbered"

    @property
    def amount(self) -> str:
        return f"{self.name}-amount"

    @property
    def offered(self) -> int:
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
    """A list of amounts; those that are optional have a checkbox."""

    kind: ClassVar[str] = "amounts"

    @property
    def named(self) -> Iterator[tuple[Amount, str, str]]:
        """Yield each amount with its two field names; the first is empty if it is always charged."""
        for amount in self.switch.amounts:
            yield amount, "" if amount.usual is None else f"charged-{amount.code}", f"amount-{amount.code}"

    @property
    def amounts(self) -> dict[str, str]:
        return {amount: charged for _named, charged, amount in self.named}

    def fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for _named, charged, amount in self.named:
            box = {charged: forms.BooleanField(required=False)} if charged else {}
            fields |= {**box, amount: _amount()}
        return fields

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        known = getattr(rules, self.name)
        initial: dict[str, Any] = {}
        for named, charged, amount in self.named:
            box = {charged: named.code in known} if charged else {}
            initial |= {**box, amount: known.get(named.code, named.usual)}
        return initial

    def counts(self, amount: str, typed: Mapping[str, Any]) -> bool:
        charged = self.amounts[amount]
        return not charged or bool(typed.get(charged))

    def value(self, typed: Mapping[str, Any]) -> Any:
        return {
            named.code: typed[amount] for named, _charged, amount in self.named if self.counts(amount, typed)
        }


def _radio(keys: Iterable[str]) -> forms.ChoiceField:
    errors = {"required": _CHOOSE, "invalid_choice": _CHOOSE}
    return forms.ChoiceField(choices=[(key, key) for key in keys], error_messages=errors)


def _amount() -> forms.IntegerField:
    """Return an optional text input: browsers drop invalid input of number fields."""
    errors = dict.fromkeys(("invalid", "min_value", "max_value", "required"), _AMOUNT)
    return forms.IntegerField(
        min_value=0, max_value=LARGEST_AMOUNT, required=False, error_messages=errors, widget=forms.TextInput
    )


def _control(switch: Switch) -> Listed:
    if switch.made is None:
        return Listed(switch)
    return Amounts(switch) if switch.amounts else Numbered(switch)


def controls_of(switches: Mapping[str, Switch]) -> dict[str, Listed]:
    return {field: _control(switch) for field, switch in switches.items() if not switch.of_stage}
