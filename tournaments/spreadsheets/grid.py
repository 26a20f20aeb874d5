"""A table as a file holds it, and how large one may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import without_brackets

from .errors import Amiss, BadFile

MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 60
LONGEST_CELL: Final = 2_000
"""As much as the longest note takes, its lines one after the other."""
MOST_LETTERS: Final = 600_000
"""Of all cells of a file together: four times what the largest tournament's list has."""
MOST_CELLS: Final = MOST_ROWS * MOST_COLUMNS
"""Of all tables of a file together, empty ones before the last of a row included."""
MOST_SHEETS: Final = 20
"""Of a file, empty ones left out."""
MOST_MERGED: Final = MOST_ROWS
"""Ranges of merged cells of all tables of a file together."""
LONGEST_LIST: Final = 400_000
"""Characters of a pasted list: as many lines as a tournament has entrants, with long names."""
BETWEEN_LINES: Final = " / "
"""Two lines of a cell are two things, as two players one above the other."""

Value = str | int | float | bool | None | datetime | date | time | timedelta


@dataclass(frozen=True)
class Merged:
    """Cells of several rows that are one; as a spreadsheet names them, where it says so."""

    first: int
    last: int
    named: str = ""


@dataclass(frozen=True)
class Grid:
    """Rows that hold something, each with its number from 1; of one `sheet`, where a file has several."""

    rows: Sequence[tuple[int, tuple[str, ...]]]
    sheet: str = ""
    merged: Sequence[Merged] = field(default=())

    @property
    def width(self) -> int:
        return max((len(cells) for _number, cells in self.rows), default=0)

    @property
    def plain(self) -> list[Any]:
        """The same as what JSON can hold."""
        merged = [(one.first, one.last, one.named) for one in self.merged]
        return [[[number, list(cells)] for number, cells in self.rows], self.sheet, merged]

    @classmethod
    def of_plain(cls, told: list[Any]) -> Grid:
        """What was told as `plain`."""
        rows, sheet, merged = told
        return cls(
            [(number, tuple(cells)) for number, cells in rows], sheet, [Merged(*one) for one in merged]
        )


@dataclass
class Allowance:
    """How much the tables of a file may still hold together."""

    letters: int = MOST_LETTERS
    cells: int = MOST_CELLS
    sheets: int = MOST_SHEETS
    merged: int = MOST_MERGED

    def use_sheet(self, grid: Grid) -> None:
        """Count a sheet that holds something. Raises BadFile when it is too much."""
        self.sheets -= 1
        self.merged -= len(grid.merged)
        if self.sheets < 0 or self.merged < 0:
            raise BadFile(Amiss.TOO_MUCH)

    def use(self, cells: Sequence[str]) -> None:
        """Count a row. Raises BadFile when it is too much."""
        self.letters -= sum(map(len, cells))
        self.cells -= len(cells)
        if self.letters < 0 or self.cells < 0:
            raise BadFile(Amiss.TOO_MUCH)


def grid_of(
    rows: Iterable[Sequence[Value]],
    *,
    sheet: str = "",
    merged: Sequence[Merged] = (),
    allowance: Allowance | None = None,
) -> Grid:
    """The rows that hold something as texts. Raises BadFile as soon as they are too many or too long."""
    allowance = allowance or Allowance()
    kept: list[tuple[int, tuple[str, ...]]] = []
    for number, values in enumerate(rows, start=1):
        cells = _texts(values)
        if not cells:
            continue
        if len(kept) == MOST_ROWS:
            raise BadFile(Amiss.ROWS, most=MOST_ROWS)
        refuse_wide(number, cells)
        allowance.use(cells)
        kept.append((number, tuple(cells)))
    grid = Grid(kept, sheet, merged)
    if kept:
        allowance.use_sheet(grid)
    return grid


def text_of(value: Value) -> str:
    """A cell as it is read: a whole number has no point, its lines follow each other."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    lines = (one_line(without_brackets(line)) for line in str(value).splitlines())
    return BETWEEN_LINES.join(line for line in lines if line)


def _texts(values: Sequence[Value]) -> list[str]:
    """The cells of a row up to the last that holds something."""
    for last in range(len(values), 0, -1):
        if values[last - 1] not in ("", None) and text_of(values[last - 1]):
            return [text_of(value) for value in values[:last]]
    return []


def refuse_large(grids: Iterable[Grid]) -> None:
    """Raise BadFile where tables hold more than those of one file may."""
    allowance = Allowance()
    for grid in grids:
        if len(grid.rows) > MOST_ROWS:
            raise BadFile(Amiss.ROWS, most=MOST_ROWS)
        for number, cells in grid.rows:
            refuse_wide(number, cells)
            allowance.use(cells)
        allowance.use_sheet(grid)


def refuse_wide(number: int, cells: Sequence[str]) -> None:
    """Raise BadFile where a row has too many cells, or too long ones."""
    if len(cells) > MOST_COLUMNS:
        raise BadFile(Amiss.COLUMNS, most=MOST_COLUMNS)
    if any(len(cell) > LONGEST_CELL for cell in cells):
        raise BadFile(Amiss.LONG_CELL, row=number, most=LONGEST_CELL)
