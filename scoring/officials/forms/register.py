"""A person who is new in the register."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.naming.names import LONGEST_NAME


class PersonForm(forms.Form):
    """The name of somebody new; `namesake` once it was asked whether he is another of the name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    namesake = forms.BooleanField(required=False)
