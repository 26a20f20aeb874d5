"""What a table asks the referee."""

from __future__ import annotations

from django import forms


class CallForm(forms.Form):
    """What a table asks the referee."""

    question = forms.CharField(
        max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 3, "maxlength": 300})
    )
