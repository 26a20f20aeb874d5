"""Runs in a child process: no module here imports Django."""

from __future__ import annotations

from typing import Any, Final

from .delimited_text import decode, parse_text
from .errors import BadFile, FileProblem
from .grid import Grid
from .workbook_reader import workbook_grids

_NOT_TABLES: Final = (
    ("<", FileProblem.MARKUP),
    ("BEGIN:VCARD", FileProblem.CONTACTS),
    ("{", FileProblem.NO_TABLE),
    ("[{", FileProblem.NO_TABLE),
)
"""Starts of texts that are no tables: web pages named .xls, address books, JSON."""


def read_for_parent(content: bytes) -> dict[str, Any]:
    try:
        return {"grids": [grid.json_values for grid in _tables(content)]}
    except BadFile as bad:
        return {"problem": bad.problem.value, "row": 0, "most": 0, **bad.details}


def _tables(content: bytes) -> list[Grid]:
    packed = content.startswith(b"PK")
    grids = workbook_grids(content) if packed else [parse_text(_decode_table(content))]
    filled = [grid for grid in grids if grid.rows]
    if not filled:
        raise BadFile(FileProblem.EMPTY)
    return filled


def _decode_table(content: bytes) -> str:
    text = decode(content)
    begins = text[:1000].lstrip().upper()
    problem = next((problem for begin, problem in _NOT_TABLES if begins.startswith(begin)), None)
    if problem is not None:
        raise BadFile(problem)
    return text
