"""What a switch of a rule set is in a form: radio buttons, a number beside them, or a list of amounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.books.switch import Switch
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import FLAT, INFRACTIONS
from rules.games.okey101.rulesets import LARGEST_AMOUNT, RuleSet
from rules.games.okey101.score import UNOPENED

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

    def counts(self, amount: str, typed: Mapping[str, Any]) -> bool:
        """Whether what was typed as an amount is asked for."""
        return bool(typed.get(self.amounts[amount]))

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
    def amounts(self) -> dict[str, str]:
        return {self.amount: self.name}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio([*self.keys, NUMBER]), self.amount: _amount()}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        value = getattr(rules, self.name)
        if key_of(value) in self.keys:
            return {self.name: key_of(value), self.amount: 2 * UNOPENED}
        return {self.name: NUMBER, self.amount: value}

    def counts(self, amount: str, typed: Mapping[str, Any]) -> bool:
        return typed.get(self.name) == NUMBER

    def value(self, typed: Mapping[str, Any]) -> Any:
        return typed[self.amount] if typed[self.name] == NUMBER else super().value(typed)


@dataclass(frozen=True)
class Amounts(Listed):
    """The infractions: whether each is charged, and how much it costs."""

    kind: ClassVar[str] = "amounts"

    @property
    def fouls(self) -> Iterator[tuple[str, str, str]]:
        """Each infraction's code, with the names of its two fields."""
        return ((code, f"charged-{code}", f"amount-{code}") for code in INFRACTIONS)

    @property
    def amounts(self) -> dict[str, str]:
        return {amount: charged for _code, charged, amount in self.fouls}

    def fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for _code, charged, amount in self.fouls:
            fields |= {charged: forms.BooleanField(required=False), amount: _amount()}
        return fields

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        known = getattr(rules, self.name)
        return {
            field: value
            for code, charged, amount in self.fouls
            for field, value in ((charged, code in known), (amount, known.get(code, FLAT)))
        }

    def value(self, typed: Mapping[str, Any]) -> Any:
        return {code: typed[amount] for code, charged, amount in self.fouls if typed[charged]}


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
    return Numbered(switch) if switch.listed else Amounts(switch)


CONTROLS: Final = {field: _control(switch) for field, switch in SWITCHES.items() if not switch.of_stage}
"""How each switch is edited that a tournament sets as a whole, by its name in a rule set."""
