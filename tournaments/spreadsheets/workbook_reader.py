"""Read Excel and OpenDocument workbooks as grids.

Only in the child process: the library allocates all cells up to the last one, which can be billions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from .cell_spans import spanned_rows
from .column_letters import letters
from .errors import Amiss, BadFile
from .grid import MOST_ROWS, Allowance, Grid, Merged, Value, grid_of
from .zip_safety import repacked, unpacked_parts

LONGEST_SHEET_NAME = 100


def workbook_grids(content: bytes) -> list[Grid]:
    """Return the visible sheets in order. Raises BadFile."""
    parts = unpacked_parts(content)
    if not parts.keys() & {"xl/workbook.xml", "content.xml"}:
        raise BadFile(Amiss.NO_TABLE)
    spans = spanned_rows(parts["content.xml"]) if "content.xml" in parts else None
    try:
        with CalamineWorkbook.from_filelike(repacked(parts)) as workbook:
            return [grid for grid in _grids(workbook, spans) if grid.rows]
    except PasswordError as error:
        raise BadFile(Amiss.ENCRYPTED) from error
    except CalamineError as error:
        raise BadFile(Amiss.DAMAGED) from error


def _grids(workbook: CalamineWorkbook, spans: Sequence[Sequence[Merged]] | None) -> Iterator[Grid]:
    allowance = Allowance()
    listed = workbook.sheets_metadata
    if len({sheet.name for sheet in listed}) < len(listed) or (
        spans is not None and len(spans) != len(listed)
    ):
        raise BadFile(Amiss.UNREADABLE)  # sheets are read by name, so a duplicate would be read twice
    for index, metadata in enumerate(listed):
        if metadata.visible is SheetVisibleEnum.Visible:
            sheet = workbook.get_sheet_by_name(metadata.name)
            merged = _merged(sheet) if spans is None else spans[index]
            yield grid_of(
                _rows(sheet), sheet=metadata.name[:LONGEST_SHEET_NAME], merged=merged, allowance=allowance
            )


def _rows(sheet: CalamineSheet) -> Iterator[Sequence[Value]]:
    if sheet.start is None:
        return
    left = [""] * sheet.start[1]
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > 2 * MOST_ROWS and any(
            str(value).strip() for value in row
        ):  # some of the first rows may be empty
            raise BadFile(Amiss.ROWS, most=MOST_ROWS)
        yield [*left, *row]


def _merged(sheet: CalamineSheet) -> Sequence[Merged]:
    ranges = sheet.merged_cell_ranges or []
    rows = {(top, bottom): (left, right) for (top, left), (bottom, right) in ranges if top < bottom}
    return [
        Merged(top + 1, bottom + 1, f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1}")
        for (top, bottom), (left, right) in sorted(rows.items())
    ]
