"""A file that somebody chose: what it is, by how it begins, never by its name."""

from __future__ import annotations

from typing import Final

from .bad import Amiss, BadFile
from .grid import Grid
from .texts import decoded, text_grid
from .workbooks import workbook_grids

LARGEST: Final = 900_000
"""Bytes. A page takes no more than a million, of whatever."""
_OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How Office began its files until 2007, and begins those that it encrypts still."""
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_OTHERS: Final = (
    (b"%PDF", Amiss.PDF),
    (b"\x89PNG", Amiss.PICTURE),
    (b"\xff\xd8\xff", Amiss.PICTURE),
    (b"GIF8", Amiss.PICTURE),
    (b"RIFF", Amiss.PICTURE),
    (b"\x1f\x8b", Amiss.NO_TABLE),
    (b"Rar!", Amiss.NO_TABLE),
    (b"7z\xbc\xaf", Amiss.NO_TABLE),
    (b"{\\rtf", Amiss.WORD),
)
_PHOTO: Final = b"ftyp"
_TEXTS: Final = (
    ("<", Amiss.MARKUP),
    ("BEGIN:VCARD", Amiss.CONTACTS),
    ("{", Amiss.NO_TABLE),
    ("[{", Amiss.NO_TABLE),
)
"""How texts begin that are no tables: pages that programs on the web call .xls, address books, JSON."""


def read_tables(content: bytes) -> list[Grid]:
    """The tables of a file that hold something, at least one. Raises BadFile."""
    if len(content) > LARGEST:
        raise BadFile(Amiss.TOO_LARGE)
    _refuse_others(content)
    packed = content.startswith(b"PK")
    grids = workbook_grids(content) if packed else [text_grid(_table_in(content))]
    found = [grid for grid in grids if grid.rows]
    if not found:
        raise BadFile(Amiss.EMPTY)
    return found


def _table_in(content: bytes) -> str:
    """The text of a file, unless it is of another kind than tables are."""
    text = decoded(content)
    begins = text[:1000].lstrip().upper()
    amiss = next((amiss for begin, amiss in _TEXTS if begins.startswith(begin)), None)
    if amiss is not None:
        raise BadFile(amiss)
    return text


def _refuse_others(content: bytes) -> None:
    if content.startswith(_OLD):
        raise BadFile(Amiss.ENCRYPTED if _ENCRYPTED in content else Amiss.OLD_EXCEL)
    amiss = next((amiss for begins, amiss in _OTHERS if content.startswith(begins)), None)
    if amiss is not None or content[4:8] == _PHOTO:
        raise BadFile(amiss or Amiss.PICTURE)
