from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.sentences import Sentence, fill_names

NAMES: Final = ("name", "names", "entrant", "sides")
"""Details that are names of people or in people's own words."""


class Refused(Exception):  # noqa: N818 - a refusal is no error
    """Nothing has changed; `code` is stable, `message` in the active language."""

    code: ClassVar[str]
    template: ClassVar[str | Promise]

    def __init__(self, **details: Any) -> None:
        super().__init__(self.code)
        self.details = details

    @property
    def message(self) -> Sentence:
        names = {key: value for key, value in self.details.items() if key in NAMES and isinstance(value, str)}
        return fill_names(str(self.template), names, **self.details)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class PhoneInName(Refused):
    code = "phone_in_name"
    template = _("A phone number is not part of a name.")


class RemovedMeanwhile(Refused):
    """A row was removed between the view's query and the lock."""

    code = "removed_meanwhile"
    template = _("Someone else has just removed this. Reload the page.")


class TournamentErased(RemovedMeanwhile):
    code = "tournament_erased"
    template = _("This tournament has been deleted. Nothing was saved.")


class TournamentCancelled(Refused):
    code = "tournament_cancelled"
    template = _("The tournament was cancelled. Nothing can be entered unless the cancellation is undone.")


class ChangedMeanwhile(Refused):
    """Other values are stored than those that the edit started from."""

    code = "changed_meanwhile"
    template = _(
        "Someone else has changed this since you opened the page. What you typed is still here: check the "
        "current state, or save again to replace it."
    )


def refuse_concurrent_change(seen: object, current: object) -> None:
    """Raise ChangedMeanwhile; None skips the check."""
    if seen not in (None, current):
        raise ChangedMeanwhile
