from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms

from tournaments.entrants.domain.returning_entrants import ReturningEntrant


class ReturningEntrantsForm(forms.Form):
    """Checkboxes for the last event's entrants; those who were present are preselected.

    Without `chosen` in the data the preselection applies.
    """

    chosen = forms.BooleanField(required=False)
    entrants = forms.TypedMultipleChoiceField(coerce=UUID, required=False)

    def __init__(self, data: Any = None, *, day: date, candidates: Sequence[ReturningEntrant]) -> None:
        super().__init__(data)
        self.day, self.who = day, candidates
        choices = [(str(returning.entrant.public_id), returning.entry.name) for returning in candidates]
        self.fields["entrants"].choices = choices  # type: ignore[attr-defined]

    @property
    def preselected_ids(self) -> set[UUID]:
        return {returning.entrant.public_id for returning in self.who if returning.here}

    @property
    def coming(self) -> set[UUID]:
        return set(self.cleaned_data["entrants"]) if self.cleaned_data["chosen"] else self.preselected_ids

    @property
    def rows(self) -> list[tuple[ReturningEntrant, bool]]:
        ticked = {str(public_id) for public_id in self.preselected_ids}
        if self.is_bound and self.data.get("chosen"):
            ticked = set(self.data.getlist("entrants"))  # type: ignore[attr-defined] # what a page sent
        return [(returning, str(returning.entrant.public_id) in ticked) for returning in self.who]
