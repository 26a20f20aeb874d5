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

from tournaments.naming.line_problems import LineProblem
from tournaments.naming.names import fold, title_case, turn_comma_name
from tournaments.people.domain.contact_details import ContactDetails, version_of
from tournaments.people.domain.import_people import ImportedPerson
from tournaments.people.domain.known_people import KnownPeople, KnownPerson
from tournaments.people.domain.renaming import clean_name
from tournaments.people.forms.name_matches import build_question
from tournaments.refusals import Refused
from tournaments.small_inputs import parse_day
from tournaments.spreadsheets.grid import LINE_SEPARATOR
from tournaments.spreadsheets.headings import ColumnContent
from tournaments.spreadsheets.table_rows import find_no_texts, row_texts, rows_below_heading
from tournaments.web.long_lists import ShortenedList, shorten

from .contact_details import TEXT_FIELDS
from .pasted_list import KEEP_CAPITALS_FIELD, LINE_PROBLEMS
from .people_columns import PeopleColumns
from .row_outcomes import FIELD_LABELS, PersonRow, RowOutcome, has_same_values

_CONTENT_BY_FIELD: Final = {field_name: ColumnContent(field_name) for field_name in FIELD_LABELS}
MAX_COMPARISONS: Final = 50_000
"""Limit of fuzzy comparisons; longer lists match only by Turkish letters, case and word order."""


