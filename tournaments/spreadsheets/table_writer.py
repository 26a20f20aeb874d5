"""Write tables as CSV and XLSX, in chunks."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Final

from .csv_injection import harmless
from .workbook_writer import Cell, wall_clock, workbook_pieces

__all__ = ["ENDINGS", "Cell", "Sheet", "as_csv", "as_xlsx"]
A_PIECE: Final = 64 * 1024


@dataclass(frozen=True)
class Sheet:
    """A table with its headings; `rows` are read once, while it is written."""

    name: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def as_csv(sheet: Sheet, *, between: str) -> Iterator[bytes]:
    """Yield UTF-8 with a BOM, which Excel needs; `between` is the delimiter of its country's Excel."""
    written = StringIO(newline="")
    writer = csv.writer(written, delimiter=between)
    written.write("\ufeff")
    writer.writerow([harmless(head) for head in sheet.heads])
    for row in sheet.rows:
        writer.writerow([_told(cell) for cell in row])
        if written.tell() > A_PIECE:
            yield written.getvalue().encode()
            written.seek(0)
            written.truncate()
    yield written.getvalue().encode()


def as_xlsx(sheet: Sheet, *, between: str = "") -> Iterator[bytes]:
    chunk = b""
    for piece in workbook_pieces(sheet.name, sheet.heads, sheet.rows):
        chunk += piece
        if len(chunk) > A_PIECE:
            yield chunk
            chunk = b""
    yield chunk


ENDINGS: Final[dict[str, tuple[Callable[..., Iterator[bytes]], str]]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


def _told(cell: Cell) -> str | int:
    if isinstance(cell, str):
        return harmless(cell)
    if isinstance(cell, datetime):
        return wall_clock(cell).isoformat(sep=" ")
    return "" if cell is None else cell
