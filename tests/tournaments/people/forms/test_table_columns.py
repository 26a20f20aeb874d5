from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.utils.translation import override

from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, xlsx
from tournaments.enums import EntrantKind
from tournaments.people.domain.rosters import TakenNames
from tournaments.people.forms.pasted_list import LINE_PROBLEMS
from tournaments.people.forms.table_columns import CONTENT_LABELS, ROW_PROBLEMS, ColumnsForm, TableLines
from tournaments.spreadsheets.delimited_text import parse_text
from tournaments.spreadsheets.errors import FileProblem
from tournaments.spreadsheets.file_types import read_tables
from tournaments.spreadsheets.forms import FILE_PROBLEM_TEXTS, EntryFileForm, load_signed_tables, sign_tables
from tournaments.spreadsheets.grid import Grid
from tournaments.spreadsheets.headings import ColumnContent

NOTHING_TAKEN = TakenNames({}, {})


class NoKnownPeople:
    def find_by_name(self, name: str, *, likely: bool = True) -> list[object]:
        return []


def form(*rows: str, posted: Mapping[str, str] | None = None, kind: str = EntrantKind.PAIRS) -> ColumnsForm:
    return ColumnsForm([parse_text("\n".join(rows))], kind=kind, posted=posted)


def lines(columns: ColumnsForm, taken: TakenNames = NOTHING_TAKEN) -> TableLines:
    return columns.lines(taken, free_places=32, known=NoKnownPeople())  # type: ignore[arg-type] # a stub with the one method used


def test_every_problem_has_a_text_and_every_content_a_label():
    assert set(FILE_PROBLEM_TEXTS) == set(FileProblem)
    assert len({str(sentence) for sentence in FILE_PROBLEM_TEXTS.values()}) == len(FileProblem)
    assert set(CONTENT_LABELS) == set(ColumnContent)
    assert set(ROW_PROBLEMS) <= set(LINE_PROBLEMS)


@pytest.mark.parametrize("language", ["tr", "en"])
def test_texts_have_all_placeholders(language):
    with override(language):
        assert "5000" in FILE_PROBLEM_TEXTS[FileProblem.ROWS] % {"most": 5000}
        assert "7" in FILE_PROBLEM_TEXTS[FileProblem.LONG_CELL] % {"row": 7, "most": 500}


def test_detected_columns_apply_until_others_are_chosen():
    columns = form("Takım;Oyuncu 1;Oyuncu 2", "Kuzey;Ali Kaya;Ece Su")
    assert columns.is_valid()
    assert [column.field.value() for column in columns.columns] == ["name", "player_1", "player_2"]
    data = {"shown": columns.shown, "heading": "1", "sheet": "0", "column_0": "club", "column_1": "player_1"}
    chosen = form("Takım;Oyuncu 1;Oyuncu 2", "Kuzey;Ali Kaya;Ece Su", posted=data)
    assert [column.field.value() for column in chosen.columns] == ["club", "player_1", "player_2"]
    assert [entry.club for entry in lines(chosen).entries] == ["Kuzey"]


def test_another_heading_row_is_matched_again():
    rows = ("Oyuncular;Kulüp", "Kulüp;Oyuncular", "Kordon;Ali Kaya - Ece Su")
    first = form(*rows)
    data = {"shown": first.shown, "sheet": "0", "heading": "2", "column_0": "players", "column_1": "club"}
    rematched = form(*rows, posted=data)
    assert [column.field.value() for column in rematched.columns] == ["club", "players"]
    assert [entry.players for entry in lines(rematched).entries] == [("Ali Kaya", "Ece Su")]


@pytest.mark.parametrize("typed", ["-1", "99", "x", "9" * 5000, ""])
def test_missing_row_or_sheet_cannot_be_chosen(typed):
    columns = form("Oyuncular", "Ali - Ece", posted={"shown": "0-1", "heading": typed, "sheet": typed})
    assert columns.found.heading_row == 1


def test_sheet_with_known_columns_is_preselected():
    grids = read_tables(xlsx([["Salon", "Adres"], ["A", "B"]], CLUB_LIST))
    columns = ColumnsForm(grids, kind=EntrantKind.PAIRS)
    assert columns.grid.sheet == "Liste 2"
    other = ColumnsForm(grids, kind=EntrantKind.PAIRS, posted={"sheet": "0", "shown": columns.shown})
    assert other.grid.sheet == "Liste 1"


