"""What keeps backups from being made or restored; each says why, in words for who runs the house."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext


class Hindrance(Exception):  # noqa: N818 - a disk, a file, a server: no fault of ours
    """Nothing was made and nothing was changed, and why.

    As text it is English, for a terminal and its log; `told` is in the reader's language, but for what
    another program said. `noted` is what a file keeps of it.
    """

    def __init__(self, words: str, **values: object) -> None:
        self.words, self.values = words, {name: str(value) for name, value in values.items()}
        super().__init__(_filled(words, self.values))

    @property
    def told(self) -> str:
        return _filled(gettext(self.words), self.values)

    @property
    def noted(self) -> dict[str, Any]:
        return {"words": self.words, "values": self.values}


class WentWrong(Hindrance):
    """A process did not come to its end; the last line of what it said."""


class NotABackup(Hindrance):
    """A file that can't be restored here."""


class CannotBe(Hindrance):
    """A copy that can't be made, opened or put in place."""


class Busy(Hindrance):
    """Another backup is being made, or restored."""


def hindrance_of(error: Exception) -> Hindrance:
    """What went wrong, as a hindrance."""
    return error if isinstance(error, Hindrance) else Hindrance(str(error))


def noted_as(kept: dict[str, Any] | None) -> Hindrance | None:
    """The hindrance that was noted, if one was."""
    return Hindrance(kept["words"], **kept["values"]) if kept else None


def _filled(words: str, values: dict[str, str]) -> str:
    return words % values if values else words
