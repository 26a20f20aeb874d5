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
from tournaments.parsing import parse_day
from tournaments.people.domain.contact_details import ContactDetails, version_of
from tournaments.people.domain.import_people import ImportedPerson
from tournaments.people.domain.known_people import KnownPeople, KnownPerson
from tournaments.people.domain.renaming import clean_name
from tournaments.people.forms.name_matches import question
from tournaments.refusals import Refused
from tournaments.spreadsheets.grid import BETWEEN_LINES
from tournaments.spreadsheets.headings import ColumnContent
from tournaments.spreadsheets.table_rows import row_texts, rows_below
from tournaments.web.long_lists import ShortenedList, shorten

from .contact_details import TEXT_FIELDS
from .people_columns import PeopleColumns
from .row_outcomes import FIELD_LABELS, PersonRow, RowOutcome, has_same_values

_CONTENT_BY_FIELD: Final = {field_name: ColumnContent(field_name) for field_name in FIELD_LABELS}
MAX_COMPARISONS: Final = 50_000
"""Limit of fuzzy comparisons; longer lists match only by Turkish letters, case and word order."""


class ImportRows:
    """`kept` are stored details, `given` the organizer's answers."""

    def __init__(
        self,
        columns: PeopleColumns,
        *,
        known: KnownPeople,
        details: Mapping[UUID, ContactDetails],
        today: date,
        posted: Mapping[str, str] | None = None,
    ) -> None:
        self._columns, self._known, self._kept, self._today = columns, known, details, today
        self._given = posted or {}

    @cached_property
    def rows(self) -> Sequence[PersonRow]:
        if self._columns.errors:
            return []
        parsed = list(self._read())
        likely = len(parsed) * self._known.count <= MAX_COMPARISONS
        rows_by_person: dict[UUID | str, int] = {}
        return [self._met(self._meant(row, rows_by_person, likely=likely), rows_by_person) for row in parsed]

    def those(self, outcome: RowOutcome) -> list[PersonRow]:
        return [row for row in self.rows if row.becomes is outcome]

    def shown(self, outcome: RowOutcome) -> ShortenedList[PersonRow]:
        """All with a question or an answer, some of the others."""
        return shorten(self.those(outcome), always=lambda row: outcome is RowOutcome.ASKED or row.decided)

    @property
    def left_out(self) -> int:
        return sum(row.becomes in (RowOutcome.BAD, RowOutcome.ASKED) for row in self.rows)

    @property
    def arrivals(self) -> list[ImportedPerson]:
        return [imported for row in self.rows if (imported := row.arrival) is not None]

    @property
    def digest(self) -> str:
        outcome = [(row.number, row.becomes.value, row.person, version_of(row.after)) for row in self.rows]
        return hashlib.sha256(f"{self._columns.told} {outcome}".encode()).hexdigest()

    def _read(self) -> Iterator[PersonRow]:
        matching = self._columns.matching
        for number, cells in rows_below(self._columns.grid, matching):
            texts = row_texts(cells, matching)
            if any(texts.values()):
                yield self._row(number, texts)

    def _row(self, number: int, texts: Mapping[ColumnContent, str]) -> PersonRow:
        problems: list[str] = []
        values: dict[str, str] = {}
        name = texts[ColumnContent.FIRST]
        try:
            name = clean_name(name)
        except Refused as refusal:
            problems.append(str(refusal.message) if name else gettext("The name is missing."))
        texts = {**texts, ColumnContent.NOTES: texts[ColumnContent.NOTES].replace(BETWEEN_LINES, "\n")}
        for name_of_field, form_field in TEXT_FIELDS.items():
            try:
                values[name_of_field] = form_field.clean(texts[_CONTENT_BY_FIELD[name_of_field]])
            except ValidationError as error:
                problems += [f"{FIELD_LABELS[name_of_field]}: {message}" for message in error.messages]
        typed = texts[ColumnContent.AGREED]
        agreed_on = parse_day(typed) if typed else None
        if typed and (agreed_on is None or agreed_on > self._today):
            message = gettext("“%(typed)s” is not a valid day of consent: write it like 3.11.2026.")
            problems.append(message % {"typed": typed})
        return PersonRow(number, name, ContactDetails(**values, agreed_on=agreed_on), problems)

    def _meant(self, row: PersonRow, rows_by_person: Collection[UUID | str], *, likely: bool) -> PersonRow:
        """Find the person by exact name, else by answer."""
        if row.problems:
            return row
        known = self._known_as(row, likely=likely)
        field = f"who-{row.number}"
        asked_question = question(field, row.name, known, posted=self._given.get(field, ""))
        if asked_question is None:
            return row
        namesake = self._agreeing(row, [candidate for candidate in known if candidate.exact], rows_by_person)
        if namesake is not None and not asked_question.usual:
            asked_question = replace(asked_question, usual=str(namesake))
        person = asked_question.chosen.key if asked_question.chosen else None
        before = self._kept.get(person, ContactDetails()) if person else ContactDetails()
        takes = f"take-{row.number}" in self._given
        return replace(row, question=asked_question, person=person, before=before, takes=takes)

    def _known_as(self, row: PersonRow, *, likely: bool) -> list[KnownPerson]:
        known = self._known.of(row.name, likely=likely)
        holder = self._holders.get(row.said.licence)
        if holder is None or holder in {candidate.key for candidate in known}:
            return known
        licence_holder = self._known.called(holder)
        return [*known, licence_holder] if licence_holder else known

    @cached_property
    def _holders(self) -> Mapping[str, UUID]:
        return {details.licence: key for key, details in self._kept.items() if details.licence}

    def _agreeing(
        self, row: PersonRow, known: Sequence[KnownPerson], rows_by_person: Collection[UUID | str]
    ) -> UUID | None:
        free = [candidate.key for candidate in known if candidate.key not in rows_by_person]
        return next(
            (key for key in free if has_same_values(self._kept.get(key, ContactDetails()), row.said)), None
        )

    def _met(self, row: PersonRow, rows_by_person: dict[UUID | str, int]) -> PersonRow:
        """Set an error if an earlier row means the same person."""
        if row.becomes in (RowOutcome.BAD, RowOutcome.ASKED):
            return row
        key = row.person or fold(row.name)
        if key in rows_by_person:
            message = gettext(
                "Row %(row)s is about the same person. If they are two people, register one by hand."
            )
            return replace(row, problems=[message % {"row": rows_by_person[key]}])
        rows_by_person[key] = row.number
        return row
