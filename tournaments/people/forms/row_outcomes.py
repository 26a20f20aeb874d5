"""What a row of a list of people says of whom, beside what is kept of him, and what becomes of it."""

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
"""So many digits of a phone number tell it from others: the rest is how it is called from elsewhere."""


class Becomes(Enum):
    """What becomes of a row."""

    NEW = "new"
    SAME = "same"
    COMPLETED = "completed"
    DIFFERS = "differs"
    ASKED = "asked"
    BAD = "bad"


@dataclass(frozen=True)
class Part:
    """A part of a card about which a row says something new; it `differs` where something else is kept."""

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
        """What the row says, to be read."""
        return _readable(self.after)

    @property
    def keeps(self) -> str:
        """What is kept, to be read."""
        return _readable(self.before)


@dataclass(frozen=True)
class PersonRow:
    """A row as it was read: whom it means, and what it says.

    `person` is the public id of whom the club knows, `before` what it keeps of him. What differs is left as
    it is unless somebody `takes` it. `question` asks whom a name means that may be somebody known.
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
        """What the row says and the card does not."""
        both = [(name, getattr(self.before, name), getattr(self.said, name)) for name in PARTS]
        return [Part(name, was, says) for name, was, says in both if says and not _same(name, was, says)]

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
        """What is kept of him then."""
        put: dict[str, Any] = {part.name: part.after for part in self.parts if self.takes or not part.differs}
        return replace(self.before, **put) if put else self.before

    @property
    def decided(self) -> bool:
        """Whether the organizer chose otherwise than usual."""
        answer = self.question.answer if self.question else None
        return self.takes or (
            answer is not None and self.question is not None and answer.value != self.question.usual
        )

    @property
    def take_field(self) -> str:
        return f"take-{self.number}"

    @property
    def arrival(self) -> Arrival | None:
        """What the register is told; nothing where nothing becomes of it."""
        if self.becomes is Becomes.NEW:
            return Arrival(self.name, self.said, namesake=self.question is not None)
        known = self.becomes in (Becomes.COMPLETED, Becomes.DIFFERS)
        if not known or self.after == self.before:
            return None
        return Arrival(self.name, self.after, self.person, version_of(self.before))


def says(kept: Kept, said: Kept) -> bool:
    """Whether a card says all that a row does, and no more."""
    return all(_same(part, getattr(kept, part), getattr(said, part)) for part in PARTS)


def _readable(part: object) -> str:
    return date_format(part, "j F Y") if isinstance(part, date) else str(part)


def _same(part: str, before: object, after: object) -> bool:
    """Whether a cell says what is kept: a phone however it is written, a note by its lines in a row."""
    if part == "phone":
        return _digits(str(before)) == _digits(str(after))
    if part == "notes":
        return text_of(str(before)) == text_of(str(after))
    return before == after


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())[-_SIGNIFICANT:]
