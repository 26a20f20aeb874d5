"""Detects a file's type by its first bytes."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from tournaments.uploads.sandbox.parent import Unreadable, read_in_child
from tournaments.uploads.sandbox.places import Busy

from .errors import BadFile, FileProblem
from .grid import Grid, MergedRange, refuse_large

MAX_BYTES: Final = 900_000
"""Bytes; a request is limited to a million."""
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of Office files until 2007, and of encrypted ones since."""
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_OTHER_TYPES: Final = (
    (b"%PDF", FileProblem.PDF),
    (b"\x89PNG", FileProblem.PICTURE),
    (b"\xff\xd8\xff", FileProblem.PICTURE),
    (b"GIF8", FileProblem.PICTURE),
    (b"RIFF", FileProblem.PICTURE),
    (b"\x1f\x8b", FileProblem.NO_TABLE),
    (b"Rar!", FileProblem.NO_TABLE),
    (b"7z\xbc\xaf", FileProblem.NO_TABLE),
    (b"{\\rtf", FileProblem.WORD),
)
_PHOTO: Final = b"ftyp"
T = TypeVar("T")
_READER: Final = "tournaments.spreadsheets.file_tables:read_for_parent"


def read_tables(content: bytes) -> list[Grid]:
    """Return at least one nonempty table. Raises BadFile."""
    if len(content) > MAX_BYTES:
        raise BadFile(FileProblem.TOO_LARGE)
    _refuse_other_types(content)
    try:
        return _grids_in(read_in_child(_READER, content))
    except Busy as busy:
        raise BadFile(FileProblem.BUSY) from busy
    except (Unreadable, ValueError, TypeError, KeyError) as error:
        raise BadFile(FileProblem.UNREADABLE) from error


def _refuse_other_types(content: bytes) -> None:
    if content.startswith(_OLD_OFFICE):
        raise BadFile(FileProblem.ENCRYPTED if _ENCRYPTED in content else FileProblem.OLD_EXCEL)
    problem = next((problem for begins, problem in _OTHER_TYPES if content.startswith(begins)), None)
    if problem is not None or content[4:8] == _PHOTO:
        raise BadFile(problem or FileProblem.PICTURE)


def _grids_in(answer: Any) -> list[Grid]:
    """Check the child's answer, which is not trusted."""
    if "amiss" in answer:
        raise BadFile(FileProblem(answer["amiss"]), row=int(answer["row"]), most=int(answer["most"]))
    grids = [_grid(*plain) for plain in answer["grids"]]
    refuse_large(grids)
    return grids


def _grid(rows: Any, sheet: Any, merged: Any) -> Grid:
    checked = [
        (_require_type(int, number), tuple(_require_type(str, cell) for cell in cells))
        for number, cells in rows
    ]
    ranges = [
        MergedRange(_require_type(int, first), _require_type(int, last), _require_type(str, name))
        for first, last, name in merged
    ]
    return Grid(checked, _require_type(str, sheet), ranges)


def _require_type(kind: type[T], value: Any) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value
