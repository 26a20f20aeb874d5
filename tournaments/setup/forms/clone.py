from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.dateparse import parse_date
from django.utils.translation import get_language

from tournaments.languages import DEFAULT_LANGUAGE
from tournaments.models import Tournament
from tournaments.naming.dates_in_names import next_days, rename_for_date
from tournaments.setup.domain.tournament_settings import LONGEST_NAME

from .settings import NameAndDaysForm

WITH_ENTRANTS, WITHOUT_ENTRANTS = "with", "without"


class CloneForm(NameAndDaysForm):
    """Name and last day that match the proposal for `proposed_for` follow another first day."""

    entrants = forms.ChoiceField(
        choices=[(value, value) for value in (WITH_ENTRANTS, WITHOUT_ENTRANTS)], widget=forms.RadioSelect
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        today: date,
        returning_count: int,
        checked: bool = True,
    ) -> None:
        """Propose name and days that follow a typed first day; unless `checked`, don't validate.

        Entrants are copied by default if `returning_count` isn't zero.
        """
        self.like, self.may_come = tournament, returning_count
        values = self._propose_name_and_days(
            next_days(tournament.first_day, tournament.last_day, today=today)[0]
        )
        values["entrants"] = WITH_ENTRANTS if returning_count else WITHOUT_ENTRANTS
        typed = dict(data.items()) if data is not None else {}
        day = _parse_day(typed.get("first_day"))
        if day is not None:
            values |= self._propose_name_and_days(day)
        self.proposed_for = str(values["first_day"])
        self.typed = values | typed | self._follow_first_day(typed, day)
        sent = self.typed if data is not None and checked else None
        # The script that lets the last day follow the first one handles one-day tournaments only, so ids
        # differ.
        super().__init__(sent, initial=self.typed, auto_id="again_%s")
        if not returning_count:
            self.fields["entrants"].required = False

    @property
    def with_entrants(self) -> bool:
        return bool(self.may_come) and self.cleaned_data["entrants"] == WITH_ENTRANTS

    def _follow_first_day(self, typed: Mapping[str, Any], day: date | None) -> dict[str, Any]:
        before = _parse_day(typed.get("proposed_for"))
        if before is None or day is None or before == day:
            return {}
        untouched, new = self._propose_name_and_days(before), self._propose_name_and_days(day)
        return {
            name: new[name] for name in ("name", "last_day") if str(typed.get(name)) == str(untouched[name])
        }

    def _propose_name_and_days(self, first_day: date) -> dict[str, Any]:
        """Return the name with its date moved, and the days, as many as before."""
        tournament = self.like
        name = rename_for_date(
            tournament.name,
            first_day=tournament.first_day,
            last_day=tournament.last_day,
            new_day=first_day,
            language=get_language() or DEFAULT_LANGUAGE,
            longest=LONGEST_NAME,
        )
        last_day = first_day + (tournament.last_day - tournament.first_day)
        return {"name": name, "first_day": first_day, "last_day": last_day}


def _parse_day(typed: Any) -> date | None:
    try:
        return parse_date(str(typed or ""))
    except ValueError:
        return None
