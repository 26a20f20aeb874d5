"""Finds hidden rows and columns, which the library reads like others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from .grid import MAX_COLUMNS, MAX_ROWS

_ROW_OR_COLUMN: Final = re.compile(rb"<(?:[\w.-]+:)?(row|col)\s([^<>]*)>")
_ATTRIBUTE: Final = re.compile(rb"([\w:.-]+)\s*=\s*[\"']([^\"']*)[\"']")
_TRUE: Final = (b"1", b"true")
_MOST_ROWS: Final = 2 * MAX_ROWS
_MOST_DIGITS: Final = 7


@dataclass
class HiddenParts:
    """Rows count from 1, columns from 0."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)

    def add_rows(self, first: int, last: int) -> None:
        self.rows.update(range(first, min(last, _MOST_ROWS) + 1))

    def add_columns(self, first: int, last: int) -> None:
        self.columns.update(range(first, min(last, MAX_COLUMNS) + 1))


def hidden_by_sheet(parts: Mapping[str, bytes]) -> Mapping[str, HiddenParts]:
    """Return hidden parts by sheet name; `parts` must be an XLSX workbook's. Raises ExpatError."""
    targets = {
        attributes.get("Id", ""): attributes.get("Target", "")
        for attributes in _elements(parts.get("xl/_rels/workbook.xml.rels", b""), "Relationship")
    }
    found = {}
    for attributes in _elements(parts["xl/workbook.xml"], "sheet"):
        relation = next((value for name, value in attributes.items() if name.rpartition(":")[2] == "id"), "")
        target = targets.get(relation, "")
        path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
        found[attributes.get("name", "")] = _hidden_in(parts.get(path, b""))
    return found


def _hidden_in(sheet: bytes) -> HiddenParts:
    """Search a sheet's XML, unparsed, for rows and columns hidden or of no height or width."""
    hidden, row = HiddenParts(), 0
    for found in _ROW_OR_COLUMN.finditer(sheet):
        attributes = dict(_ATTRIBUTE.findall(found[2]))
        is_hidden = attributes.get(b"hidden") in _TRUE
        if found[1] == b"row":
            row = _number(attributes.get(b"r"), default=row + 1)
            if is_hidden or _is_zero(attributes.get(b"ht")):
                hidden.add_rows(row, row)
        elif is_hidden or _is_zero(attributes.get(b"width")):
            first = _number(attributes.get(b"min"), default=1)
            hidden.add_columns(first - 1, _number(attributes.get(b"max"), default=first) - 1)
    return hidden


def _elements(content: bytes, name: str) -> list[dict[str, str]]:
    """Return the attributes of each element called `name`; empty content has none. Raises ExpatError."""
    found: list[dict[str, str]] = []

    def start_element(element: str, attributes: dict[str, str]) -> None:
        if element.rpartition(":")[2] == name:
            found.append(attributes)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start_element
    if content:
        parser.Parse(content, True)
    return found


def _number(value: bytes | None, *, default: int) -> int:
    return int(value) if value and value.isdigit() and len(value) <= _MOST_DIGITS else default


def _is_zero(size: bytes | None) -> bool:
    return size is not None and re.fullmatch(rb"0+(?:\.0*)?", size) is not None
