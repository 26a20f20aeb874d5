"""Detect the type of an uploaded file by its first bytes, never by its name."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from tournaments.uploads.sandbox.parent import Unreadable, read_in_child
from tournaments.uploads.sandbox.places import Busy

from .errors import Amiss, BadFile
from .grid import Grid, Merged, refuse_large

LARGEST: Final = 900_000
"""Bytes; a request is limited to a million."""
_OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of Office files until 2007, and of encrypted ones since."""
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
T = TypeVar("T")
_READER: Final = "tournaments.spreadsheets.file_tables:read_for_parent"


def read_tables(content: bytes) -> list[Grid]:
    """Return the tables of a file that aren't empty, at least one. Raises BadFile."""
    if len(content) > LARGEST:
        raise BadFile(Amiss.TOO_LARGE)
    _refuse_others(content)
    try:
        return _grids_in(read_in_child(_READER, content))
    except Busy as busy:
        raise BadFile(Amiss.BUSY) from busy
    except (Unreadable, ValueError, TypeError, KeyError) as error:
        raise BadFile(Amiss.UNREADABLE) from error


def _refuse_others(content: bytes) -> None:
    if content.startswith(_OLD):
        raise BadFile(Amiss.ENCRYPTED if _ENCRYPTED in content else Amiss.OLD_EXCEL)
    problem = next((problem for begins, problem in _OTHERS if content.startswith(begins)), None)
    if problem is not None or content[4:8] == _PHOTO:
        raise BadFile(problem or Amiss.PICTURE)


def _grids_in(answer: Any) -> list[Grid]:
    """Return the checked tables of the child's answer, which is not trusted."""
    if "amiss" in answer:
        raise BadFile(Amiss(answer["amiss"]), row=int(answer["row"]), most=int(answer["most"]))
    grids = [_grid(*plain) for plain in answer["grids"]]
    refuse_large(grids)
    return grids


def _grid(rows: Any, sheet: Any, merged: Any) -> Grid:
    checked = [(_typed(int, number), tuple(_typed(str, cell) for cell in cells)) for number, cells in rows]
    ranges = [
        Merged(_typed(int, first), _typed(int, last), _typed(str, name)) for first, last, name in merged
    ]
    return Grid(checked, _typed(str, sheet), ranges)


def _typed(kind: type[T], value: Any) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value
