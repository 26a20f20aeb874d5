from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from .errors import BadFile, FileProblem
from .grid import MAX_MERGED, MergedRange
from .hidden_parts import HiddenParts

_MOST_DIGITS: Final = len("1048576")
_TABLE_CONTAINERS: Final = ("table", "tracked-changes")


@dataclass
class SheetSpans:
    merged: list[MergedRange] = field(default_factory=list)
    hidden: HiddenParts = field(default_factory=HiddenParts)


def read_spans(content: bytes) -> list[SheetSpans]:
    """Return merged and hidden rows of an ODS file's sheets.

    Raises BadFile if a table is nested in another one or in tracked changes.
    """
    reader = _SpanReader()
    reader.parser.Parse(content, True)
    return reader.sheets


class _SpanReader:
    def __init__(self) -> None:
        self.sheets: list[SheetSpans] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start_element
        self.parser.EndElementHandler = self._end_element
        self._inside = 0
        self._row = self._next_row = self._next_column = 0

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        """Note hidden rows and columns, and cells that span rows, hardly more than MAX_MERGED."""
        kind = name.rpartition(":")[2]
        if kind in _TABLE_CONTAINERS:
            if kind == "table":
                self._begin_sheet()
            self._inside += 1
        elif kind == "table-row":
            first = self._next_row + 1
            self._row = self._next_row = first - 1 + _integer_attribute(attributes, "number-rows-repeated")
            if _is_hidden(attributes):
                self.sheets[-1].hidden.add_rows(first, self._row)
        elif kind == "table-column":
            self._start_column(attributes)
        elif kind in ("table-cell", "covered-table-cell"):
            rows = _integer_attribute(attributes, "number-rows-spanned")
            if rows > 1 and self.sheets and len(self.sheets[-1].merged) <= MAX_MERGED:
                self.sheets[-1].merged.append(MergedRange(self._row, self._row + rows - 1))

    def _start_column(self, attributes: dict[str, str]) -> None:
        first = self._next_column
        self._next_column += _integer_attribute(attributes, "number-columns-repeated")
        if _is_hidden(attributes):
            self.sheets[-1].hidden.add_columns(first, self._next_column - 1)

    def _begin_sheet(self) -> None:
        if self._inside:
            raise BadFile(FileProblem.UNREADABLE)
        self.sheets.append(SheetSpans())
        self._next_row = self._next_column = 0

    def _end_element(self, name: str) -> None:
        if name.rpartition(":")[2] in _TABLE_CONTAINERS:
            self._inside -= 1


def _is_hidden(attributes: dict[str, str]) -> bool:
    return any(
        key.rpartition(":")[2] == "visibility" and value in ("collapse", "filter")
        for key, value in attributes.items()
    )


def _integer_attribute(attributes: dict[str, str], name: str) -> int:
    value = next((value for key, value in attributes.items() if key.rpartition(":")[2] == name), "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS else 1
