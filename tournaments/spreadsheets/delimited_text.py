"""Tables as text: CSV of whatever spreadsheet, or cells that were copied out of one.

Excel in Turkey writes semicolons in windows-1254, “Unicode text” is UTF-16 with tabs, all else is UTF-8.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from .errors import Amiss, BadFile
from .grid import Grid, grid_of

BETWEEN: Final = ("\t", ";", ",", "|")
"""What parts columns; of two that part as many rows the first."""
LOOKED_AT: Final = 40
"""So many lines are looked at to find what parts columns."""
_SAID = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MANY_NULS: Final = 0.25


def decoded(content: bytes) -> str:
    """A text in whatever of the usual encodings. Raises BadFile where it is none."""
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _NO_TEXT.search(text):
            return text
    raise BadFile(Amiss.NOT_TEXT)


def text_grid(text: str) -> Grid:
    """The table that a text is. Raises BadFile."""
    said = _SAID.match(text)
    text = text[said.end() :] if said else text
    between = said[1] if said else between_columns(text)
    _refuse_open_quote(text, between)
    try:
        return grid_of(_rows(text, between))
    except csv.Error as error:
        raise BadFile(Amiss.DAMAGED) from error


def between_columns(text: str) -> str:
    """What parts the columns of a text: what parts most of its first rows, and those into most."""

    def parted(between: str) -> tuple[int, int]:
        rows = [len(row) for row in islice(_rows(text, between), LOOKED_AT) if any(row)]
        many = [width for width in rows if width > 1]
        return len(many), min(many, default=0)

    try:
        return max(BETWEEN, key=parted)
    except csv.Error as error:
        raise BadFile(Amiss.DAMAGED) from error


def _refuse_open_quote(text: str, between: str) -> None:
    """A quotation mark that nothing closes would make one cell of all rows that follow."""
    rows = 0
    try:
        for _row in _rows(text, between, strict=True):
            rows += 1
    except csv.Error as error:
        if "end of data" in str(error):  # all else a strict reader minds is read as spreadsheets read it
            raise BadFile(Amiss.OPEN_QUOTE, row=rows + 1) from error


def _encodings(content: bytes) -> Iterator[str]:
    marked = next((encoding for mark, encoding in _BOMS if content.startswith(mark)), None)
    if marked is not None:
        yield marked
        return
    start = content[:1000]
    if start and start.count(0) >= MANY_NULS * len(start):
        yield "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"
        return
    yield from ("utf-8", "cp1254")


def _rows(text: str, between: str, *, strict: bool = False) -> Iterator[list[str]]:
    lines = re.split("(?<=\n)", text.replace("\r\n", "\n").replace("\r", "\n"))
    return csv.reader(lines, delimiter=between, strict=strict)
