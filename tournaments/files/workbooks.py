"""Workbooks of Excel and OpenDocument: each sheet that holds something, as a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from .bad import Amiss, BadFile
from .grid import Grid, Merged, Value, grid_of
from .packed import Looked


def workbook_grids(content: bytes) -> list[Grid]:
    """The visible sheets that hold something, in their order. Raises BadFile."""
    looked = Looked(content)
    if not looked.parts.keys() & {"xl/workbook.xml", "content.xml"}:
        raise BadFile(Amiss.NO_TABLE)
    try:
        with CalamineWorkbook.from_filelike(looked.repacked) as workbook:
            return [grid for grid in _grids(workbook, looked.merged) if grid.rows]
    except PasswordError as error:
        raise BadFile(Amiss.ENCRYPTED) from error
    except CalamineError as error:
        raise BadFile(Amiss.DAMAGED) from error


def _grids(workbook: CalamineWorkbook, merged: Mapping[str, Sequence[Merged]]) -> Iterator[Grid]:
    for told in workbook.sheets_metadata:
        if told.visible is SheetVisibleEnum.Visible:
            sheet = workbook.get_sheet_by_name(told.name)
            yield grid_of(_rows(sheet), sheet=told.name, merged=_merged(sheet, merged))


def _rows(sheet: CalamineSheet) -> Iterator[Sequence[Value]]:
    """From the first row of the sheet on: those above what it holds are empty."""
    if sheet.start is not None:
        above, left = sheet.start
        yield from ([] for _row in range(above))
        yield from ([""] * left + list(row) for row in sheet.to_python())


def _merged(sheet: CalamineSheet, told: Mapping[str, Sequence[Merged]]) -> Sequence[Merged]:
    """Cells of several rows that are one: what the sheet says; an OpenDocument has them all in one part."""
    ranges = sheet.merged_cell_ranges
    if ranges is None:
        return told.get("content.xml", ())
    rows = {(top + 1, bottom + 1) for (top, _left), (bottom, _right) in ranges if top < bottom}
    named = {(one.first, one.last): one.named for those in told.values() for one in those}
    return [Merged(first, last, named.get((first, last), "")) for first, last in sorted(rows)]
