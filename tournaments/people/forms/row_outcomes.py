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
from tournaments.people.forms.name_matches import PersonQuestion
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
    name: str
    before: object
    after: object

    @property
    def label(self) -> StrPromise:
        return FIELD_LABELS[self.name]

    @property
    def is_conflict(self) -> bool:
        return bool(self.before)

    @property
    def new_text(self) -> str:
        return _format_value(self.after)

    @property
    def stored_text(self) -> str:
        return _format_value(self.before)


@dataclass(frozen=True)
class PersonRow:
    """Differing values are ignored unless the organizer `overwrites_stored` them."""

    number: int
    name: str
    imported_details: ContactDetails
    problems: Sequence[str] = ()
    question: PersonQuestion | None = None
    person: UUID | None = None
    stored_details: ContactDetails = field(default_factory=ContactDetails)
    overwrites_stored: bool = False
    was_in_capitals: bool = False

    @cached_property
    def changed_fields(self) -> Sequence[ChangedField]:
        """Return fields whose stored values differ or are missing; empty cells change nothing."""
        values = [
            (name, getattr(self.stored_details, name), getattr(self.imported_details, name))
            for name in FIELD_LABELS
        ]
        return [
            ChangedField(name, stored_value, row_value)
            for name, stored_value, row_value in values
            if row_value and not _is_same_value(name, stored_value, row_value)
        ]

    @cached_property
    def row_outcome(self) -> RowOutcome:
        """Return the first that applies: BAD, ASKED (unanswered), NEW, DIFFERS, COMPLETED, SAME."""
        if self.problems:
            return RowOutcome.BAD
        if self.question is not None and self.question.chosen is None:
            return RowOutcome.ASKED
        if self.person is None:
            return RowOutcome.NEW
        if any(part.is_conflict for part in self.changed_fields):
            return RowOutcome.DIFFERS
        return RowOutcome.COMPLETED if self.changed_fields else RowOutcome.SAME

    @cached_property
    def merged_details(self) -> ContactDetails:
        new_values: dict[str, Any] = {
            part.name: part.after
            for part in self.changed_fields
            if self.overwrites_stored or not part.is_conflict
        }
        return replace(self.stored_details, **new_values) if new_values else self.stored_details

    @property
    def has_own_decision(self) -> bool:
        """The organizer deviated from the preselected answers."""
        answer = self.question.answer if self.question else None
        return self.overwrites_stored or (
            answer is not None
            and self.question is not None
            and answer.value != self.question.preselected_value
        )

    @property
    def take_field(self) -> str:
        return f"take-{self.number}"

    @property
    def person_to_import(self) -> ImportedPerson | None:
        if self.row_outcome is RowOutcome.NEW:
            return ImportedPerson(self.name, self.imported_details, is_namesake=self.question is not None)
        known = self.row_outcome in (RowOutcome.COMPLETED, RowOutcome.DIFFERS)
        if not known or self.merged_details == self.stored_details:
            return None
        return ImportedPerson(self.name, self.merged_details, self.person, version_of(self.stored_details))


def has_same_values(stored: ContactDetails, imported: ContactDetails) -> bool:
    return all(_is_same_value(part, getattr(stored, part), getattr(imported, part)) for part in FIELD_LABELS)


def _format_value(part: object) -> str:
    return date_format(part, "j F Y") if isinstance(part, date) else str(part)


def _is_same_value(part: str, before: object, after: object) -> bool:
    """Compare phones by digits, notes with joined lines."""
    if part == "phone":
        return _digits(str(before)) == _digits(str(after))
    if part == "notes":
        return cell_text(str(before)) == cell_text(str(after))
    return before == after


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())[-_SIGNIFICANT_DIGITS:]
