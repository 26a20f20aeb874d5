"""The field in which people give an e-mail address that the site may write to later."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.naming.email_addresses import LONGEST, is_mailable


def validate_mailable(address: str) -> None:
    """Raises ValidationError for an address that no mail server takes."""
    if not is_mailable(address):
        raise ValidationError(
            _("No e-mail can be sent to this address. Check it: it looks like name@example.org."),
            code="not_mailable",
        )


class EmailAddressField(forms.EmailField):
    default_validators = [validate_mailable]

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": LONGEST, **options})
