from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Agreement
from tournaments.models.table import MOST_TABLES
from tournaments.setup.domain.tournament_settings import (
    ALWAYS_CHANGEABLE,
    LONGEST_PROTEST_MINUTES,
    TournamentSettings,
)
from tournaments.web.date_fields import day_field
from tournaments.web.name_field import NameField

AGREEMENT_CHOICES = [
    (Agreement.MATCH, _("each match, when it is over")),
    (Agreement.HAND, _("each hand")),
    (Agreement.NOTHING, _("nothing: hands count as saved")),
]
LONGEST_NAME = 120


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


class VenueForm(forms.Form):
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False, help_text=_("Optional."))
    tables = forms.IntegerField(
        label=_("Tables in the room"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("The number of tables in play at once. Each gets its own code."),
    )
    agreement = forms.ChoiceField(
        label=_("Both sides confirm"),
        choices=AGREEMENT_CHOICES,
        help_text=_("Each on its own phone, with the second code of the table. Play continues meanwhile."),
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes to protest"),
        min_value=0,
        max_value=LONGEST_PROTEST_MINUTES,
        help_text=_("An unconfirmed match is final this many minutes after its last hand."),
    )


class SetupForm(VenueForm, NameAndDaysForm):
    """Settings beside the stages; after a draw, only those that no draw depends on can change."""

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
        return replace(self.present, **{name: self.cleaned_data[name] for name in SetupForm.base_fields})

    @staticmethod
    def initial_of(settings: TournamentSettings) -> dict[str, Any]:
        return {name: getattr(settings, name) for name in SetupForm.base_fields}
