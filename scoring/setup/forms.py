"""Who of the last time comes to the next club night."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms

from tournaments.entrants.domain.returning import Returning


class ComingForm(forms.Form):
    """Ticks beside those of the last time; until somebody changes them, who was in the room is ticked.

    Without `chosen`, as the desk's button sends it, these are meant.
    """

    chosen = forms.BooleanField(required=False)
    entrants = forms.TypedMultipleChoiceField(coerce=UUID, required=False)

    def __init__(self, data: Any = None, *, day: date, who: Sequence[Returning]) -> None:
        super().__init__(data)
        self.day, self.who = day, who
        choices = [(str(one.entrant.public_id), one.entry.name) for one in who]
        self.fields["entrants"].choices = choices  # type: ignore[attr-defined]

    @property
    def usual(self) -> set[UUID]:
        """Who was in the room."""
        return {one.entrant.public_id for one in self.who if one.here}

    @property
    def coming(self) -> set[UUID]:
        """Who is ticked, once the form is valid."""
        return set(self.cleaned_data["entrants"]) if self.cleaned_data["chosen"] else self.usual

    @property
    def rows(self) -> list[tuple[Returning, bool]]:
        """Each with whether he is ticked."""
        ticked = {str(one) for one in self.usual}
        if self.is_bound and self.data.get("chosen"):
            ticked = set(self.data.getlist("entrants"))  # type: ignore[attr-defined] # what a page sent
        return [(one, str(one.entrant.public_id) in ticked) for one in self.who]
