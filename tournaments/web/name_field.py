from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, is_anonymous_name
from tournaments.naming.phone_numbers import contains_phone


def refuse_phone(name: str) -> None:
    if contains_phone(name):
        raise ValidationError(_("A phone number is not part of a name."), code="phone_in_name")


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_NAME_LENGTH} | kwargs)

    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")


class PersonNameField(NameField):
    """It needs a letter, except an anonymous player's, and no phone number."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not any(map(str.isalpha, value)) and not is_anonymous_name(value):
            raise ValidationError(_("A name must contain letters."), code="no_letter")
        refuse_phone(value)
