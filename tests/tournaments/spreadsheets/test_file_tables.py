"""The child process answers what the reader finds in this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, ods, xlsx, zipped
from tournaments.spreadsheets.errors import BadFile
from tournaments.spreadsheets.file_tables import read_for_parent
from tournaments.spreadsheets.file_types import read_tables

LISTS = sorted((Path(__file__).parents[2] / "data" / "imports").iterdir())
PAIRS = [["Takım", "Oyuncu 1", "Oyuncu 2"], ["Kuzey", "Ali Kaya", "Ece Demir"]]
HIDDEN_ROW = "<table:table-row table:visibility='filter'><table:table-cell/></table:table-row>"
SAMPLES = {
    **{file.name: file.read_bytes() for file in LISTS},
    "club list": xlsx(CLUB_LIST),
    "merged cells": xlsx(PAIRS, merged=["A3:A4", "C5:D5"]),
    "hidden sheet": xlsx(PAIRS, PAIRS, hidden=[1]),
    "OpenDocument": ods(PAIRS, extra=HIDDEN_ROW),
}
REFUSED = {
    "empty": b"",
    "web page": b"<html><body>",
    "no workbook": zipped(**{"a.txt": "a"}),
    "unclosed quote": b'Ad;Soyad\n"Ali;Kaya\n',
}


@pytest.mark.parametrize("name", SAMPLES)
def test_child_answers_the_grids_that_the_reader_finds(name):
    grids = read_for_parent(SAMPLES[name])["grids"]
    assert [grid.json_values for grid in read_tables(SAMPLES[name])] == grids != []


@pytest.mark.parametrize("name", REFUSED)
def test_child_answers_the_problem_that_the_reader_finds(name):
    with pytest.raises(BadFile) as refused:
        read_tables(REFUSED[name])
    assert read_for_parent(REFUSED[name])["problem"] == refused.value.problem.value
