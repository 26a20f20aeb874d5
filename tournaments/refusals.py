from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):  # noqa: N818 - a refusal is no error
    """Nothing has changed; `code` is stable, `message` in the active language."""

    code: ClassVar[str]
    template: ClassVar[str | Promise]

    def __init__(self, **details: Any) -> None:
        super().__init__(self.code)
        self.details = details

    @property
    def message(self) -> str:
        return str(self.template) % self.details

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class RemovedMeanwhile(Refused):
    """A row was removed between the view's query and the lock."""

    code = "removed_meanwhile"
    template = _("Someone else has just removed this. Reload the page.")


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
