from __future__ import annotations

from datetime import date, timedelta
from itertools import islice
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournaments.blueprints.domain.blueprints import MOST_WEEKS
from tournaments.blueprints.domain.contents import LONGEST_NAME, BlueprintSettings, settings_of_blueprint
from tournaments.blueprints.domain.event_dates import series_days
from tournaments.models import Blueprint
from tournaments.setup.forms.settings import CommonSettingsForm
from tournaments.signup.forms import TermsForm
from tournaments.web.date_fields import day_field
from tournaments.web.guarded_form import GuardedForm

_PREVIEWED = 4


class RhythmForm(forms.Form):
    """The days of club nights."""

    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    every = forms.IntegerField(
        label=_("Weeks from one evening to the next"),
        min_value=1,
        max_value=MOST_WEEKS,
        initial=1,
        required=False,
        help_text=_("1: every week. 2: every second week, counted from the first day."),
    )
    like_previous = forms.BooleanField(
        label=_("Each is set up like the one before it, with changes made for that evening"),
        required=False,
        help_text=_("Without it, each evening is set up as the template is."),
    )

    @property
    def coming_days(self) -> list[date]:
        """Return the first evenings of what is typed so far; none while days or rhythm are missing."""
        try:
            typed = {
                name: self.fields[name].clean(self[name].value())
                for name in ("weekdays", "every", "first_day")
            }
        except forms.ValidationError:
            return []
        first_day, every = typed["first_day"], typed["every"] or 1
        if not typed["weekdays"] or first_day is None:
            return []
        rhythm = Blueprint(weekdays="".join(map(str, typed["weekdays"])), every=every, first_day=first_day)
        days = series_days(rhythm, start=first_day, until=first_day + _PREVIEWED * timedelta(weeks=every))
        return list(islice(days, _PREVIEWED))

    def read_rhythm(self, first_day: date | None) -> dict[str, Any]:
        """Return the settings of a valid form."""
        typed = self.cleaned_data
        return {
            "weekdays": tuple(typed["weekdays"]),
            "every": typed["every"] or 1,
            "first_day": first_day,
            "like_previous": typed["like_previous"],
        }

    def require_rhythm(self) -> None:
        for name, problem in (
            ("weekdays", _("Choose at least one day of the week.")),
            ("begins", _("Club nights need a start.")),
            ("ends", _("Club nights need an end.")),
        ):
            if not self.cleaned_data.get(name) and name not in self.errors:
                self.add_error(name, problem)


class BlueprintForm(GuardedForm, RhythmForm, CommonSettingsForm):
    name = forms.CharField(
        label=_("Name of the template"),
        max_length=LONGEST_NAME,
        help_text=_(
            "{tarih} is replaced by the day in Turkish, {date} in English; without either, the day of a club "
            "night is put at the end."
        ),
    )
    first_day = day_field(_("Starting on"), required=False)

    def __init__(self, data: Any = None, *, blueprint: Blueprint) -> None:
        present = settings_of_blueprint(blueprint)
        super().__init__(data, initial=present.values | {"weekdays": list(present.weekdays)})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("weekdays"):
            self.require_rhythm()
            if not data.get("first_day") and "first_day" not in self.errors:
                self.add_error("first_day", _("Club nights need a first day."))
        return data

    @property
    def blueprint_settings(self) -> BlueprintSettings:
        typed = self.cleaned_data
        rhythm = self.read_rhythm(typed["first_day"]) if typed["weekdays"] else {}
        return BlueprintSettings(name=typed["name"], tables=typed["tables"], common=self.common, **rhythm)


class BlueprintTermsForm(TermsForm):
    """Sign-up opens separately for each tournament."""

    is_open = closes_at = None  # type: ignore[assignment]  # this is how Django removes inherited fields
