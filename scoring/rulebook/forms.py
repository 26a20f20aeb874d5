from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.book.switch import Amount, Switch
from rules.rulesets import LARGEST_AMOUNT, Contradiction, RuleSet
from scoring.ledger.rulebooks import game_of_rules
from scoring.officials.domain.amendments import LONGEST_REASON
from scoring.table.forms.later_play import later_play_field

NUMBER: Final = "number"
"""The value of the radio button with a number field."""

_CHOOSE = _("Choose one of these.")
_AMOUNT = _("Type a whole number from 0 to 10,000.")


def choice_key(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class ListedControl:
    switch: Switch
    kind: ClassVar[str] = "listed"

    @property
    def name(self) -> str:
        return self.switch.field

    @property
    def keys(self) -> dict[str, Any]:
        return {choice_key(choice.value): choice.value for choice in self.switch.listed_choices}

    @property
    def amounts(self) -> dict[str, str]:
        """Map each amount's field to the field that says whether it counts."""
        return {}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio(self.keys)}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        return {self.name: choice_key(getattr(rules, self.name))}

    def is_amount_used(self, _amount: str, _typed: Mapping[str, Any]) -> bool:
        return False

    def value(self, typed: Mapping[str, Any]) -> Any:
        return self.keys[typed[self.name]]


@dataclass(frozen=True)
class NumberedControl(ListedControl):
    kind: ClassVar[str] = "numbered"

    @property
    def amount(self) -> str:
        return f"{self.name}-amount"

    @property
    def sample_amount(self) -> int:
        return int(next(value for value in self.switch.samples if choice_key(value) not in self.keys))

    @property
    def amounts(self) -> dict[str, str]:
        return {self.amount: self.name}

    def fields(self) -> dict[str, forms.Field]:
        return {self.name: _radio([*self.keys, NUMBER]), self.amount: _amount()}

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        value = getattr(rules, self.name)
        if choice_key(value) in self.keys:
            return {self.name: choice_key(value), self.amount: self.sample_amount}
        return {self.name: NUMBER, self.amount: value}

    def is_amount_used(self, amount: str, typed: Mapping[str, Any]) -> bool:
        return typed.get(self.name) == NUMBER

    def value(self, typed: Mapping[str, Any]) -> Any:
        return typed[self.amount] if typed[self.name] == NUMBER else super().value(typed)


@dataclass(frozen=True)
class AmountsControl(ListedControl):
    """Optional amounts have a checkbox."""

    kind: ClassVar[str] = "amounts"

    @property
    def amount_fields(self) -> Iterator[tuple[Amount, str, str]]:
        """The first field name is empty if always charged."""
        for amount in self.switch.amounts:
            yield (
                amount,
                "" if amount.default_points is None else f"charged-{amount.code}",
                f"amount-{amount.code}",
            )

    @property
    def amounts(self) -> dict[str, str]:
        return {amount: charged for _named, charged, amount in self.amount_fields}

    def fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for _named, charged, amount in self.amount_fields:
            box = {charged: forms.BooleanField(required=False)} if charged else {}
            fields |= {**box, amount: _amount()}
        return fields

    def initial(self, rules: RuleSet) -> dict[str, Any]:
        known = getattr(rules, self.name)
        initial: dict[str, Any] = {}
        for named, charged, amount in self.amount_fields:
            box = {charged: named.code in known} if charged else {}
            initial |= {**box, amount: known.get(named.code, named.default_points)}
        return initial

    def is_amount_used(self, amount: str, typed: Mapping[str, Any]) -> bool:
        charged = self.amounts[amount]
        return not charged or bool(typed.get(charged))

    def value(self, typed: Mapping[str, Any]) -> Any:
        return {
            named.code: typed[amount]
            for named, _charged, amount in self.amount_fields
            if self.is_amount_used(amount, typed)
        }


def _radio(keys: Iterable[str]) -> forms.ChoiceField:
    errors = {"required": _CHOOSE, "invalid_choice": _CHOOSE}
    return forms.ChoiceField(choices=[(key, key) for key in keys], error_messages=errors)


def _amount() -> forms.IntegerField:
    """A text input: browsers drop invalid input of number fields."""
    errors = dict.fromkeys(("invalid", "min_value", "max_value", "required"), _AMOUNT)
    return forms.IntegerField(
        min_value=0, max_value=LARGEST_AMOUNT, required=False, error_messages=errors, widget=forms.TextInput
    )


def _build_control(switch: Switch) -> ListedControl:
    if switch.create_choice is None:
        return ListedControl(switch)
    return AmountsControl(switch) if switch.amounts else NumberedControl(switch)


def build_controls(switches: Mapping[str, Switch]) -> dict[str, ListedControl]:
    return {field: _build_control(switch) for field, switch in switches.items() if not switch.set_per_stage}


class RulesForm(forms.Form):
    """`based_on` is the digest of the rule book the form was opened with."""

    rule_set = forms.ChoiceField()
    based_on = forms.CharField(max_length=64)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        current: RuleSet,
        based_on: str,
        shown_rules: RuleSet | None = None,
    ) -> None:
        """Offer the switches of `current`'s game, filled with `shown_rules` (default: `current`)."""
        self.present = current
        self.game = game_of_rules(current)
        self.controls = build_controls(self.game.book.switches)
        super().__init__(data, initial={"based_on": based_on} | self._initial(shown_rules or current))
        self.fields["rule_set"].choices = [(name, name) for name in self.game.presets]  # type: ignore[attr-defined]
        for control in self.controls.values():
            self.fields |= control.fields()

    def clean(self) -> dict[str, Any]:
        """Require the amounts in use, drop errors of others; without errors, refuse contradictory choices."""
        typed = super().clean() or self.cleaned_data
        for control in self.controls.values():
            for amount in control.amounts:
                if not control.is_amount_used(amount, typed):
                    self.errors.pop(amount, None)
                elif amount not in self.errors and typed.get(amount) is None:
                    self.add_error(amount, self.fields[amount].error_messages["required"])
        if not self.errors:
            self._refuse_contradictions()
        return typed

    @property
    def complete(self) -> bool:
        return not {"rule_set", "based_on"} & set(self.errors)

    @property
    def rules(self) -> Any:
        typed = self.cleaned_data
        same = typed["rule_set"] == self.present.id
        base = self.present if same else self.game.presets[typed["rule_set"]]
        return replace(base, **{field: control.value(typed) for field, control in self.controls.items()})

    @property
    def hidden_values(self) -> list[tuple[str, str]]:
        """Leave out unchecked boxes."""
        values = ((name, self[name].value()) for name in self.fields)
        return [
            (name, "on" if value is True else str(value))
            for name, value in values
            if value is not False and value is not None
        ]

    def _initial(self, rules: RuleSet) -> dict[str, Any]:
        initial: dict[str, Any] = {"rule_set": rules.id}
        for control in self.controls.values():
            initial |= control.initial(rules)
        return initial

    def _refuse_contradictions(self) -> None:
        try:
            _rules = self.rules
        except Contradiction as contradiction:
            self.add_error(contradiction.field, contradiction.words.in_language(get_language() or "tr"))


class AmendmentForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        error_messages={
            "required": _("Not amended yet: an amendment needs a reason. A few words are enough.")
        },
        help_text=_("Everyone sees it next to the hands that change."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.CharField(required=False)
    later = later_play_field()
