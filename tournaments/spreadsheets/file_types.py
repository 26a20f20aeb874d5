"""Detects types by their first bytes."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from tournaments.uploads.sandbox.account_slots import Busy
from tournaments.uploads.sandbox.parent import Unreadable, read_in_child

from .errors import BadFile, FileProblem
from .grid import Grid, MergedRange, refuse_large

MAX_BYTES: Final = 900_000
"""Bytes; a request is limited to a million."""
_OLD_OFFICE_SIGNATURE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of Office files until 2007, and of encrypted ones since."""
_ENCRYPTED_MARK: Final = "EncryptedPackage".encode("utf-16-le")
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
_PHOTO_SIGNATURE: Final = b"ftyp"
T = TypeVar("T")
_READER_PATH: Final = "tournaments.spreadsheets.file_tables:read_for_parent"


def read_tables(content: bytes) -> list[Grid]:
    """Read nonempty tables in a child process. Raises BadFile, also if too many files are being read."""
    if len(content) > MAX_BYTES:
        raise BadFile(FileProblem.TOO_LARGE)
    _refuse_other_types(content)
    try:
        return _parse_grids(read_in_child(_READER_PATH, content))
    except Busy as busy:
        raise BadFile(FileProblem.BUSY) from busy
    except (Unreadable, ValueError, TypeError, KeyError) as error:
        raise BadFile(FileProblem.UNREADABLE) from error


def _refuse_other_types(content: bytes) -> None:
    if content.startswith(_OLD_OFFICE_SIGNATURE):
        raise BadFile(FileProblem.ENCRYPTED if _ENCRYPTED_MARK in content else FileProblem.OLD_EXCEL)
    problem = next((problem for begins, problem in _OTHER_TYPES if content.startswith(begins)), None)
    if problem is not None or content[4:8] == _PHOTO_SIGNATURE:
        raise BadFile(problem or FileProblem.PICTURE)


def _parse_grids(answer: Any) -> list[Grid]:
    """The child's answer is not trusted."""
    if "problem" in answer:
        raise BadFile(FileProblem(answer["problem"]), row=int(answer["row"]), most=int(answer["most"]))
    grids = [_parse_grid(*plain) for plain in answer["grids"]]
    refuse_large(grids)
    return grids


def _parse_grid(rows: Any, sheet: Any, merged: Any, hidden_rows: Any, hidden_columns: Any) -> Grid:
    """Check the types of a table read by the child process. Raises TypeError, ValueError."""
    checked = [
        (_require_type(int, number), tuple(_require_type(str, cell) for cell in cells))
        for number, cells in rows
    ]
    ranges = [
        MergedRange(_require_type(int, first), _require_type(int, last), _require_type(str, name))
        for first, last, name in merged
    ]
    hidden = [
        frozenset(_require_type(int, place) for place in places) for places in (hidden_rows, hidden_columns)
    ]
    return Grid(checked, _require_type(str, sheet), ranges, *hidden)


def _require_type(kind: type[T], value: Any) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value
