from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind
from tournaments.naming.entry_lines import read_entry_lines, read_entry_rows
from tournaments.naming.line_problems import LineProblem
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import TakenNames
from tournaments.small_inputs import parse_small_number
from tournaments.spreadsheets.column_letters import column_name
from tournaments.spreadsheets.encodings import has_placeholders, rank_encodings, resolve
from tournaments.spreadsheets.grid import Grid, MergedRange
from tournaments.spreadsheets.headings import (
    HEADING_SEARCH_ROWS,
    NAME_CONTENTS,
    PAIR_CONTENTS,
    SINGLES_CONTENTS,
    ColumnContent,
    ColumnMatch,
    detect_columns,
)
from tournaments.spreadsheets.table_rows import (
    has_players_in_rows,
    merged_below_heading,
    repeated_contents,
    table_rows,
)

from .pasted_list import KEEP_CAPITALS_FIELD, LINE_PROBLEMS, LINE_PROBLEMS_OF_SINGLES, CheckedLines

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

CONTENT_LABELS: Final[Mapping[ColumnContent, StrPromise]] = {
    ColumnContent.NOTHING: _("leave it out"),
    ColumnContent.NAME: _("Name of the pair"),
    ColumnContent.FIRST: _("First player"),
    ColumnContent.SECOND: _("Second player"),
    ColumnContent.BOTH: _("Both players"),
    ColumnContent.CLUB: _("Club"),
    ColumnContent.RATING: _("Rating"),
    ColumnContent.SEED: _("Seed number"),
    ColumnContent.POT: _("Pot"),
    ColumnContent.PHONE: _("Phone"),
    ColumnContent.SECOND_PHONE: _("Phone of the second player"),
    ColumnContent.PAID: _("Fee paid"),
    ColumnContent.EMAIL: _("E-mail"),
    ColumnContent.LICENCE: _("Licence number"),
    ColumnContent.NOTES: _("Notes"),
    ColumnContent.AGREED: _("Consent given on"),
}
ROW_PROBLEMS: Final[Mapping[LineProblem, StrPromise]] = {
    LineProblem.EMPTY_NAME: _("The name of a player is missing."),
    LineProblem.SEVERAL: _("“%(player)s” looks like more than one name: give each player their own column."),
}
"""Error texts that differ for table rows from those for pasted lines."""
_SAMPLES: Final = 3
ENCODING_SAMPLES: Final = 6
_ROWS_PER_PAIR: Final = 2


@dataclass(frozen=True)
class Column:
    field: forms.BoundField
    letter: str
    heading: str
    samples: Sequence[str]
    is_hidden: bool = False


