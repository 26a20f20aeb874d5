from __future__ import annotations

from typing import Final
from xml.parsers import expat

from .errors import BadFile, FileProblem
from .grid import MAX_MERGED, MergedRange

_MOST_DIGITS: Final = len("1048576")
_TABLE_CONTAINERS: Final = ("table", "tracked-changes")


def merged_row_ranges(content: bytes) -> list[list[MergedRange]]:
    """Raise BadFile if a table is nested in another one or in tracked changes."""
    reader = _SpanReader()
    reader.parser.Parse(content, True)
    return reader.sheets


class _SpanReader:
    def __init__(self) -> None:
        self.sheets: list[list[MergedRange]] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start_element
        self.parser.EndElementHandler = self._end_element
        self._inside = 0
        self._row = self._next_row = 0

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        """Note at most slightly more than MAX_MERGED cells that span rows."""
        kind = name.rpartition(":")[2]
        if kind in _TABLE_CONTAINERS:
            if kind == "table":
                self._begin_sheet()
            self._inside += 1
        elif kind == "table-row":
            self._next_row += _integer_attribute(attributes, "number-rows-repeated")
            self._row = self._next_row
        elif kind in ("table-cell", "covered-table-cell"):
            rows = _integer_attribute(attributes, "number-rows-spanned")
            if rows > 1 and self.sheets and len(self.sheets[-1]) <= MAX_MERGED:
                self.sheets[-1].append(MergedRange(self._row, self._row + rows - 1))

    def _begin_sheet(self) -> None:
        if self._inside:
            raise BadFile(FileProblem.UNREADABLE)
        self.sheets.append([])
        self._next_row = 0

    def _end_element(self, name: str) -> None:
        if name.rpartition(":")[2] in _TABLE_CONTAINERS:
            self._inside -= 1


def _integer_attribute(attributes: dict[str, str], name: str) -> int:
    value = next((value for key, value in attributes.items() if key.rpartition(":")[2] == name), "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS else 1
