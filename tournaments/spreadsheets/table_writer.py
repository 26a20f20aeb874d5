from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from io import StringIO
from typing import Final

from .csv_injection import escape_formula
from .workbook_writer import Cell, wall_clock, workbook_chunks

__all__ = ["FILE_TYPES", "Cell", "Sheet", "as_csv", "as_xlsx"]
CHUNK_BYTES: Final = 64 * 1024


@dataclass(frozen=True)
class Sheet:
    """`rows` are read once, while the sheet is written."""

    name: str
    column_headings: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def as_csv(sheet: Sheet, *, delimiter: str) -> Iterator[bytes]:
    """Yield UTF-8 with a BOM in chunks; formulas are escaped; beside semicolons decimals have a comma."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter)
    buffer.write("\ufeff")  # Excel needs it
    writer.writerow([escape_formula(head) for head in sheet.column_headings])
    for row in sheet.rows:
        writer.writerow([_csv_value(cell, delimiter) for cell in row])
        if buffer.tell() > CHUNK_BYTES:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def as_xlsx(sheet: Sheet, *, delimiter: str = "") -> Iterator[bytes]:
    chunk = b""
    for piece in workbook_chunks(sheet.name, sheet.column_headings, sheet.rows):
        chunk += piece
        if len(chunk) > CHUNK_BYTES:
            yield chunk
            chunk = b""
    yield chunk


FILE_TYPES: Final[dict[str, tuple[Callable[..., Iterator[bytes]], str]]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


def _csv_value(cell: Cell, delimiter: str) -> str | int:
    if isinstance(cell, str):
        return escape_formula(cell)
    if isinstance(cell, datetime):
        return wall_clock(cell).isoformat(sep=" ")
    if isinstance(cell, Decimal):
        return str(cell).replace(".", "," if delimiter == ";" else ".")
    return "" if cell is None else cell
