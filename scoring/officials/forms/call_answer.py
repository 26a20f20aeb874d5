from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AnswerForm(forms.Form):
    answer = forms.CharField(
        max_length=300,
        label=_("Answer"),
        help_text=_("Those at the table and the organizers read it."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": 300}),
        error_messages={"required": _("Write down what you answered: both sides look at it later.")},
    )
