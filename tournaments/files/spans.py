"""Cells of an OpenDocument sheet that span several rows."""

from __future__ import annotations

from typing import Final
from xml.parsers import expat

from .grid import MOST_ROWS, Merged

_MOST_DIGITS: Final = len("1048576")


def spanned_rows(content: bytes) -> list[Merged]:
    """Rows that a cell of a part `content.xml` spans, of all its sheets; the part is well-formed."""
    reader = _Reader()
    reader.parser.Parse(content, True)
    return reader.spans


class _Reader:
    def __init__(self) -> None:
        self.spans: list[Merged] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._begin
        self._row = self._next_row = 0

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "table":
            self._next_row = 0
        elif kind == "table-row":
            self._next_row += _number(attributes, "number-rows-repeated")
            self._row = self._next_row
        elif kind in ("table-cell", "covered-table-cell"):
            rows = _number(attributes, "number-rows-spanned")
            if rows > 1 and len(self.spans) < MOST_ROWS:
                self.spans.append(Merged(self._row, self._row + rows - 1))


def _number(attributes: dict[str, str], name: str) -> int:
    """A number of an attribute, whatever its prefix; 1 where there is none."""
    value = next((value for key, value in attributes.items() if key.rpartition(":")[2] == name), "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS else 1
