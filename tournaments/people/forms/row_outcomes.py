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

from tournaments.people.domain.contact_details import ContactDetails, version_of
from tournaments.people.domain.import_people import ImportedPerson
from tournaments.people.forms.name_matches import Question
from tournaments.spreadsheets.grid import cell_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

FIELD_LABELS: Final[Mapping[str, StrPromise]] = {
    "phone": _("Phone"),
    "email": _("E-mail"),
    "licence": _("Licence number"),
    "notes": _("Notes"),
    "agreed_on": _("Consent given on"),
}
_SIGNIFICANT_DIGITS: Final = 10
"""Digits that identify a phone number; the rest is a country or area prefix."""


class RowOutcome(Enum):
    NEW = "new"
    SAME = "same"
    COMPLETED = "completed"
    DIFFERS = "differs"
    ASKED = "asked"
    BAD = "bad"


@dataclass(frozen=True)
class ChangedField:
    """It `differs` if another value is stored."""

    name: str
    before: object
    after: object

    @property
    def label(self) -> StrPromise:
        return FIELD_LABELS[self.name]

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
    """Values that differ are ignored unless the organizer `takes` them."""

    number: int
    name: str
    said: ContactDetails
    problems: Sequence[str] = ()
    question: Question | None = None
    person: UUID | None = None
    before: ContactDetails = field(default_factory=ContactDetails)
    takes: bool = False

    @cached_property
    def parts(self) -> Sequence[ChangedField]:
        values = [(name, getattr(self.before, name), getattr(self.said, name)) for name in FIELD_LABELS]
        return [
            ChangedField(name, stored_value, row_value)
            for name, stored_value, row_value in values
            if row_value and not _same(name, stored_value, row_value)
        ]

    @cached_property
    def becomes(self) -> RowOutcome:
        if self.problems:
            return RowOutcome.BAD
        if self.question is not None and self.question.chosen is None:
            return RowOutcome.ASKED
        if self.person is None:
            return RowOutcome.NEW
        if any(part.differs for part in self.parts):
            return RowOutcome.DIFFERS
        return RowOutcome.COMPLETED if self.parts else RowOutcome.SAME

    @cached_property
    def after(self) -> ContactDetails:
        new_values: dict[str, Any] = {
            part.name: part.after for part in self.parts if self.takes or not part.differs
        }
        return replace(self.before, **new_values) if new_values else self.before

    @property
    def decided(self) -> bool:
        """The organizer deviated from the preselected answers."""
        answer = self.question.answer if self.question else None
        return self.takes or (
            answer is not None and self.question is not None and answer.value != self.question.usual
        )

    @property
    def take_field(self) -> str:
        return f"take-{self.number}"

    @property
    def arrival(self) -> ImportedPerson | None:
        if self.becomes is RowOutcome.NEW:
            return ImportedPerson(self.name, self.said, namesake=self.question is not None)
        known = self.becomes in (RowOutcome.COMPLETED, RowOutcome.DIFFERS)
        if not known or self.after == self.before:
            return None
        return ImportedPerson(self.name, self.after, self.person, version_of(self.before))


def has_same_values(stored: ContactDetails, imported: ContactDetails) -> bool:
    return all(_same(part, getattr(stored, part), getattr(imported, part)) for part in FIELD_LABELS)


def _readable(part: object) -> str:
    return date_format(part, "j F Y") if isinstance(part, date) else str(part)


def _same(part: str, before: object, after: object) -> bool:
    """Compare phones by digits, notes with joined lines."""
    if part == "phone":
        return _digits(str(before)) == _digits(str(after))
    if part == "notes":
        return cell_text(str(before)) == cell_text(str(after))
    return before == after


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())[-_SIGNIFICANT_DIGITS:]
