"""The rows of a list of people against those whom the club knows: judged, and asked for where it is open."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from tournaments.naming.names import fold
from tournaments.parsing import day
from tournaments.people.domain.contact_details import Kept, version_of
from tournaments.people.domain.import_people import Arrival
from tournaments.people.domain.known_people import Known, KnownPeople
from tournaments.people.domain.renaming import readable
from tournaments.people.forms.name_matches import question
from tournaments.refusals import Refused
from tournaments.spreadsheets.grid import BETWEEN_LINES
from tournaments.spreadsheets.headings import Holds
from tournaments.spreadsheets.table_rows import held_in, rows_below
from tournaments.web.long_lists import Shown, shown

from .contact_details import TYPED
from .people_columns import PeopleColumns
from .row_outcomes import PARTS, Becomes, PersonRow, says

_HELD: Final = {one: Holds(one) for one in PARTS}
MOST_COMPARED: Final = 50_000
"""So many names are compared letter by letter; in a longer list those are asked for that differ by Turkish
letters, case or order alone."""


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

    def shown(self, becomes: Becomes) -> Shown[PersonRow]:
        """Those that a page shows: every one that asks or was decided otherwise than usual."""
        return shown(self.those(becomes), always=lambda row: becomes is Becomes.ASKED or row.decided)

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
        outcome = [(row.number, row.becomes.value, row.person, version_of(row.after)) for row in self.rows]
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
        return next((key for key in free if says(self._kept.get(key, Kept()), row.said)), None)

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
