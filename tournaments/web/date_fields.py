"""Limited to years that time zones and archives can represent."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clock_tolerance import ACCEPTED_YEARS


def day_field(label: Any, **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, validators=[_validate_year], **options)


def moment_field(label: Any, **options: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, widget=widget, validators=[_validate_year], **options)


def clock_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def _validate_year(value: date | datetime) -> None:
    if value.year not in ACCEPTED_YEARS:
        raise forms.ValidationError(
            _("Enter a year from %(first)s to %(last)s."),
            params={"first": ACCEPTED_YEARS[0], "last": ACCEPTED_YEARS[-1]},
            code="year",
        )
