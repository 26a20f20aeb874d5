from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.db import models
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.models.table import MOST_TABLES
from tournaments.naming.invisible_characters import one_line
from tournaments.setup.domain.tournament_settings import ALWAYS_CHANGEABLE, LONGEST_NAME, TournamentSettings
from tournaments.web.date_fields import clock_input, day_field
from tournaments.web.guarded_form import GuardedForm
from tournaments.web.name_field import NameField

BESIDE_DATE = ("begins", "ends", "doors", "venue")


class NameAndDaysForm(forms.Form):
    name = NameField(label=_("Name of the tournament"), max_length=LONGEST_NAME)
    first_day = day_field(_("First day"))
    last_day = day_field(_("Last day"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first."))
        return data


class CommonSettingsForm(forms.Form):
    """The number of tables, and a field for each of `COMMON_SETTINGS`."""

    tables = forms.IntegerField(
        label=_("Tables in the room"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("The number of tables in play at once. Each gets its own code."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({name: _form_field(setting) for name, setting in COMMON_SETTINGS.items()})
        self.order_fields(self.field_order)

    @property
    def common(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in COMMON_SETTINGS}
        return {name: one_line(value) if isinstance(value, str) else value for name, value in values.items()}

    @property
    def common_fields(self) -> list[BoundField]:
        return [self[name] for name in COMMON_SETTINGS]

    @property
    def other_fields(self) -> list[BoundField]:
        """Those that are not beside the date."""
        return [field for field in self.common_fields if field.name not in BESIDE_DATE]


def _form_field(setting: models.Field[Any, Any]) -> forms.Field:
    limits = [check.limit_value for check in setting.validators if isinstance(check, MaxValueValidator)]
    options = {"max_value": min(limits)} if limits else {}
    if isinstance(setting, models.TimeField):
        options = {"widget": clock_input()}
    field = setting.formfield(**options)
    assert field is not None, "a setting is a column that people fill in"
    return field


class SetupForm(GuardedForm, CommonSettingsForm, NameAndDaysForm):
    """After a draw, only settings that no draw depends on can change."""

    def __init__(
        self, data: Any = None, *, present: TournamentSettings, drawn: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(data, initial=self.initial_of(present), **kwargs)
        self.present = present
        if drawn:
            for name in self.fields.keys() - set(ALWAYS_CHANGEABLE):
                self.fields[name].disabled = True

    @property
    def settings(self) -> TournamentSettings:
        own = {name: self.cleaned_data[name] for name in SetupForm.base_fields}
        return replace(self.present, **own, common=self.common)

    @staticmethod
    def initial_of(settings: TournamentSettings) -> dict[str, Any]:
        return settings.values
