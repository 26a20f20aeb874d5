from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.rulesets import Contradiction, RuleSet
from scoring.ledger.rulebooks import game_of_rules
from scoring.officials.domain.amendments import LONGEST_REASON
from scoring.rulebook.forms.switch_controls import controls_of
from scoring.table.forms.later_play import later_play_field


class RulesForm(forms.Form):
    """The switches of a game; `based_on` is the digest of the rule book that the form was opened with."""

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
        self.present = current
        self.game = game_of_rules(current)
        self.controls = controls_of(self.game.book.switches)
        super().__init__(data, initial={"based_on": based_on} | self._initial(shown_rules or current))
        self.fields["rule_set"].choices = [(name, name) for name in self.game.presets]  # type: ignore[attr-defined]
        for control in self.controls.values():
            self.fields |= control.fields()

    def clean(self) -> dict[str, Any]:
        """Require the amounts that count, and reject contradictory choices."""
        typed = super().clean() or self.cleaned_data
        for control in self.controls.values():
            for amount in control.amounts:
                if not control.counts(amount, typed):
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
    def typed(self) -> list[tuple[str, str]]:
        """Return the values for hidden fields; unchecked boxes are left out."""
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
