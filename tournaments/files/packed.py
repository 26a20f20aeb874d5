"""What a workbook unpacks to, looked at before anything else reads it.

A workbook is a zip of XML. A few kilobytes of it may unpack to gigabytes, and a single cell far below may
make of a sheet a table with millions of rows. So each part is unpacked within a bound, its cells are counted
as they come, and only a zip of those parts that were looked at is handed on.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from io import BytesIO
from typing import Final
from xml.parsers import expat

from .bad import Amiss, BadFile
from .grid import MOST_COLUMNS, MOST_ROWS, Merged

MOST_BYTES: Final = 24_000_000
"""Of all parts together, unpacked. A list of 5,000 rows has a tenth of it."""
MOST_PARTS: Final = 2_000
A_PIECE: Final = 64 * 1024
_KEPT: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/(_rels/)?[^/]+\.(xml|rels)|xl/worksheets/[^/]+\.xml"
    r"|mimetype|content\.xml|META-INF/manifest\.xml"
)
"""The parts that say what stands in cells: no pictures, no macros, nothing that is embedded."""
_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml")
_WHERE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class Looked:
    """The parts of a workbook that may be read; `merged` cells by the part of their sheet."""

    def __init__(self, content: bytes) -> None:
        self.merged: dict[str, list[Merged]] = {}
        self._left = MOST_BYTES
        try:
            with zipfile.ZipFile(BytesIO(content)) as packed:
                self.parts = self._unpacked(packed)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
            raise BadFile(Amiss.DAMAGED) from error

    @property
    def repacked(self) -> BytesIO:
        """A zip of what was looked at."""
        file = BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as packed:
            for name, part in self.parts.items():
                packed.writestr(name, part)
        file.seek(0)
        return file

    def _unpacked(self, packed: zipfile.ZipFile) -> dict[str, bytes]:
        listed = packed.infolist()
        if len(listed) > MOST_PARTS or len({one.filename for one in listed}) < len(listed):
            raise BadFile(Amiss.DAMAGED)
        if any(one.filename.startswith("word/") for one in listed):
            raise BadFile(Amiss.WORD)
        wanted = [one for one in listed if _KEPT.fullmatch(one.filename)]
        if any(one.flag_bits & 1 for one in wanted):
            raise BadFile(Amiss.ENCRYPTED)
        if sum(one.file_size for one in wanted) > MOST_BYTES:
            raise BadFile(Amiss.UNPACKS_TOO_LARGE)
        return {one.filename: self._part(packed, one) for one in wanted}

    def _part(self, packed: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
        """A part, unpacked until there is too much, whatever size it claims."""
        part, cells = bytearray(), _Cells.of(one.filename)
        with packed.open(one) as file:
            while piece := file.read(A_PIECE):
                self._left -= len(piece)
                if self._left < 0:
                    raise BadFile(Amiss.UNPACKS_TOO_LARGE)
                part += piece
                if cells:
                    cells.look(piece)
        if cells:
            self.merged[one.filename] = cells.merged
        elif b"<!DOCTYPE" in part:
            raise BadFile(Amiss.DAMAGED)
        return bytes(part)


class _Cells(ABC):
    """Counts the rows and columns of a sheet that hold something, while its XML comes; no table is made."""

    def __init__(self) -> None:
        self.merged: list[Merged] = []
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._begin
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._row, self._column, self._rows = 0, 0, 0

    @staticmethod
    def of(name: str) -> _Cells | None:
        """Whoever counts the cells of this part."""
        if _SHEET.fullmatch(name):
            return _CellsOfExcel()
        return _CellsOfOpenDocument() if name == "content.xml" else None

    def look(self, piece: bytes) -> None:
        try:
            self._parser.Parse(piece)
        except expat.ExpatError as error:
            raise BadFile(Amiss.DAMAGED) from error

    @abstractmethod
    def _begin(self, name: str, given: dict[str, str]) -> None:
        """An element begins; its attributes are what is `given`."""

    def _text(self, text: str) -> None:
        """Something stands in the cell that is open."""
        if text.strip():
            _refuse_beyond(self._row, self._column)

    def _refuse(self, *_declared: object) -> None:
        raise BadFile(Amiss.DAMAGED)


class _CellsOfExcel(_Cells):
    def _begin(self, name: str, given: dict[str, str]) -> None:
        if name == "row":
            self._row, self._column = _number(given.get("r"), self._row + 1), 0
        elif name == "c":
            where = _WHERE.fullmatch(given.get("r", ""))
            self._column = _column(where[1]) if where else self._column + 1
            self._row = int(where[2]) if where else self._row
        elif name == "mergeCell":
            self._merge(given.get("ref", ""))

    def _merge(self, named: str) -> None:
        rows = [int(one[2]) for one in map(_WHERE.fullmatch, named.split(":")) if one]
        if len(rows) == len("AB") and rows[0] < rows[1] and len(self.merged) < MOST_ROWS:
            self.merged.append(Merged(rows[0], rows[1], named))


class _CellsOfOpenDocument(_Cells):
    """Rows and cells may say how often they stand there; empty ones may do so a million times."""

    def __init__(self) -> None:
        super().__init__()
        self._next_row = self._next_column = 0

    def _begin(self, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "table":
            self._next_row = 0
        elif kind == "table-row":
            self._next_row += _number(_told(given, "number-rows-repeated"), 1)
            self._row, self._next_column = self._next_row, 0
        elif kind in ("table-cell", "covered-table-cell"):
            self._next_column += _number(_told(given, "number-columns-repeated"), 1)
            self._column = self._next_column
            self._spans(_number(_told(given, "number-rows-spanned"), 1))
            if _told(given, "value") or _told(given, "string-value"):
                _refuse_beyond(self._row, self._column)

    def _spans(self, rows: int) -> None:
        if rows > 1 and len(self.merged) < MOST_ROWS:
            self.merged.append(Merged(self._row, self._row + rows - 1))


def _refuse_beyond(row: int, column: int) -> None:
    if row > 2 * MOST_ROWS:  # some may be empty
        raise BadFile(Amiss.ROWS, most=MOST_ROWS)
    if column > MOST_COLUMNS:
        raise BadFile(Amiss.COLUMNS, most=MOST_COLUMNS)


def _told(given: dict[str, str], name: str) -> str | None:
    return next((value for key, value in given.items() if key.rpartition(":")[2] == name), None)


def _number(told: str | None, otherwise: int) -> int:
    return (
        int(told)
        if told and told.isascii() and told.isdecimal() and len(told) <= len("1048576")
        else otherwise
    )


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