@pytest.mark.parametrize(
    ("rows", "posted", "field"),
    [
        (("Telefon;Kulüp", "1;Kordon"), {}, "__all__"),
        (("Kulüp;Oyuncular", "Kordon;Ali - Ece"), {"column_0": "players"}, "column_1"),
        (("Kulüp;Oyuncular", "Kordon;Ali - Ece"), {"column_1": "<script>"}, "column_1"),
    ],
)
def test_invalid_choice_is_rejected_without_rows(rows, posted, field):
    shown = form(*rows).shown
    columns = form(*rows, posted={"shown": shown, "heading": "1", "sheet": "0", **posted})
    assert field in columns.errors
    assert lines(columns).lines == []


def test_merged_rows_are_rejected_by_name():
    (grid,) = read_tables(
        xlsx([["1. Oyuncu", "2. Oyuncu"], ["A B", "C D"], ["E F", "G H"]], merged=["C2:C3"])
    )
    columns = ColumnsForm([grid], kind=EntrantKind.PAIRS)
    assert "C2:C3" in str(columns.non_field_errors())


def test_pair_name_merged_over_two_players_is_accepted():
    rows = [["Takım", "Oyuncu"], ["Kuzey", "Ali Kaya"], ["", "Ece Su"]]
    (grid,) = read_tables(xlsx(rows, merged=["C2:C3"]))
    columns = ColumnsForm([grid], kind=EntrantKind.PAIRS)
    assert not columns.errors
    assert [entry.players for entry in lines(columns).entries] == [("Ali Kaya", "Ece Su")]


def test_repeated_heading_is_reported():
    assert "Kulüp" in form("Kulüp;Oyuncular;Kulüp", "x;Ali - Ece;y").warning_texts[0]
    assert form("Kulüp;Oyuncular", "x;Ali - Ece").warning_texts == []


def test_rows_conflict_with_entrants_and_each_other():
    columns = form(
        "Takım;Oyuncular", "Kuzey;Ali Kaya - Ece Su", "kuzey;Can Öz - Nil Er", "Batı;Oya Ay - Can Öz"
    )
    read = lines(columns, TakenNames({"Batı": "x"}, {"Ali Kaya": "Doğu"}))
    sentences_by_line = {row.line.number: " ".join(row.texts) for row in read.explained_errors.rows}
    assert set(sentences_by_line) == {2, 3, 4}
    assert "Doğu" in sentences_by_line[2]
    assert "2" in sentences_by_line[3]
    assert read.unsolved_text({}, entered=True).splitlines()[0] == "Kuzey; Ali Kaya; Ece Su"


def test_ratings_seeds_and_pots_are_read_and_checked():
    rows = ("Ad Soyad;Puan;Seri Başı;Torba", "Ali Kaya;1450.0;2;1", "Ece Su;çok;0;3000", "Can Öz;;;", ";1;;")
    read = lines(form(*rows, kind=EntrantKind.SINGLES))
    assert [(entry.rating, entry.seed, entry.pot) for entry in read.entries] == [
        (1450, 2, 1),
        (None, None, None),
    ]
    sentences_by_line = {row.line.number: row.texts for row in read.explained_errors.rows}
    assert len(sentences_by_line[3]) == 3
    assert sentences_by_line[5] == [str(ROW_PROBLEMS[next(iter(ROW_PROBLEMS))])]


def test_digest_depends_on_the_columns():
    with_clubs, with_points = form("Oyuncular;Kulüp", "Ali - Ece;x"), form("Oyuncular;Puan", "Ali - Ece;x")
    assert lines(with_clubs).digest != lines(with_points).digest


def test_carried_table_is_signed():
    grids = read_tables(xlsx(CLUB_LIST, [["x"]]))
    carried = sign_tables(grids)
    assert load_signed_tables(carried) == grids
    assert load_signed_tables(carried[:-1]) == load_signed_tables("") == load_signed_tables("x:y:z") == []


def test_carried_table_is_compressed():
    grid = Grid([(n, (str(n), f"Ali Kaya{n}", f"Ece Demir{n}", "Kordon Spor", "1450")) for n in range(2048)])
    assert len(sign_tables([grid])) < 60_000


def test_missing_or_bad_input_is_an_error_at_its_field():
    empty = EntryFileForm({"cells": "  "})
    assert not empty.is_valid()
    assert "file" in empty.errors
    assert EntryFileForm({"cells": "Ali;Ece"}).is_valid()
    assert "cells" in EntryFileForm({"cells": "x;" * 70}).errors
