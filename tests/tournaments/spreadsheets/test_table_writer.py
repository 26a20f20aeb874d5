from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from tests.tournaments.spreadsheets.sample_tables import altered
from tournaments.spreadsheets.column_letters import column_name
from tournaments.spreadsheets.csv_injection import FORMULA_SIGNS, escape_formula, unescape_formula
from tournaments.spreadsheets.file_types import read_tables
from tournaments.spreadsheets.table_writer import CHUNK_BYTES, FILE_TYPES, Cell, Sheet, as_csv, as_xlsx

MOMENT = datetime(2026, 11, 26, 19, 22, 7, tzinfo=UTC)
BAD = ['=HYPERLINK("http://x","y")', "+90 532", "-Ali", "@Ece", "＝1", "\t=1", " =1", "'=1", "''=1"]
MARKUP = '<r><t>a</t></r></is></c><c r="D2"><f>1+1</f></c><c r="E2" t="inlineStr"><is><r><t>b</t></r>'


def sheet(*rows: list[Cell], name: str = "Takımlar") -> Sheet:
    return Sheet(name, ["Ad", "Puan", "Ne zaman"], rows)


def in_csv(*rows: list[Cell], between: str = ";") -> list[list[str]]:
    text = b"".join(as_csv(sheet(*rows), delimiter=between)).decode("utf-8")
    assert text[0] == "\ufeff"
    return list(csv.reader(StringIO(text[1:], newline=""), delimiter=between))[1:]


def in_xlsx(*rows: list[Cell], name: str = "Takımlar") -> list[list[Any]]:
    with CalamineWorkbook.from_filelike(BytesIO(b"".join(as_xlsx(sheet(*rows, name=name))))) as workbook:
        return [list(row) for row in workbook.get_sheet_by_index(0).to_python()][1:]


@pytest.mark.parametrize(("between", "written"), [(";", "12,50"), (",", "12.50")])
def test_decimal_sign_follows_the_separator(between, written):
    assert in_csv([Decimal("12.50")], between=between) == [[written]]
    assert in_xlsx([Decimal("12.50")])[0][0] == 12.5


def test_texts_numbers_and_times_keep_their_type():
    row: list[Cell] = ['Şule; "Çağ"\nİğde', -101, MOMENT]
    assert in_csv(row) == [['Şule; "Çağ"\nİğde', "-101", "2026-11-26 19:22:07"]]
    assert in_csv(row, between=",") == in_csv(row)
    assert in_xlsx(row) == [['Şule; "Çağ"\nİğde', -101.0, MOMENT.replace(tzinfo=None)]]
    assert in_csv(["", None, None]) == [["", "", ""]]
    assert in_xlsx(["a", None, 0]) == [["a", "", 0.0]]


@pytest.mark.parametrize("value", BAD)
def test_formula_is_written_as_text(value):
    ((cell, *_more),) = in_csv([value, None, None])
    assert cell.startswith("'")
    assert not cell.startswith(FORMULA_SIGNS)
    assert unescape_formula(cell) == value
    assert in_xlsx([value, None, None])[0][0] == value
    packed = zipfile.ZipFile(BytesIO(b"".join(as_xlsx(sheet([value, 1, None])))))
    assert "<f>" not in packed.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize("value", [MARKUP, "<r>Ali & Ece</r>", "_x0041_", "a</t>"])
def test_markup_is_written_as_text(value):
    assert in_xlsx([value, 1, None]) == [[value, 1.0, ""]]


@pytest.mark.parametrize("value", ["Ali", "Ali-Ece", "'Ali'", "1450", "", "Ayşe = Fatma"])
def test_other_text_is_unchanged(value):
    assert escape_formula(value) == value == unescape_formula(value)


def test_invalid_characters_are_removed_and_long_cells_cut():
    assert in_xlsx(["a\x00\x0b<b>&\ud800", 1, None], name="[Takım]: a/b?*\\" + "x" * 40) == [
        ["a<b>&", 1.0, ""]
    ]
    assert len(str(in_xlsx(["x" * 40_000, 1, None])[0][0])) == 32_767


@pytest.mark.parametrize("ending", FILE_TYPES)
def test_long_table_is_streamed_and_read_lazily(ending):
    rows_read = []

    def rows() -> Iterator[list[Cell]]:
        for number in range(20_000):
            rows_read.append(number)
            yield [f"Ali Kaya {number * 7919 % 20_011}", number, MOMENT]

    write, _kind = FILE_TYPES[ending]
    pieces = write(Sheet("Eller", ["a", "b", "c"], rows()), delimiter=";")
    first = next(pieces)
    assert len(rows_read) < 15_000
    assert len(first) < 3 * CHUNK_BYTES
    assert len(rows_read) < len(list(pieces)) * 20_000


def test_written_workbook_can_be_read_back():
    content = b"".join(as_xlsx(sheet(["Ali", 1, MOMENT])))
    (grid,) = read_tables(content)
    assert (grid.sheet, len(grid.rows)) == ("Takımlar", 2)
    assert zipfile.ZipFile(BytesIO(content)).testzip() is None
    assert altered(content, "xl/styles.xml", "Calibri", "Arial")


def test_column_names_match_spreadsheets():
    assert [column_name(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]
