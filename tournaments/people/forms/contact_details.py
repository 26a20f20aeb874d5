from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.forms import EmailAddressField
from tournaments.naming.invisible_characters import one_line, without_invisible
from tournaments.naming.phone_numbers import MAX_PHONE_LENGTH, is_phone
from tournaments.people.domain.contact_details import ContactDetails
from tournaments.web.guarded_form import GuardedForm


class PhoneField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value and not is_phone(value):
            raise forms.ValidationError(_("A phone number has at least seven digits, and no letters."))


class LineField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")


class NotesField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return without_invisible(super().to_python(value) or "").replace("\r\n", "\n").strip()


class ContactDetailsForm(GuardedForm):
    phone = PhoneField(
        label=_("Phone"),
        max_length=MAX_PHONE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = EmailAddressField(
        label=_("E-mail"),
        max_length=120,
        required=False,
        autocomplete="off",
    )
    licence = LineField(
        label=_("Licence number"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    notes = NotesField(
        label=_("Notes"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    agreed = forms.BooleanField(required=False)

    def updated_details(self, before: ContactDetails, today: date) -> ContactDetails:
        """Return the typed details; an earlier date of consent stays, even unticked; a new one is `today`."""
        data = self.cleaned_data
        return ContactDetails(
            phone=data["phone"],
            email=data["email"],
            licence=data["licence"],
            notes=data["notes"],
            agreed_on=before.agreed_on or (today if data["agreed"] else None),
        )


TEXT_FIELDS: Final[Mapping[str, forms.Field]] = {
    name: ContactDetailsForm.base_fields[name] for name in ("phone", "email", "licence", "notes")
}


def initial_values(details: ContactDetails) -> dict[str, Any]:
    return {
        "phone": details.phone,
        "email": details.email,
        "licence": details.licence,
        "notes": details.notes,
        "agreed": details.agreed_on is not None,
    }
