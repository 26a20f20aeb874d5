from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AnswerForm(forms.Form):
    answer = forms.CharField(
        max_length=300,
        label=_("Answer"),
        help_text=_("The table and the organizers can read it."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": 300}),
        error_messages={"required": _("Write down your answer: both sides can read it later.")},
    )
