from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import TextChoices
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from tournaments.blueprints.domain.contents import BlueprintSettings
from tournaments.blueprints.forms.blueprint import RhythmForm
from tournaments.entrants.domain.returning_entrants import ReturningEntrant
from tournaments.models.blueprint import DATE_PLACEHOLDERS
from tournaments.naming.dates_in_names import replace_date
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.forms.settings import SetupForm


class Use(TextChoices):
    ONCE = "once", _("One tournament")
    WEEKLY = "weekly", _("Club nights, week after week")
    LATER = "later", _("A template, to start tournaments from")


class StartForm(RhythmForm, SetupForm):
    """What a blueprint is used for: one tournament, club nights, or a template to keep.

    Entrants of the last tournament enter only one tournament; `present` ones are ticked at first.
    """

    use = forms.ChoiceField(
        label=_("What you set up"),
        choices=Use.choices,
        initial=Use.ONCE,
        required=False,
        widget=forms.RadioSelect,
    )
    chosen = forms.BooleanField(required=False, widget=forms.HiddenInput)
    entrants = forms.TypedMultipleChoiceField(coerce=UUID, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        present: TournamentSettings,
        candidates: Sequence[ReturningEntrant] = (),
        propose_name: Callable[[date], str] | None = None,
        checked: bool = True,
        **kwargs: Any,
    ) -> None:
        """With `propose_name`, name and last day that match a proposal follow another first day.

        Unless `checked`, show what was typed without validating it.
        """
        self.propose_name, self.days = propose_name, present.last_day - present.first_day
        if propose_name:
            # The script that moves the last day along doesn't know how many days there are, so ids differ.
            kwargs["auto_id"] = "start_%s"
        typed = self._follow_first_day(data) if data is not None else None
        super().__init__(typed if checked else None, present=present, guarded=False, **kwargs)
        if typed is not None and not checked:
            self.initial = {**self.initial, **dict(typed.items())}
        self.candidates = candidates
        self.fields["entrants"].choices = [  # type: ignore[attr-defined]
            (str(member.entrant.public_id), member.entry.name) for member in candidates
        ]

    @property
    def follows_first_day(self) -> bool:
        return self.propose_name is not None

    @property
    def proposed_for(self) -> str:
        value = self["first_day"].value()
        return str(value.isoformat() if isinstance(value, date) else value or "")

    def _follow_first_day(self, typed: Mapping[str, Any]) -> Mapping[str, Any]:
        before, day = _parse_day(typed.get("proposed_for")), _parse_day(typed.get("first_day"))
        if self.propose_name is None or before is None or day is None or before == day:
            return typed
        followed = typed.copy()  # type: ignore[attr-defined] # a QueryDict or dict
        if typed.get("name") == self.propose_name(before):
            followed["name"] = self.propose_name(day)
        if typed.get("last_day") == str(before + self.days):
            followed["last_day"] = str(day + self.days)
        return followed  # type: ignore[no-any-return]

    def clean_use(self) -> str:
        return self.cleaned_data["use"] or Use.ONCE

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("use") == Use.WEEKLY:
            self.require_rhythm()
        return data

    @property
    def blueprint_settings(self) -> BlueprintSettings:
        """Return those for a template or club nights; in the name of the latter, a date is a placeholder."""
        settings = self.settings
        name, rhythm = settings.name, {}
        if self.cleaned_data["use"] == Use.WEEKLY:
            name = replace_date(name, settings.first_day, settings.last_day, DATE_PLACEHOLDERS)
            rhythm = self.read_rhythm(settings.first_day)
        return BlueprintSettings(name=name, tables=settings.tables, common=settings.common, **rhythm)

    @property
    def preselected_ids(self) -> set[UUID]:
        return {member.entrant.public_id for member in self.candidates if member.here}

    @property
    def returning(self) -> set[UUID]:
        """Return the ids ticked; a page that didn't ask has the preselected ones."""
        return set(self.cleaned_data["entrants"]) if self.cleaned_data["chosen"] else self.preselected_ids

    @property
    def entrant_rows(self) -> list[tuple[ReturningEntrant, bool]]:
        ticked = {str(public_id) for public_id in self.preselected_ids}
        if self.is_bound and self.data.get("chosen"):
            ticked = set(self.data.getlist("entrants"))  # type: ignore[attr-defined] # what a page sent
        return [(member, str(member.entrant.public_id) in ticked) for member in self.candidates]


def _parse_day(typed: Any) -> date | None:
    try:
        return parse_date(str(typed or ""))
    except ValueError:
        return None
