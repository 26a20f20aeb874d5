"""The outcome of a row in an import of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.people.domain.contact_details import Kept, version_of
from tournaments.people.domain.import_people import Arrival
from tournaments.people.forms.name_matches import Question
from tournaments.spreadsheets.grid import text_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

PARTS: Final[Mapping[str, StrPromise]] = {
    "phone": _("Phone"),
    "email": _("E-mail"),
    "licence": _("Licence number"),
    "notes": _("Notes"),
    "agreed_on": _("Agreed on"),
}
_SIGNIFICANT: Final = 10
"""Digits that identify a phone number; the rest is a country or area prefix."""


class Becomes(Enum):
    NEW = "new"
    SAME = "same"
    COMPLETED = "completed"
    DIFFERS = "differs"
    ASKED = "asked"
    BAD = "bad"


@dataclass(frozen=True)
class Part:
    """A field for which a row has a new value; it `differs` if another one is stored."""

    name: str
    before: object
    after: object

    @property
    def label(self) -> StrPromise:
        return PARTS[self.name]

    @property
    def differs(self) -> bool:
        return bool(self.before)

    @property
    def says(self) -> str:
        return _readable(self.after)

    @property
    def keeps(self) -> str:
        return _readable(self.before)


@dataclass(frozen=True)
class PersonRow:
    """A parsed row with the person it means.

    `person` is the public id of a known person, `before` their stored details. Values that differ are
    ignored unless the organizer `takes` them. `question` asks whether a name is a known person.
    """

    number: int
    name: str
    said: Kept
    problems: Sequence[str] = ()
    question: Question | None = None
    person: UUID | None = None
    before: Kept = field(default_factory=Kept)
    takes: bool = False

    @cached_property
    def parts(self) -> Sequence[Part]:
        values = [(name, getattr(self.before, name), getattr(self.said, name)) for name in PARTS]
        return [
            Part(name, stored_value, row_value)
            for name, stored_value, row_value in values
            if row_value and not _same(name, stored_value, row_value)
        ]

    @cached_property
    def becomes(self) -> Becomes:
        if self.problems:
            return Becomes.BAD
        if self.question is not None and self.question.chosen is None:
            return Becomes.ASKED
        if self.person is None:
            return Becomes.NEW
        if any(part.differs for part in self.parts):
            return Becomes.DIFFERS
        return Becomes.COMPLETED if self.parts else Becomes.SAME

    @cached_property
    def after(self) -> Kept:
        put: dict[str, Any] = {part.name: part.after for part in self.parts if self.takes or not part.differs}
        return replace(self.before, **put) if put else self.before

    @property
    def decided(self) -> bool:
        """Whether the organizer deviated from the preselected answers."""
        answer = self.question.answer if self.question else None
        return self.takes or (
            answer is not None and self.question is not None and answer.value != self.question.usual
        )

    @property
    def take_field(self) -> str:
        return f"take-{self.number}"

    @property
    def arrival(self) -> Arrival | None:
        if self.becomes is Becomes.NEW:
            return Arrival(self.name, self.said, namesake=self.question is not None)
        known = self.becomes in (Becomes.COMPLETED, Becomes.DIFFERS)
        if not known or self.after == self.before:
            return None
        return Arrival(self.name, self.after, self.person, version_of(self.before))


def says(kept: Kept, said: Kept) -> bool:
    return all(_same(part, getattr(kept, part), getattr(said, part)) for part in PARTS)


def _readable(part: object) -> str:
    return date_format(part, "j F Y") if isinstance(part, date) else str(part)


def _same(part: str, before: object, after: object) -> bool:
    """Return whether a value equals the stored one; phones by digits, notes with joined lines."""
    if part == "phone":
        return _digits(str(before)) == _digits(str(after))
    if part == "notes":
        return text_of(str(before)) == text_of(str(after))
    return before == after


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())[-_SIGNIFICANT:]
