from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import MAX_RETENTION_MONTHS, MIN_RETENTION_MONTHS
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.web.guarded_form import GuardedForm


class PersonForm(forms.Form):
    """`namesake` confirms another person of that name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    namesake = forms.BooleanField(required=False)


class RetentionForm(GuardedForm):
    """Months; `sure` confirms details deleted at once."""

    months = forms.IntegerField(
        label=_("Months after the last tournament"),
        min_value=MIN_RETENTION_MONTHS,
        max_value=MAX_RETENTION_MONTHS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "size": 4}),
    )
    sure = forms.BooleanField(required=False)
