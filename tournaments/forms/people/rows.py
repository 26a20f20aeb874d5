"""What becomes of each row of a list of people: shown before anything is stored, asked where it is open."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entrants.known import Known, KnownPeople
from tournaments.domain.names.cards import Kept, version_of
from tournaments.domain.names.importing import Arrival
from tournaments.domain.names.renaming import readable
from tournaments.domain.refusals import Refused
from tournaments.figures import day
from tournaments.files.grid import BETWEEN_LINES, text_of
from tournaments.files.headings import Holds
from tournaments.files.rows import held_in, rows_below
from tournaments.forms.who import Question, question
from tournaments.naming.names import fold

from .card import TYPED
from .columns import PeopleColumns

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

PARTS: Final[Mapping[str, StrPromise]] = {
    "phone": _("Phone"),
    "email": _("E-mail"),
    "licence": _("Licence number"),
    "notes": _("Notes"),
    "agreed_on": _("Agreed on"),
}
_HELD: Final = {one: Holds(one) for one in PARTS}
MOST_COMPARED: Final = 50_000
"""So many names are compared letter by letter; in a longer list those are asked for that differ by Turkish
letters, case or order alone."""
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
        put = {part.name: part.after for part in self.parts if self.takes or not part.differs}
        return Kept(**(asdict(self.before) | put)) if put else self.before

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


class PeopleRows:
    """The rows of a table against the people of a club, `kept` being what it keeps of them.

    `given` are the answers: whom a row means, and whether what it says counts for more than what is kept.
    """

    def __init__(
        self,
        columns: PeopleColumns,
        *,
        known: KnownPeople,
        kept: Mapping[UUID, Kept],
        today: date,
        given: Mapping[str, str] | None = None,
    ) -> None:
        self._columns, self._known, self._kept, self._today = columns, known, kept, today
        self._given = given or {}

    @cached_property
    def rows(self) -> Sequence[PersonRow]:
        """Every row below the headings that says anything."""
        if self._columns.errors:
            return []
        read = list(self._read())
        likely = len(read) * self._known.count <= MOST_COMPARED
        met: dict[UUID | str, int] = {}
        return [self._met(self._meant(row, met, likely=likely), met) for row in read]

    def those(self, becomes: Becomes) -> list[PersonRow]:
        """The rows of which this becomes."""
        return [row for row in self.rows if row.becomes is becomes]

    @property
    def left_out(self) -> int:
        """How many can't be taken in as they are."""
        return sum(row.becomes in (Becomes.BAD, Becomes.ASKED) for row in self.rows)

    @property
    def arrivals(self) -> list[Arrival]:
        """Whom the register is told of."""
        return [told for row in self.rows if (told := row.arrival) is not None]

    @property
    def digest(self) -> str:
        """Another word for each table, and for each thing that would become of its rows."""
        outcome = [(row.number, row.becomes.value, row.person, astuple(row.after)) for row in self.rows]
        return hashlib.sha256(f"{self._columns.told} {outcome}".encode()).hexdigest()

    def _read(self) -> Iterator[PersonRow]:
        """The rows as they are written, with what is wrong with them."""
        matching = self._columns.matching
        for number, cells in rows_below(self._columns.grid, matching):
            held = held_in(cells, matching)
            if any(held.values()):
                yield self._row(number, held)

    def _row(self, number: int, held: Mapping[Holds, str]) -> PersonRow:
        problems: list[str] = []
        said: dict[str, str] = {}
        name = held[Holds.FIRST]
        try:
            name = readable(name)
        except Refused as refusal:
            problems.append(str(refusal.message) if name else gettext("The name is missing."))
        held = {**held, Holds.NOTES: held[Holds.NOTES].replace(BETWEEN_LINES, "\n")}
        for part, reads in TYPED.items():
            try:
                said[part] = reads.clean(held[_HELD[part]])
            except ValidationError as amiss:
                problems += [f"{PARTS[part]}: {told}" for told in amiss.messages]
        typed = held[Holds.AGREED]
        agreed = day(typed) if typed else None
        if typed and (agreed is None or agreed > self._today):
            told = gettext("“%(typed)s” is no day on which somebody can have agreed: write it as 3.11.2026.")
            problems.append(told % {"typed": typed})
        return PersonRow(number, name, Kept(**said, agreed_on=agreed), problems)

    def _meant(self, row: PersonRow, met: Collection[UUID | str], *, likely: bool) -> PersonRow:
        """The row with whom it means: the one who is called so, else as it was answered."""
        if row.problems:
            return row
        known = self._known_as(row, likely=likely)
        field = f"who-{row.number}"
        asked = question(field, row.name, known, given=self._given.get(field, ""))
        if asked is None:
            return row
        agreeing = self._agreeing(row, [one for one in known if one.exact], met)
        if agreeing is not None and not asked.usual:
            asked = replace(asked, usual=str(agreeing))
        person = asked.chosen.key if asked.chosen else None
        before = self._kept.get(person, Kept()) if person else Kept()
        takes = f"take-{row.number}" in self._given
        return replace(row, question=asked, person=person, before=before, takes=takes)

    def _known_as(self, row: PersonRow, *, likely: bool) -> list[Known]:
        """Whom a row may mean: by the name, or by a licence number that somebody else has."""
        known = self._known.of(row.name, likely=likely)
        holder = self._holders.get(row.said.licence)
        if holder is None or holder in {one.key for one in known}:
            return known
        other = self._known.called(holder)
        return [*known, other] if other else known

    @cached_property
    def _holders(self) -> Mapping[str, UUID]:
        """Whose a licence number is."""
        return {kept.licence: key for key, kept in self._kept.items() if kept.licence}

    def _agreeing(self, row: PersonRow, known: Sequence[Known], met: Collection[UUID | str]) -> UUID | None:
        """Of several of one name, not met before, one of whom exactly that is kept which the row says."""
        free = [one.key for one in known if one.key not in met]
        return next((key for key in free if _says(self._kept.get(key, Kept()), row.said)), None)

    def _met(self, row: PersonRow, met: dict[UUID | str, int]) -> PersonRow:
        """The row, unless an earlier one means the same person already."""
        if row.becomes in (Becomes.BAD, Becomes.ASKED):
            return row
        key = row.person or fold(row.name)
        if key in met:
            told = gettext("Row %(row)s is about the same person. If they are two, register one by hand.")
            return replace(row, problems=[told % {"row": met[key]}])
        met[key] = row.number
        return row


def _readable(part: object) -> str:
    return date_format(part, "j F Y") if isinstance(part, date) else str(part)


def _says(kept: Kept, said: Kept) -> bool:
    return all(_same(part, getattr(kept, part), getattr(said, part)) for part in PARTS)


def _same(part: str, before: object, after: object) -> bool:
    """Whether a cell says what is kept: a phone however it is written, a note by its lines in a row."""
    if part == "phone":
        return _digits(str(before)) == _digits(str(after))
    if part == "notes":
        return text_of(str(before)) == text_of(str(after))
    return before == after


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())[-_SIGNIFICANT:]
