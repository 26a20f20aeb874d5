from __future__ import annotations

from django import forms


class CallForm(forms.Form):
    question = forms.CharField(
        max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 3, "maxlength": 300})
    )
