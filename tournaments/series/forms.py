from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournaments.models import Series, SetupTemplate, Tournament
from tournaments.models.common_settings import common_settings_of
from tournaments.series.domain.series_changes import (
    LONGEST_NAME,
    MOST_WEEKS,
    SeriesSettings,
    settings_of_series,
)
from tournaments.setup.forms.available_time import TimeForm
from tournaments.web.date_fields import day_field
from tournaments.web.guarded_form import GuardedForm

TEMPLATE, LIKE = "template", "like"


class SeriesForm(GuardedForm, TimeForm):
    """`source` is “kind:public id” of a template or a tournament of the club."""

    name = forms.CharField(
        label=_("Name of the evenings"),
        max_length=LONGEST_NAME,
        help_text=_(
            "{tarih} is replaced by the day in Turkish, {date} in English; without either, the day is put "
            "at the end."
        ),
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    every = forms.IntegerField(
        label=_("Weeks from one evening to the next"),
        min_value=1,
        max_value=MOST_WEEKS,
        help_text=_("1: every week. 2: every second week, counted from the first day."),
    )
    first_day = day_field(_("Starting on"))
    source = forms.ChoiceField(
        label=_("Set up from"),
        help_text=_(
            "From a template each time; or the first from a tournament, later ones from the one before."
        ),
    )

    field_order = ("name", "weekdays", "every", "first_day", "begins", "ends", "source")

    def __init__(
        self,
        data: Any = None,
        *,
        templates: Sequence[SetupTemplate],
        tournaments: Sequence[Tournament],
        initial: dict[str, Any],
        guarded: bool = True,
    ) -> None:
        """`guarded` is False for a new series, which has no stored values to compare."""
        super().__init__(data, initial=initial, guarded=guarded)
        self.found: dict[str, SetupTemplate | Tournament] = {
            **{f"{TEMPLATE}:{template.public_id}": template for template in templates},
            **{f"{LIKE}:{tournament.public_id}": tournament for tournament in tournaments},
        }
        groups = ((_("Templates"), TEMPLATE), (_("Tournaments"), LIKE))
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (label, [(key, option.name) for key, option in self.found.items() if key.startswith(kind)])
            for label, kind in groups
        ]

    @property
    def series_settings(self) -> SeriesSettings:
        """The form must be valid."""
        data, source = self.cleaned_data, self.found[self.cleaned_data["source"]]
        begins, ends = self.hours
        return SeriesSettings(
            name=data["name"],
            weekdays=tuple(data["weekdays"]),
            every=data["every"],
            first_day=data["first_day"],
            begins=begins,
            ends=ends,
            template=source if isinstance(source, SetupTemplate) else None,
            like=source if isinstance(source, Tournament) else None,
        )


def series_initial(series: Series) -> dict[str, Any]:
    """Return initial values; `source` is empty if it is gone."""
    settings = settings_of_series(series)
    source = settings.template or settings.like
    kind = TEMPLATE if settings.template else LIKE
    fields = ("name", "every", "first_day", "begins", "ends")
    return {
        **{name: getattr(settings, name) for name in fields},
        "weekdays": list(settings.weekdays),
        "source": f"{kind}:{source.public_id}" if source else "",
    }


def new_series_initial(day: date, template: SetupTemplate | None, like: Tournament | None) -> dict[str, Any]:
    source, kind = (template, TEMPLATE) if template else (like, LIKE)
    initial = {"every": 1, "first_day": day, "weekdays": [day.weekday()]}
    if source is None:
        return initial | TimeForm.usual_hours()
    hours = TimeForm.hours_from(common_settings_of(source))
    return initial | hours | {"source": f"{kind}:{source.public_id}"}
