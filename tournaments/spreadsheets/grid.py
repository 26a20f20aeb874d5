from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from tournaments.naming.invisible_characters import one_line

from .encodings import resolve
from .errors import BadFile, FileProblem

MAX_ROWS: Final = 5_000
MAX_COLUMNS: Final = 60
MAX_CELL_LENGTH: Final = 2_000
"""Letters of the longest note with its lines joined."""
MAX_LETTERS: Final = 600_000
"""Letters of all cells of a file: four times the list of the largest tournament."""
MAX_CELLS: Final = MAX_ROWS * MAX_COLUMNS
"""Cells of all tables of a file, including empty ones before the last of a row."""
MAX_SHEETS: Final = 20
"""Sheets of a file that aren't empty."""
MAX_MERGED: Final = MAX_ROWS
"""Merged ranges of all tables of a file."""
MAX_LIST_LENGTH: Final = 400_000
"""Characters of a pasted list: the most entrants with long names."""
LINE_SEPARATOR: Final = " / "
"""Joins the lines of a cell, because two lines may be two players."""

CellValue = str | int | float | bool | None | datetime | date | time | timedelta


@dataclass(frozen=True)
class MergedRange:
    first: int
    last: int
    cell_range: str = ""


@dataclass(frozen=True)
class Grid:
    """Nonempty rows with their numbers from 1; hidden columns count from 0."""

    rows: Sequence[tuple[int, tuple[str, ...]]]
    sheet: str = ""
    merged: Sequence[MergedRange] = field(default=())
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        return max((len(cells) for _number, cells in self.rows), default=0)

    def without_hidden_rows(self, *, below: int) -> Grid:
        """Rows down to `below`, the row of headings, stay."""
        rows = [row for row in self.rows if row[0] <= below or row[0] not in self.hidden_rows]
        return replace(self, rows=rows)

    def resolve(self, encoding: str) -> Grid:
        """Replace the placeholders of doubtful bytes."""
        rows = [(number, tuple(resolve(cell, encoding) for cell in cells)) for number, cells in self.rows]
        return replace(self, rows=rows)

    @property
    def cells(self) -> Iterator[str]:
        return (cell for _number, cells in self.rows for cell in cells)

    @property
    def text(self) -> str:
        """The first column, each row in the line of its number."""
        lines = {number: cells[0] for number, cells in self.rows}
        return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))

    @property
    def json_values(self) -> list[Any]:
        merged = [(merge.first, merge.last, merge.cell_range) for merge in self.merged]
        hidden = (sorted(self.hidden_rows), sorted(self.hidden_columns))
        return [[[number, list(cells)] for number, cells in self.rows], self.sheet, merged, *hidden]

    @classmethod
    def from_json_values(cls, values: list[Any]) -> Grid:
        rows, sheet, merged, hidden_rows, hidden_columns = values
        return cls(
            [(number, tuple(cells)) for number, cells in rows],
            sheet,
            [MergedRange(*span) for span in merged],
            frozenset(hidden_rows),
            frozenset(hidden_columns),
        )


@dataclass
class RemainingLimits:
    letters: int = MAX_LETTERS
    cells: int = MAX_CELLS
    sheets: int = MAX_SHEETS
    merged: int = MAX_MERGED

    def use_sheet(self, grid: Grid) -> None:
        self.sheets -= 1
        self.merged -= len(grid.merged)
        if self.sheets < 0 or self.merged < 0:
            raise BadFile(FileProblem.TOO_MUCH)

    def use_cells(self, cells: Sequence[str]) -> None:
        self.letters -= sum(map(len, cells))
        self.cells -= len(cells)
        if self.letters < 0 or self.cells < 0:
            raise BadFile(FileProblem.TOO_MUCH)


def build_grid(
    rows: Iterable[Sequence[CellValue]],
    *,
    sheet: str = "",
    merged: Sequence[MergedRange] = (),
    hidden_rows: Collection[int] = (),
    hidden_columns: Collection[int] = (),
    limits: RemainingLimits | None = None,
) -> Grid:
    """Return the rows as texts, without empty ones. Raises BadFile as soon as a limit is exceeded.

    All sheets of a file use the same `limits`.
    """
    limits = limits or RemainingLimits()
    filled: list[tuple[int, tuple[str, ...]]] = []
    for number, values in enumerate(rows, start=1):
        cells = _row_texts(values)
        if not cells:
            continue
        if len(filled) == MAX_ROWS:
            raise BadFile(FileProblem.ROWS, most=MAX_ROWS)
        refuse_wide(number, cells)
        limits.use_cells(cells)
        filled.append((number, tuple(cells)))
    numbers = {number for number, _cells in filled}
    width = max((len(cells) for _number, cells in filled), default=0)
    grid = Grid(
        filled,
        sheet,
        merged,
        frozenset(numbers & {*hidden_rows}),
        frozenset(place for place in hidden_columns if place < width),
    )
    if filled:
        limits.use_sheet(grid)
    return grid


def cell_text(value: CellValue) -> str:
    """Return whole numbers without a point, days and times in ISO format, "" for None.

    A text's nonblank lines are joined by LINE_SEPARATOR.
    """
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    lines = (one_line(line) for line in str(value).splitlines())
    return LINE_SEPARATOR.join(line for line in lines if line)


def _row_texts(values: Sequence[CellValue]) -> list[str]:
    for last in range(len(values), 0, -1):
        if values[last - 1] not in ("", None) and cell_text(values[last - 1]):
            return [cell_text(value) for value in values[:last]]
    return []


def refuse_large(grids: Iterable[Grid]) -> None:
    limits = RemainingLimits()
    for grid in grids:
        if len(grid.rows) > MAX_ROWS:
            raise BadFile(FileProblem.ROWS, most=MAX_ROWS)
        for number, cells in grid.rows:
            refuse_wide(number, cells)
            limits.use_cells(cells)
        limits.use_sheet(grid)


def refuse_wide(number: int, cells: Sequence[str]) -> None:
    if len(cells) > MAX_COLUMNS:
        raise BadFile(FileProblem.COLUMNS, most=MAX_COLUMNS)
    if any(len(cell) > MAX_CELL_LENGTH for cell in cells):
        raise BadFile(FileProblem.LONG_CELL, row=number, most=MAX_CELL_LENGTH)