class TableColumns(forms.Form):
    """Contents are detected unless chosen for the sheet and headings `shown`."""

    heading = forms.TypedChoiceField(label=_("Headings"), coerce=int, required=False)
    sheet = forms.TypedChoiceField(label=_("Sheet"), coerce=int, required=False)
    encoding = forms.ChoiceField(
        label=_("Do these names look right?"), required=False, widget=forms.RadioSelect
    )
    take_hidden = forms.BooleanField(required=False)
    surname_first = forms.BooleanField(label=_("Surnames come before first names"), required=False)
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=80)

    def __init__(self, grids: Sequence[Grid], *, posted: Mapping[str, str] | None = None) -> None:
        """Detect the chosen sheet's columns; posted ones count only for the same sheet and heading row.

        Drops hidden rows below it unless `take_hidden`. This, `encoding`, `leave_out` count for all sheets.
        """
        posted = posted or {}
        self.encodings = self._possible_encodings(grids)
        guess = self.encodings[0] if self.encodings else ""
        chosen = posted.get("encoding", "")
        self.encoding_samples = self._collect_samples(grids)
        encoding = chosen if chosen in self.encodings else guess
        self.grids = [grid.resolve(encoding) for grid in grids] if self.encodings else grids
        self._sheet = self._chosen_sheet(posted)
        self.grid = self.grids[self._sheet]
        self.found = self._detect_columns(posted)
        numbers = {number for number, _cells in self.grid.rows if number > self.found.heading_row}
        self.hidden_row_count = len(numbers & self.grid.hidden_rows)
        if not _is_ticked(posted, "take_hidden"):
            self.grid = self.grid.without_hidden_rows(below=self.found.heading_row)
        self.shown = f"{self._sheet}-{self.found.heading_row}"
        is_same = posted.get("shown") == self.shown
        shared_choices = {name: posted.get(name, "") for name in ("leave_out", "encoding")}
        shared_choices["take_hidden"] = "on" if _is_ticked(posted, "take_hidden") else ""
        super().__init__(self._form_data(posted if is_same else {}, shared_choices))
        self._set_choices()

    @property
    @abstractmethod
    def offered_contents(self) -> Sequence[ColumnContent]: ...

    @property
    @abstractmethod
    def missing_people_text(self) -> StrPromise: ...

    def clean(self) -> dict[str, Any]:
        """Add errors: no encoding chosen, repeated contents, no column with names, cells merged over rows."""
        data = super().clean() or self.cleaned_data
        if self.encodings and not data.get("encoding"):
            self.add_error("encoding", gettext("Choose the line with the right letters."))
        repeated = repeated_contents(self.column_match.column_contents)
        for place, content in enumerate(self.column_match.column_contents):
            if content in repeated and content in self.column_match.column_contents[:place]:
                message = gettext("Another column is already “%(name)s”.") % {
                    "name": self.content_label(content)
                }
                self.add_error(f"column_{place}", message)
        if not set(self.column_match.column_contents) & {ColumnContent.FIRST, ColumnContent.BOTH}:
            self.add_error(None, self.missing_people_text)
        elif merged := self.merged_ranges():
            ranges = ", ".join(
                content.cell_range or f"{content.first}–{content.last}" for content in merged[:_SAMPLES]
            )
            self.add_error(
                None,
                gettext(
                    "Cells of several rows are merged (%(where)s), so it is unclear which row they belong "
                    "to. Split them in the spreadsheet, write the text into each row, and choose the file "
                    "again."
                )
                % {"where": ranges},
            )
        return data

    @property
    def column_match(self) -> ColumnMatch:
        chosen = [self.data.get(f"column_{place}", "") for place in range(self.grid.width)]
        known = {content.value: content for content in self.offered_contents}
        holds = tuple(known.get(content, ColumnContent.NOTHING) for content in chosen)
        surname_first: frozenset[ColumnContent] = frozenset()
        if self.data.get("surname_first"):
            surname_first = self.found.surname_first or frozenset(NAME_CONTENTS)
        return ColumnMatch(self.found.heading_row, holds, self.found.repeated_headings, surname_first)

    @property
    def warning_texts(self) -> list[str]:
        warning = ngettext(
            "Two columns are called %(names)s: check which one is meant.",
            "Several columns share a name, %(names)s: check which ones are meant.",
            len(self.found.repeated_headings),
        )
        names = ", ".join(f"“{name}”" for name in dict.fromkeys(self.found.repeated_headings))
        return [warning % {"names": names}] if names else []

    @property
    def columns(self) -> Iterator[Column]:
        """Yield columns with field, heading and sample cells, without entirely empty ones."""
        headings = next((cells for number, cells in self.grid.rows if number == self.found.heading_row), ())
        below = [cells for number, cells in self.grid.rows if number > self.found.heading_row]
        for place in range(self.grid.width):
            cells = (row[place] for row in below if place < len(row) and row[place])
            samples = [cell for cell, _number in zip(cells, range(_SAMPLES), strict=False)]
            heading = headings[place] if place < len(headings) else ""
            if heading or samples:
                is_hidden = place in self.grid.hidden_columns
                yield Column(self[f"column_{place}"], column_name(place), heading, samples, is_hidden)

    @property
    def columns_digest(self) -> str:
        """Return a digest of the cells and how they are read, to recognize the preview."""
        holds = [content.value for content in self.column_match.column_contents]
        payload = json.dumps(
            [
                self.grid.json_values,
                self.column_match.heading_row,
                holds,
                bool(self.column_match.surname_first),
                self.data.get("encoding", ""),
            ],
            ensure_ascii=False,
        )
        return hashlib.sha256(payload.encode()).hexdigest()

    def content_label(self, content: ColumnContent) -> StrPromise:
        return CONTENT_LABELS[content]

    def merged_ranges(self) -> Sequence[MergedRange]:
        """These make rows ambiguous."""
        return merged_below_heading(self.grid, self.column_match)

    def _chosen_sheet(self, posted: Mapping[str, str]) -> int:
        chosen = parse_small_number(posted.get("sheet"))
        if chosen is not None and chosen < len(self.grids):
            return chosen
        return max(
            range(len(self.grids)), key=lambda place: (self._count_known_columns(self.grids[place]), -place)
        )

    def _count_known_columns(self, grid: Grid) -> int:
        holds = detect_columns(grid, offered=self.offered_contents).column_contents
        return sum(content is not ColumnContent.NOTHING for content in holds)

    def _detect_columns(self, posted: Mapping[str, str]) -> ColumnMatch:
        """Detect contents below the heading row posted for this sheet; hidden columns hold nothing."""
        same = posted.get("shown", "").split("-")[0] == str(self._sheet)
        heading = parse_small_number(posted.get("heading")) if same else None
        rows = [0, *(number for number, _cells in self.grid.rows)]
        found = detect_columns(
            self.grid, offered=self.offered_contents, heading=heading if heading in rows else None
        )
        contents = tuple(
            ColumnContent.NOTHING if place in self.grid.hidden_columns else content
            for place, content in enumerate(found.column_contents)
        )
        return replace(found, column_contents=contents)

    @staticmethod
    def _possible_encodings(grids: Sequence[Grid]) -> list[str]:
        """Return none if the text is certain."""
        cells = [cell for grid in grids for cell in grid.cells if has_placeholders(cell)]
        return rank_encodings(cells) if cells else []

    def _collect_samples(self, grids: Sequence[Grid]) -> Sequence[tuple[str, str]]:
        doubtful = (cell for grid in grids for cell in grid.cells if has_placeholders(cell))
        cells = list(islice(dict.fromkeys(doubtful), ENCODING_SAMPLES))
        return [
            (encoding, " · ".join(resolve(cell, encoding) for cell in cells)) for encoding in self.encodings
        ]

    def _form_data(self, posted: Mapping[str, str], shared_choices: Mapping[str, str]) -> dict[str, str]:
        """Return form data: columns posted or detected, and `shared_choices`, those for all sheets."""
        detected = {
            f"column_{place}": content.value for place, content in enumerate(self.found.column_contents)
        }
        chosen = {name: posted[name] for name in detected if name in posted}
        position = {"sheet": str(self._sheet), "heading": str(self.found.heading_row)}
        is_first = _is_ticked(posted, "surname_first") if posted else bool(self.found.surname_first)
        return {
            **detected,
            **chosen,
            **position,
            "surname_first": "on" if is_first else "",
            **shared_choices,
            "previewed": posted.get("previewed", ""),
        }

    def _set_choices(self) -> None:
        """Offer heading rows (0: none), sheets, encodings; add a field per column, even an empty one."""
        previews = [
            (number, " · ".join(filter(None, cells))[:60])
            for number, cells in self.grid.rows[:HEADING_SEARCH_ROWS]
        ]
        if self.found.heading_row and self.found.heading_row not in dict(previews):
            previews.append((self.found.heading_row, ""))
        rows = [(number, f"{number}: {cells}") for number, cells in previews]
        self.fields["heading"].choices = [(0, _("there are none")), *rows]  # type: ignore[attr-defined] # a choice
        self.fields["sheet"].choices = [  # type: ignore[attr-defined] # a choice
            (place, grid.sheet) for place, grid in enumerate(self.grids)
        ]
        self.fields["encoding"].choices = self.encoding_samples  # type: ignore[attr-defined] # a choice
        offered = [(content.value, self.content_label(content)) for content in self.offered_contents]
        for place in range(self.grid.width):
            label = gettext("Column %(letter)s") % {"letter": column_name(place)}
            self.fields[f"column_{place}"] = forms.ChoiceField(label=label, choices=offered)