class ImportRows:
    def __init__(
        self,
        columns: PeopleColumns,
        *,
        known: KnownPeople,
        details: Mapping[UUID, ContactDetails],
        today: date,
        posted: Mapping[str, str] | None = None,
    ) -> None:
        """`details` are the stored ones by public id, `posted` the organizer's answers."""
        self._columns, self._known, self._kept, self._today = columns, known, details, today
        self._given = posted or {}
        self.keeps_capitals = KEEP_CAPITALS_FIELD in self._given

    @property
    def asks_about_capitals(self) -> bool:
        return self.keeps_capitals or any(row.was_in_capitals for row in self.rows)

    @cached_property
    def rows(self) -> Sequence[PersonRow]:
        """Return the rows with their questions and problems; none if the columns have errors.

        Beyond MAX_COMPARISONS no similar names are looked for.
        """
        if self._columns.errors:
            return []
        parsed = list(self._parse_rows())
        likely = len(parsed) * self._known.count <= MAX_COMPARISONS
        rows_by_person: dict[UUID | str, int] = {}
        return [
            self._mark_repeated(self._match_person(row, rows_by_person, likely=likely), rows_by_person)
            for row in parsed
        ]

    def rows_with_outcome(self, outcome: RowOutcome) -> list[PersonRow]:
        return [row for row in self.rows if row.row_outcome is outcome]

    def shortened_rows(self, outcome: RowOutcome) -> ShortenedList[PersonRow]:
        """Keep all with a question or answer, some of the others."""
        return shorten(
            self.rows_with_outcome(outcome),
            always=lambda row: outcome is RowOutcome.ASKED or row.has_own_decision,
        )

    @property
    def left_out_count(self) -> int:
        return sum(row.row_outcome in (RowOutcome.BAD, RowOutcome.ASKED) for row in self.rows)

    @property
    def people_to_import(self) -> list[ImportedPerson]:
        return [imported for row in self.rows if (imported := row.person_to_import) is not None]

    @property
    def digest(self) -> str:
        outcome = [
            (row.number, row.row_outcome.value, row.person, version_of(row.merged_details))
            for row in self.rows
        ]
        payload = f"{self._columns.columns_digest} {self.keeps_capitals} {outcome}"
        return hashlib.sha256(payload.encode()).hexdigest()

    def _parse_rows(self) -> Iterator[PersonRow]:
        """Yield nonblank rows below the heading, with their problems."""
        matching = self._columns.column_match
        for number, cells in rows_below_heading(self._columns.grid, matching):
            texts = row_texts(cells, matching)
            if any(texts.values()):
                faults = [
                    LINE_PROBLEMS[LineProblem.NO_TEXT] % {"cell": cell, "player": text}
                    for cell, text in find_no_texts(number, cells, matching)
                ]
                yield self._parse_row(number, texts, faults)

    def _parse_row(self, number: int, texts: Mapping[ColumnContent, str], faults: Sequence[str]) -> PersonRow:
        """Return a row, its name in title case unless `keeps_capitals`.

        Problems include an unreadable name, detail or day, and a future day of consent.
        """
        problems = [*faults]
        values: dict[str, str] = {}
        typed_name = turn_comma_name(texts[ColumnContent.FIRST])
        name = typed_name if self.keeps_capitals else title_case(typed_name)
        was_in_capitals = name != typed_name
        try:
            name = clean_name(name)
        except Refused as refusal:
            problems.append(str(refusal.message) if name else gettext("The name is missing."))
        texts = {**texts, ColumnContent.NOTES: texts[ColumnContent.NOTES].replace(LINE_SEPARATOR, "\n")}
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
        details = ContactDetails(**values, agreed_on=agreed_on)
        return PersonRow(number, name, details, problems, was_in_capitals=was_in_capitals)

    def _match_person(
        self, row: PersonRow, rows_by_person: Collection[UUID | str], *, likely: bool
    ) -> PersonRow:
        """Return the row with a question about its person, and any answer.

        Rows with problems or without candidates stay unchanged. `likely` allows similar names. A namesake
        with the same details, in no earlier row, is preselected.
        """
        if row.problems:
            return row
        known = self._find_candidates(row, likely=likely)
        field = f"who-{row.number}"
        asked_question = build_question(field, row.name, known, posted=self._given.get(field, ""))
        if asked_question is None:
            return row
        namesake = self._find_same_values(
            row, [candidate for candidate in known if candidate.is_exact], rows_by_person
        )
        if namesake is not None and not asked_question.preselected_value:
            asked_question = replace(asked_question, preselected_value=str(namesake))
        person = asked_question.chosen.key if asked_question.chosen else None
        before = self._kept.get(person, ContactDetails()) if person else ContactDetails()
        takes = f"take-{row.number}" in self._given
        return replace(
            row, question=asked_question, person=person, stored_details=before, overwrites_stored=takes
        )

    def _find_candidates(self, row: PersonRow, *, likely: bool) -> list[KnownPerson]:
        known = self._known.find_by_name(row.name, likely=likely)
        holder = self._licence_holders.get(row.imported_details.licence)
        if holder is None or holder in {candidate.key for candidate in known}:
            return known
        licence_holder = self._known.find_by_key(holder)
        return [*known, licence_holder] if licence_holder else known

    @cached_property
    def _licence_holders(self) -> Mapping[str, UUID]:
        return {details.licence: key for key, details in self._kept.items() if details.licence}

    def _find_same_values(
        self, row: PersonRow, known: Sequence[KnownPerson], rows_by_person: Collection[UUID | str]
    ) -> UUID | None:
        """Return the first person with the row's contact details who is in no earlier row."""
        free = [candidate.key for candidate in known if candidate.key not in rows_by_person]
        return next(
            (
                key
                for key in free
                if has_same_values(self._kept.get(key, ContactDetails()), row.imported_details)
            ),
            None,
        )

    def _mark_repeated(self, row: PersonRow, rows_by_person: dict[UUID | str, int]) -> PersonRow:
        """Return the row with a problem if an earlier one means the same person.

        Otherwise add it to `rows_by_person`. Rows with problems or open questions stay unchanged.
        """
        if row.row_outcome in (RowOutcome.BAD, RowOutcome.ASKED):
            return row
        key = row.person or fold(row.name)
        if key in rows_by_person:
            message = gettext(
                "Row %(row)s is about the same person. If they are two people, register one by hand."
            )
            return replace(row, problems=[message % {"row": rows_by_person[key]}])
        rows_by_person[key] = row.number
        return row
