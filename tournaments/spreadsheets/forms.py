from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournaments.spreadsheets.delimited_text import parse_text
from tournaments.spreadsheets.errors import BadFile, FileProblem
from tournaments.spreadsheets.file_types import read_tables
from tournaments.spreadsheets.grid import MAX_LIST_LENGTH, Grid

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

FILE_PROBLEM_TEXTS: Final[Mapping[FileProblem, StrPromise]] = {
    FileProblem.EMPTY: _("This file is empty."),
    FileProblem.TOO_LARGE: _(
        "The file is larger than 900 kB. Copy the list alone into a new one, without pictures, or save it"
        " as CSV."
    ),
    FileProblem.OLD_EXCEL: _(
        "This is an old Excel file (.xls). Open it and save it as “Excel Workbook (.xlsx)” or as CSV."
    ),
    FileProblem.ENCRYPTED: _("The file is protected with a password. Save it without one."),
    FileProblem.PDF: _("This is a PDF, and its columns can't be read. Use the table it was made from."),
    FileProblem.PICTURE: _("This is a picture. Use the table itself: CSV, XLSX or ODS."),
    FileProblem.WORD: _("This is a text document. Copy its table into the box below."),
    FileProblem.MARKUP: _(
        "This is a web page or XML, whatever its name says. Open it in a spreadsheet, and save it as XLSX "
        "or CSV."
    ),
    FileProblem.CONTACTS: _("These are contacts from an address book (vCard). Export them as CSV."),
    FileProblem.NO_TABLE: _("This is not a table. Use CSV, XLSX or ODS."),
    FileProblem.NOT_TEXT: _(
        "The characters of this file can't be read. Save it as “CSV UTF-8”, or use the Excel file itself."
    ),
    FileProblem.OPEN_QUOTE: _(
        'A quotation mark (") in row %(row)s is never closed, so the rows below run into it. Remove it, '
        "and choose the file again."
    ),
    FileProblem.DAMAGED: _("The file is damaged. Open it, and save it again."),
    FileProblem.UNPACKS_TOO_LARGE: _(
        "Unpacked the file is far larger than a list. Copy the list alone into a new one."
    ),
    FileProblem.ROWS: _("The table has more than %(most)s rows. Leave only those that are needed."),
    FileProblem.COLUMNS: _("The table has more than %(most)s columns. Leave only those that are needed."),
    FileProblem.LONG_CELL: _("A cell in row %(row)s is longer than %(most)s characters."),
    FileProblem.TOO_MUCH: _("The table holds too much. Leave only the rows and columns that are needed."),
    FileProblem.UNREADABLE: _(
        "This file can’t be read: it is damaged, or far larger than a list when opened. Copy the list "
        "alone into a new file."
    ),
    FileProblem.BUSY: _(
        "Too many files are being read right now. Wait a few seconds, and choose the file again."
    ),
}
"""Error texts; in each case nothing was stored."""

_SALT: Final = "tables of a list"
_MAX_AGE_SECONDS: Final = 24 * 3600


class EntryFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xlsm,.ods"}),
    )
    cells = forms.CharField(
        label=_("Or paste the cells"),
        strip=False,
        required=False,
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )
    grids: list[Grid]

    def __init__(self, *args: Any, busy: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._busy = busy

    def clean(self) -> dict[str, Any]:
        """Read the file, else the pasted cells, into `self.grids`; one is required."""
        data = super().clean() or self.cleaned_data
        file, cells = data.get("file"), data.get("cells") or ""
        if self._busy:
            self.add_error("file", FILE_PROBLEM_TEXTS[FileProblem.BUSY])
        if self.errors:
            return data
        if file is None and not cells.strip():
            self.add_error("file", _("Choose a file, or paste the cells of a table."))
            return data
        try:
            self.grids = read_tables(file.read()) if file is not None else self._parse_cells(cells)
        except BadFile as bad:
            self.add_error(
                "file" if file is not None else "cells", FILE_PROBLEM_TEXTS[bad.problem] % bad.details
            )
        return data

    @staticmethod
    def _parse_cells(cells: str) -> list[Grid]:
        return [parse_text(cells)]


def sign_tables(grids: list[Grid]) -> str:
    return signing.dumps([grid.json_values for grid in grids], salt=_SALT, compress=True)


def load_signed_tables(signed: str) -> list[Grid]:
    """Return [] if the signature is invalid or expired."""
    try:
        return [
            Grid.from_json_values(plain)
            for plain in signing.loads(signed, salt=_SALT, max_age=_MAX_AGE_SECONDS)
        ]
    except signing.BadSignature:
        return []
