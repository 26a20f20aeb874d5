"""What organizers write down of a person, and a person who is new in the register."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.names.cards import Kept, version_of
from tournaments.naming.names import LONGEST_NAME
from tournaments.naming.visible import one_line, visible

FEWEST_DIGITS: Final = 7
_PHONE: Final = re.compile(r"\+?[0-9 ()/.-]+")


class PersonForm(forms.Form):
    """The name of somebody new; `namesake` once it was asked whether he is another of the name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    namesake = forms.BooleanField(required=False)


class CardForm(forms.Form):
    """What is kept of a person; `seen` is what was there when the page was made."""

    phone = forms.CharField(
        label=_("Phone"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=120,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    licence = forms.CharField(
        label=_("Licence number"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    notes = forms.CharField(
        label=_("Notes"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    agreed = forms.BooleanField(required=False)
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def clean_phone(self) -> str:
        phone = one_line(self.cleaned_data["phone"])
        digits = sum(sign.isdigit() for sign in phone)
        if phone and (digits < FEWEST_DIGITS or not _PHONE.fullmatch(phone)):
            raise forms.ValidationError(_("A phone number has at least seven digits, and no letters."))
        return phone

    def clean_licence(self) -> str:
        return one_line(self.cleaned_data["licence"])

    def clean_notes(self) -> str:
        return visible(self.cleaned_data["notes"]).replace("\r\n", "\n").strip()

    def kept(self, before: Kept, today: date) -> Kept:
        """What is to be kept; who had agreed before has agreed on that day."""
        said = self.cleaned_data
        return Kept(
            phone=said["phone"],
            email=said["email"],
            licence=said["licence"],
            notes=said["notes"],
            agreed_on=(before.agreed_on or today) if said["agreed"] else None,
        )


def typed_of(kept: Kept) -> dict[str, Any]:
    """What a form begins with."""
    return {
        "phone": kept.phone,
        "email": kept.email,
        "licence": kept.licence,
        "notes": kept.notes,
        "agreed": kept.agreed_on is not None,
        "seen": version_of(kept),
    }
