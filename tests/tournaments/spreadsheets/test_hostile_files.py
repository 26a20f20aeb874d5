"""Malicious files are rejected or read as a bounded table without much memory in this process."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.tournaments.spreadsheets import hostile_files
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, ods, xlsx
from tests.tournaments.uploads.test_pictures import image_bytes
from tournaments.spreadsheets.errors import BadFile, FileProblem
from tournaments.spreadsheets.file_types import MAX_BYTES, read_tables
from tournaments.spreadsheets.grid import MAX_CELLS
from tournaments.uploads.pictures import InvalidPicture, read_picture

Files = Callable[[], Iterator[tuple[str, bytes]]]
REFUSED = {
    hostile_files.far_cells: {FileProblem.UNREADABLE, FileProblem.ROWS, FileProblem.DAMAGED},
    hostile_files.repeated_parts: {
        FileProblem.UNREADABLE,
        FileProblem.LONG_CELL,
        FileProblem.TOO_MUCH,
        FileProblem.EMPTY,
    },
    hostile_files.strange_xml: {FileProblem.UNREADABLE, FileProblem.DAMAGED, FileProblem.LONG_CELL},
    hostile_files.open_documents: {
        FileProblem.UNREADABLE,
        FileProblem.DAMAGED,
        FileProblem.ROWS,
        FileProblem.COLUMNS,
    },
    hostile_files.strange_zips: {FileProblem.DAMAGED, FileProblem.UNPACKS_TOO_LARGE},
    hostile_files.texts: set(FileProblem) - {FileProblem.BUSY, FileProblem.UNREADABLE},
}
RIGHT = {
    "everything merged, small table": [(1, ("Ali Kaya",))],
    "empty cells repeated, small table": [(1, ("Ali Kaya", "Ece Su"))],
    "data before the start": [(1, ("Ali Kaya",))],
}
"""Tables of strange but correct files."""
MOST_MEMORY = 100_000_000
"""Bytes of this process's objects for a file and its answer, at most 8 MB."""


def outcome(content: bytes) -> Any:
    try:
        return read_tables(content)
    except BadFile as bad:
        return bad.problem


@pytest.mark.slow
@pytest.mark.parametrize("files", REFUSED, ids=lambda files: files.__name__)
def test_malicious_tables_are_rejected_or_bounded(files: Files):
    contents = dict(files())
    tracemalloc.start()
    outcomes = {name: outcome(content) for name, content in contents.items()}
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    tables = {name: grids for name, grids in outcomes.items() if isinstance(grids, list)}
    assert {
        name: problem
        for name, problem in outcomes.items()
        if name not in tables and problem not in REFUSED[files]
    } == {}
    assert {name: grids[0].rows for name, grids in tables.items() if name in RIGHT} == {
        name: rows for name, rows in RIGHT.items() if name in contents
    }
    assert [name for name, grids in tables.items() if cells_in(grids) > MAX_CELLS] == []
    assert most < MOST_MEMORY


def cells_in(grids: Any) -> int:
    return sum(len(cells) for grid in grids for _number, cells in grid.rows)


@pytest.mark.release
def test_malicious_pictures_are_rejected_or_small():
    for name, content in hostile_files.pictures():
        assert len(content) <= MAX_BYTES, name
        try:
            read = read_picture(content)
        except InvalidPicture:
            continue
        assert max(len(read.large), len(read.small)) < 400_000, name


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [6, pytest.param(150, marks=pytest.mark.release)])
@pytest.mark.parametrize("workbook", [xlsx, ods])
def test_truncated_workbook_is_rejected_or_read(workbook, pieces):
    for content in hostile_files.truncated_and_flipped(workbook(CLUB_LIST), pieces=pieces):
        assert outcome(content) is not FileProblem.BUSY


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [6, pytest.param(150, marks=pytest.mark.release)])
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_truncated_picture_is_rejected_or_read(kind, pieces):
    for content in hostile_files.truncated_and_flipped(image_bytes(kind, size=(60, 40)), pieces=pieces):
        with suppress(InvalidPicture):
            assert read_picture(content).large
