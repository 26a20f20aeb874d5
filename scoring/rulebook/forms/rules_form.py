"""The rule book of a tournament as a form, and the decision to amend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.rulesets import Contradiction, RuleSet
from scoring.ledger.rulebooks import game_played
from scoring.officials.domain.amendments import LONGEST_REASON
from scoring.rulebook.forms.switch_controls import controls_of
from scoring.table.forms.later_play import later_play_field


class RulesForm(forms.Form):
    """Every switch of its game that a tournament sets as a whole.

    `present` are the rules that stand, `shown` those that a new form begins with, `based_on` names the rule
    book that the form was opened with: what changed since is found by it.
    """

    rule_set = forms.ChoiceField()
    based_on = forms.CharField(max_length=64)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        present: RuleSet,
        based_on: str,
        shown: RuleSet | None = None,
    ) -> None:
        self.present = present
        self.game = game_played(present)
        self.controls = controls_of(self.game.book.switches)
        super().__init__(data, initial={"based_on": based_on} | self._initial(shown or present))
        self.fields["rule_set"].choices = [(name, name) for name in self.game.presets]  # type: ignore[attr-defined]
        for control in self.controls.values():
            self.fields |= control.fields()

    def clean(self) -> dict[str, Any]:
        """Ask for the amounts that count, and for choices that can all be made together.

        What stands in the other amounts is nobody's business.
        """
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
        """Whether the form names what it is about; one of our pages always does."""
        return not {"rule_set", "based_on"} & set(self.errors)

    @property
    def rules(self) -> Any:
        """The rules of the game as typed, once the form is valid."""
        typed = self.cleaned_data
        same = typed["rule_set"] == self.present.id
        base = self.present if same else self.game.presets[typed["rule_set"]]
        return replace(base, **{field: control.value(typed) for field, control in self.controls.items()})

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Every field as it stands, to be carried on in hidden fields; an empty box is not sent."""
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
        except Contradiction as refused:
            self.add_error(refused.field, refused.words.in_language(get_language() or "tr"))


class AmendmentForm(forms.Form):
    """The decision to amend: why, on the strength of which preview, and what becomes of later play."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        error_messages={
            "required": _("Not amended yet: an amendment needs a reason. A few words are enough.")
        },
        help_text=_("Everybody reads it beside the hands that change."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.CharField(required=False)
    later = later_play_field()
