from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.models.table import MOST_TABLES
from tournaments.stages.fitting_lengths import AvailableTime
from tournaments.stages.time_available import USUAL_END, USUAL_START
from tournaments.web.date_fields import clock_input

USUAL_ENTRANTS = 16
USUAL_TABLES = 8
MINUTES_AN_HOUR, MINUTES_A_DAY = 60, 24 * 60


class TimeForm(forms.Form):
    """An end before the start is on the next day."""

    begins = forms.TimeField(label=_("Begins at"), required=False, widget=clock_input())
    ends = forms.TimeField(label=_("Ends at"), required=False, widget=clock_input())

    @staticmethod
    def usual_hours() -> dict[str, Any]:
        return {"begins": USUAL_START, "ends": USUAL_END}

    @classmethod
    def hours_from(cls, common: Mapping[str, Any]) -> dict[str, Any]:
        """Defaults replace missing hours."""
        return {name: common[name] or usual for name, usual in cls.usual_hours().items()}

    @property
    def minutes(self) -> int:
        """At most a day."""
        begins, ends = self.hours
        return (_minute(ends) - _minute(begins) - 1) % MINUTES_A_DAY + 1

    @property
    def hours(self) -> tuple[time, time]:
        """Defaults replace unreadable hours."""
        self.is_valid()
        begins, ends = (self.cleaned_data.get(name) or usual for name, usual in self.usual_hours().items())
        return begins, ends


class AvailableTimeForm(TimeForm):
    expected = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS)
    tables = forms.IntegerField(min_value=1, max_value=MOST_TABLES)

    @classmethod
    def read_available_time(cls, data: Mapping[str, Any]) -> AvailableTime:
        form = cls(data)
        minutes, typed = form.minutes, form.cleaned_data
        return AvailableTime(
            typed.get("expected") or USUAL_ENTRANTS, typed.get("tables") or USUAL_TABLES, minutes
        )


def _minute(hour: time) -> int:
    return hour.hour * MINUTES_AN_HOUR + hour.minute
