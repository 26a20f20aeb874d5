"""Club nights: how they are called, when they are, as what they are set up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournaments.models import Series, SetupTemplate, Tournament
from tournaments.series.domain.series_changes import LONGEST_NAME, MOST_WEEKS, Rhythm, rhythm_of
from tournaments.setup.forms.available_time import TimeForm
from tournaments.web.date_fields import day_field

TEMPLATE, LIKE = "template", "like"


class SeriesForm(TimeForm):
    """A rhythm as it is typed. `source` is a template or a tournament of the club, by its public id."""

    name = forms.CharField(
        label=_("Name of the evenings"),
        max_length=LONGEST_NAME,
        help_text=_(
            "{tarih} stands for the day in Turkish, {date} in English; without either it is put at the end."
        ),
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    every = forms.IntegerField(
        label=_("Every so many weeks"),
        min_value=1,
        max_value=MOST_WEEKS,
        help_text=_("1: every week. 2: every second week, counted from the first day."),
    )
    first_day = day_field(_("From this day on"))
    source = forms.ChoiceField(
        label=_("Set up as"),
        help_text=_("As a template each time; or the first as a tournament, later ones as the one before."),
    )

    field_order = ("name", "weekdays", "every", "first_day", "begins", "ends", "source")

    def __init__(
        self,
        data: Any = None,
        *,
        templates: Sequence[SetupTemplate],
        tournaments: Sequence[Tournament],
        first: dict[str, Any],
    ) -> None:
        super().__init__(data, initial=first)
        self.found: dict[str, SetupTemplate | Tournament] = {
            **{f"{TEMPLATE}:{one.public_id}": one for one in templates},
            **{f"{LIKE}:{one.public_id}": one for one in tournaments},
        }
        groups = ((_("Templates"), TEMPLATE), (_("Tournaments"), LIKE))
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (label, [(key, one.name) for key, one in self.found.items() if key.startswith(kind)])
            for label, kind in groups
        ]

    @property
    def rhythm(self) -> Rhythm:
        """What was typed, once the form is valid; a usual hour where none was."""
        typed, chosen = self.cleaned_data, self.found[self.cleaned_data["source"]]
        begins, ends = self.hours
        return Rhythm(
            name=typed["name"],
            weekdays=tuple(typed["weekdays"]),
            every=typed["every"],
            first_day=typed["first_day"],
            begins=begins,
            ends=ends,
            template=chosen if isinstance(chosen, SetupTemplate) else None,
            like=chosen if isinstance(chosen, Tournament) else None,
        )


def first_of(series: Series) -> dict[str, Any]:
    """What the form shows of a series."""
    kept = rhythm_of(series)
    chosen = kept.template or kept.like
    kind = TEMPLATE if kept.template else LIKE
    fields = ("name", "every", "first_day", "begins", "ends")
    return {
        **{name: getattr(kept, name) for name in fields},
        "weekdays": list(kept.weekdays),
        "source": f"{kind}:{chosen.public_id}" if chosen else "",
    }


def first_of_new(day: date, template: SetupTemplate | None, like: Tournament | None) -> dict[str, Any]:
    """What is proposed for a new series: the day of the week of today, the club's default or its last one."""
    first = {**TimeForm.usual(), "every": 1, "first_day": day, "weekdays": [day.weekday()]}
    if template is not None:
        own = {"begins": template.begins, "ends": template.ends}
        return first | own | {"source": f"{TEMPLATE}:{template.public_id}"}
    return first | ({"source": f"{LIKE}:{like.public_id}"} if like else {})