def _is_ticked(posted: Mapping[str, str], name: str) -> bool:
    return bool(forms.CheckboxInput().value_from_datadict(posted, {}, name))  # type: ignore[arg-type] # a mapping suffices


class ColumnsForm(TableColumns):
    def __init__(self, grids: Sequence[Grid], *, kind: str, posted: Mapping[str, str] | None = None) -> None:
        self.singles = kind == EntrantKind.SINGLES
        super().__init__(grids, posted=posted)

    @property
    def offered_contents(self) -> Sequence[ColumnContent]:
        return SINGLES_CONTENTS if self.singles else PAIR_CONTENTS

    @property
    def missing_people_text(self) -> StrPromise:
        return _("Choose the column with the players.")

    def content_label(self, content: ColumnContent) -> StrPromise:
        if self.singles and content is ColumnContent.FIRST:
            return _("Player")
        if not self.singles and content is ColumnContent.PHONE:
            return _("Phone of the first player")
        return super().content_label(content)

    def merged_ranges(self) -> Sequence[MergedRange]:
        merged = super().merged_ranges()
        if has_players_in_rows(self.column_match, singles=self.singles):
            return [span for span in merged if span.last - span.first >= _ROWS_PER_PAIR]
        return merged

    @property
    def _is_list(self) -> bool:
        """A single column without headings is read like a pasted list."""
        matching = self.column_match
        return not matching.heading_row and not matching.surname_first and self.grid.width == 1

    def lines(
        self,
        taken: TakenNames,
        *,
        free_places: int,
        known: AvailablePeople,
        posted: Mapping[str, str] | None = None,
    ) -> TableLines:
        """Check entries against `taken` names; no lines if columns have errors."""
        checks: dict[str, Any] = {
            "singles": self.singles,
            "keep_capitals": KEEP_CAPITALS_FIELD in (posted or {}),
            "taken_names": taken.names,
            "taken_players": taken.players,
        }
        if self._is_list and not self.errors:
            lines = read_entry_lines(self.grid.text, **checks)
        else:
            rows = [] if self.errors else table_rows(self.grid, self.column_match, singles=self.singles)
            lines = read_entry_rows(rows, **checks)
        return TableLines(
            lines,
            digest=self.columns_digest,
            free_places=free_places,
            singles=self.singles,
            known=known,
            posted=posted,
        )


class TableLines(CheckedLines):
    @property
    def error_texts(self) -> Mapping[LineProblem, StrPromise]:
        return {**(LINE_PROBLEMS_OF_SINGLES if self.singles else LINE_PROBLEMS), **ROW_PROBLEMS}
