"""The tables of a file, read in a child process: workbooks and texts.

Nothing here imports Django; `reading.py` calls it.
"""

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
"""How texts begin that are no tables: pages that programs on the web call .xls, address books, JSON."""


def read_for_parent(content: bytes) -> dict[str, Any]:
    """The tables that hold something as JSON can hold them, or what is amiss with the file."""
    try:
        return {"grids": [grid.plain for grid in _tables(content)]}
    except BadFile as bad:
        return {"amiss": bad.amiss.value, "row": 0, "most": 0, **bad.details}


def _tables(content: bytes) -> list[Grid]:
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
