from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.play.calls import MAX_QUESTION_LENGTH
from tournaments.small_inputs import MAX_NUMBER

MAX_CODE_LENGTH = 24


def _question_field(label: Any, help_text: Any, *, required: bool) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=MAX_QUESTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code of your table"),
        max_length=MAX_CODE_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class PlayerForm(forms.Form):
    player = forms.UUIDField()


class ConfirmForm(PlayerForm):
    match = forms.UUIDField()
    deal = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    seal = forms.CharField(max_length=64)


class ProtestForm(PlayerForm):
    question = _question_field(
        _("What is wrong?"), _("The hand and the points you remember are enough."), required=True
    )


class CallForm(forms.Form):
    question = _question_field(_("What is it about?"), _("Optional."), required=False)
