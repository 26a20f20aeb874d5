"""Read the tables of a workbook or text in a child process; no module here imports Django."""

from __future__ import annotations

from typing import Any, Final

from .delimited_text import decoded, text_grid
from .errors import Amiss, BadFile
from .grid import Grid
from .workbook_reader import workbook_grids

_TEXTS: Final = (
    ("<", Amiss.MARKUP),
    ("BEGIN:VCARD", Amiss.CONTACTS),
    ("{", Amiss.NO_TABLE),
    ("[{", Amiss.NO_TABLE),
)
"""Starts of texts that are no tables: web pages named .xls, address books, JSON."""


def read_for_parent(content: bytes) -> dict[str, Any]:
    """Return the tables that aren't empty, or the problem of the file, as JSON values."""
    try:
        return {"grids": [grid.plain for grid in _tables(content)]}
    except BadFile as bad:
        return {"amiss": bad.amiss.value, "row": 0, "most": 0, **bad.details}


def _tables(content: bytes) -> list[Grid]:
    packed = content.startswith(b"PK")
    grids = workbook_grids(content) if packed else [text_grid(_table_in(content))]
    filled = [grid for grid in grids if grid.rows]
    if not filled:
        raise BadFile(Amiss.EMPTY)
    return filled


def _table_in(content: bytes) -> str:
    text = decoded(content)
    begins = text[:1000].lstrip().upper()
    problem = next((problem for begin, problem in _TEXTS if begins.startswith(begin)), None)
    if problem is not None:
        raise BadFile(problem)
    return text
