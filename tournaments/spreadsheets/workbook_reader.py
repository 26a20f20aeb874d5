"""Only for the child process: the library allocates all cells up to the last one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.parsers.expat import ExpatError

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from .cell_spans import SheetSpans, read_spans
from .column_letters import column_name
from .errors import BadFile, FileProblem
from .grid import MAX_ROWS, CellValue, Grid, MergedRange, RemainingLimits, build_grid
from .hidden_parts import HiddenParts, hidden_by_sheet
from .zip_safety import repack, unpack_parts

MAX_SHEET_NAME_LENGTH = 100


def workbook_grids(content: bytes) -> list[Grid]:
    """Read nonempty visible sheets of an XLSX or ODS file. Raises BadFile."""
    parts = unpack_parts(content)
    if not parts.keys() & {"xl/workbook.xml", "content.xml"}:
        raise BadFile(FileProblem.NO_TABLE)
    spans = read_spans(parts["content.xml"]) if "content.xml" in parts else None
    try:
        hidden = hidden_by_sheet(parts) if "xl/workbook.xml" in parts else {}
        with CalamineWorkbook.from_filelike(repack(parts)) as workbook:
            return [grid for grid in _grids(workbook, spans, hidden) if grid.rows]
    except PasswordError as error:
        raise BadFile(FileProblem.ENCRYPTED) from error
    except (CalamineError, ExpatError) as error:
        raise BadFile(FileProblem.DAMAGED) from error


def _grids(
    workbook: CalamineWorkbook, spans: Sequence[SheetSpans] | None, hidden: Mapping[str, HiddenParts]
) -> Iterator[Grid]:
    """Yield visible sheets.

    `spans` are an ODS file's by sheet, `hidden` an XLSX file's by its name.

    Raises BadFile, also if two sheets have the same name.
    """
    limits = RemainingLimits()
    sheets = workbook.sheets_metadata
    if len({sheet.name for sheet in sheets}) < len(sheets) or (
        spans is not None and len(spans) != len(sheets)
    ):
        raise BadFile(FileProblem.UNREADABLE)  # sheets are read by name, so a duplicate would be read twice
    for index, metadata in enumerate(sheets):
        if metadata.visible is SheetVisibleEnum.Visible:
            sheet = workbook.get_sheet_by_name(metadata.name)
            found = (
                SheetSpans(_merged_ranges(sheet), hidden.get(metadata.name, HiddenParts()))
                if spans is None
                else spans[index]
            )
            yield build_grid(
                _sheet_rows(sheet),
                sheet=metadata.name[:MAX_SHEET_NAME_LENGTH],
                merged=found.merged,
                hidden_rows=found.hidden.rows,
                hidden_columns=found.hidden.columns,
                limits=limits,
            )


def _sheet_rows(sheet: CalamineSheet) -> Iterator[Sequence[CellValue]]:
    """Yield all rows, with empty cells left of the used area. Raises BadFile for text beyond 2 * MAX_ROWS."""
    if sheet.start is None:
        return
    left = [""] * sheet.start[1]
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > 2 * MAX_ROWS and any(
            str(value).strip() for value in row
        ):  # some of the first rows may be empty
            raise BadFile(FileProblem.ROWS, most=MAX_ROWS)
        yield [*left, *row]


def _merged_ranges(sheet: CalamineSheet) -> list[MergedRange]:
    ranges = sheet.merged_cell_ranges or []
    rows = {(top, bottom): (left, right) for (top, left), (bottom, right) in ranges if top < bottom}
    return [
        MergedRange(top + 1, bottom + 1, f"{column_name(left)}{top + 1}:{column_name(right)}{bottom + 1}")
        for (top, bottom), (left, right) in sorted(rows.items())
    ]
