from __future__ import annotations

import zipfile
from io import BytesIO

import pytest
import xlsxwriter

from tests.tournaments.spreadsheets.hostile_files import SHEET, text_cell, workbook
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, altered, ods, xlsx, zipped
from tournaments.spreadsheets.errors import BadFile, FileProblem
from tournaments.spreadsheets.file_types import MAX_BYTES, read_tables
from tournaments.spreadsheets.grid import (
    MAX_CELL_LENGTH,
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_MERGED,
    MAX_ROWS,
    MAX_SHEETS,
    Grid,
    MergedRange,
)
from tournaments.spreadsheets.zip_safety import unpack_parts

ROW = ["Kuzey", "Ali Kaya", "Ece Demir"]


def read(content: bytes) -> Grid:
    (grid,) = read_tables(content)
    return grid


def problem_of(content: bytes) -> FileProblem:
    with pytest.raises(BadFile) as refused:
        read_tables(content)
    return refused.value.problem


@pytest.mark.parametrize("workbook", [xlsx, ods])
def test_workbook_of_a_club_keeps_row_numbers_and_whole_numbers(workbook):
    rows = dict(read(workbook(CLUB_LIST)).rows)
    assert list(rows) == [1, 3, 4, 6, 7]
    assert rows[4] == ("1", "Kuzey", "Ali Kaya", "Ece Demir", "5321234567", "Kordon", "1450")
    assert rows[7] == ("3", "", "Can Su", "Nil Er")


def test_table_that_starts_lower_and_further_right_keeps_its_position():
    assert read(xlsx([[], [], ["", "", *ROW]])).rows == [(3, ("", "", *ROW))]
    assert read(ods([[], [], ["", "", *ROW]])).rows == [(3, ("", "", *ROW))]


def test_lines_of_a_cell_are_joined_by_a_separator():
    assert read(xlsx([["Ali Kaya\nEce  Demir\n"]])).rows == [(1, ("Ali Kaya / Ece Demir",))]


def test_invisible_characters_are_removed():
    assert read(xlsx([["\u200eAli\xa0 Kaya\x02", "\ufeff"]])).rows == [(1, ("Ali Kaya",))]


def test_visible_sheets_with_content_are_read():
    grids = read_tables(xlsx([ROW], [], [ROW, ROW], [ROW], hidden=(3,)))
    assert [(grid.sheet, len(grid.rows)) for grid in grids] == [("Liste 1", 1), ("Liste 3", 2)]


def test_merged_rows_are_reported():
    assert read(xlsx([ROW, ROW], merged=["D1:D2", "E1:F1"])).merged == [MergedRange(1, 2, "D1:D2")]
    spans = '<table:table-row><table:table-cell table:number-rows-spanned="3"/></table:table-row>'
    assert read(ods([ROW], extra=spans)).merged == [MergedRange(2, 4)]


def test_merged_cells_are_reported_by_sheet():
    table = '</table:table><table:table table:name="B"><table:table-row>{}</table:table-row>'
    cell = '<table:table-cell office:value-type="string" {}><text:p>x</text:p></table:table-cell>'
    first, second = read_tables(ods([ROW], extra=table.format(cell.format('table:number-rows-spanned="2"'))))
    assert (first.merged, second.merged) == ([], [MergedRange(1, 2)])


def test_hidden_rows_and_columns_are_marked():
    file = BytesIO()
    with xlsxwriter.Workbook(file) as workbook:
        workbook.add_worksheet("Boş")
        sheet = workbook.add_worksheet("Liste")
        for number in range(4):
            sheet.write_row(number, 0, ROW)
        sheet.set_row(1, None, None, {"hidden": True})
        sheet.set_row(3, 0)
        sheet.set_row(20, None, None, {"hidden": True})
        sheet.set_column(1, 1, 8, None, {"hidden": True})
    grid = read(file.getvalue())
    assert (sorted(grid.hidden_rows), sorted(grid.hidden_columns)) == ([2, 4], [1])
    assert [number for number, _cells in grid.without_hidden_rows(below=2).rows] == [1, 2, 3]


def test_hidden_rows_and_columns_of_an_ods_file_are_marked():
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    extra = (
        '<table:table-column/><table:table-column table:visibility="collapse"/>'
        f'<table:table-row table:visibility="filter" table:number-rows-repeated="2">{cell}</table:table-row>'
    )
    grid = read(ods([ROW], extra=extra))
    assert (sorted(grid.hidden_rows), sorted(grid.hidden_columns)) == ([2, 3], [1])


def test_number_of_sheets_is_limited():
    assert len(read_tables(xlsx(*[[ROW]] * MAX_SHEETS, []))) == MAX_SHEETS
    assert problem_of(xlsx(*[[ROW]] * (MAX_SHEETS + 1))) == FileProblem.TOO_MUCH


def test_merged_cells_of_all_sheets_are_limited():
    each = MAX_MERGED // MAX_SHEETS
    ranges = "".join(f'<mergeCell ref="C{2 * n}:C{2 * n + 1}"/>' for n in range(1, each + 1))
    row = f'<row r="1">{text_cell("A1")}</row>'
    tables = workbook(row, sheets=MAX_SHEETS, after=f"<mergeCells>{ranges}</mergeCells>")
    assert sum(len(grid.merged) for grid in read_tables(tables)) == MAX_MERGED
    more = f'<mergeCells>{ranges}<mergeCell ref="D1:D2"/></mergeCells>'
    assert problem_of(workbook(row, sheets=MAX_SHEETS, after=more)) == FileProblem.TOO_MUCH


@pytest.mark.parametrize(
    "extra",
    [
        '</table:table><table:table table:name="Sayfa1"><table:table-row/>',
        (
            '<table:table-row><table:table-cell><table:table table:name="B"/></table:table-cell>'
            "</table:table-row>"
        ),
        (
            '</table:table><table:tracked-changes><table:table table:name="B"/></table:tracked-changes>'
            '<table:table table:name="C">'
        ),
    ],
    ids=["same name", "inside a cell", "tracked change"],
)
def test_nested_table_is_rejected(extra):
    assert problem_of(ods([ROW], extra=extra)) == FileProblem.UNREADABLE


def test_sheet_in_utf_16_is_rejected():
    with zipfile.ZipFile(BytesIO(xlsx([ROW]))) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts[SHEET] = parts[SHEET].decode().replace("UTF-8", "UTF-16").encode("utf-16")
    assert problem_of(zipped(**parts)) == FileProblem.UNREADABLE


@pytest.mark.parametrize(
    "cells",
    [
        '<row r="1"><c r="A99999999999999999999" t="str"><v>x</v></c></row>',
        "<row r='1'><c\tt='str' r = 'AAAA1'><v>x</v></c></row>",
        '<row spans="1:2" r="99999999"><c t="str"><v>x</v></c></row>',
    ],
)
def test_cells_beyond_any_sheet_are_rejected_unread(cells):
    with pytest.raises(BadFile) as refused:
        unpack_parts(workbook(cells))
    assert refused.value.problem == FileProblem.UNREADABLE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1254"])
@pytest.mark.parametrize("between", [";", ",", "\t", "|"])
def test_csv_of_any_spreadsheet_is_read(encoding, between):
    rows = [["Takım", "Oyuncular"], ["Şölen", "Işık Çağ ve Öz İğde"], ["Güney", "Ali Kaya ve Ece Su"]]
    text = "\r\n".join(between.join(row) for row in rows)
    assert [list(cells) for _number, cells in read(text.encode(encoding)).rows] == rows


def test_csv_of_turkish_excel_is_read():
    assert read(b"Ad\xfd;Ku\xfeadas\xfd\r\n\xdeule;\xddzmir\r\n").rows[1] == (2, ("Şule", "İzmir"))


def test_delimiter_can_be_declared_and_quoted():
    assert read(b'sep=,\r\n"Kaya, Ali",Ece;Su\r\n').rows == [(1, ("Kaya, Ali", "Ece;Su"))]
    assert read(b'"Ali\nEce";Kuzey\n\nCan;Oya\n').rows == [(1, ("Ali / Ece", "Kuzey")), (3, ("Can", "Oya"))]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Kaya, Ali;Demir, Ece", ("Kaya, Ali", "Demir, Ece")),
        ("Kaya,Ali;Demir,Ece;Kordon", ("Kaya,Ali", "Demir,Ece", "Kordon")),
        ("Kaya, Ali|Demir, Ece", ("Kaya, Ali", "Demir, Ece")),
        ("Kaya, Ali\tDemir, Ece", ("Kaya, Ali", "Demir, Ece")),
        ("Ali Kaya, Ece Demir, Kordon", ("Ali Kaya", "Ece Demir", "Kordon")),
        ("Ali;1,5", ("Ali", "1,5")),
    ],
)
def test_separator_of_the_columns_is_what_makes_every_row_alike(text, cells):
    assert read(f"{text}\n{text}\n".encode()).rows[1] == (2, cells)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", FileProblem.EMPTY),
        (b"\r\n ; ;\r\n", FileProblem.EMPTY),
        (xlsx([]), FileProblem.EMPTY),
        (b"x" * (MAX_BYTES + 1), FileProblem.TOO_LARGE),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, FileProblem.OLD_EXCEL),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), FileProblem.ENCRYPTED),
        (b"%PDF-1.7\n", FileProblem.PDF),
        (b"\x89PNG\r\n\x1a\n", FileProblem.PICTURE),
        (b"\xff\xd8\xff\xe0", FileProblem.PICTURE),
        (b"\0\0\0\x18ftypheic", FileProblem.PICTURE),
        (b"{\\rtf1", FileProblem.WORD),
        (zipped(**{"word/document.xml": "<w/>"}), FileProblem.WORD),
        (zipped(anything="else"), FileProblem.NO_TABLE),
        (b"\x1f\x8b\x08", FileProblem.NO_TABLE),
        (b'{"name": "Ali Kaya"}', FileProblem.NO_TABLE),
        (b' [{"name": "Ali Kaya"}]', FileProblem.NO_TABLE),
        (b"\n<html><table><tr><td>Ali Kaya</td></tr></table></html>", FileProblem.MARKUP),
        ("<?xml version='1.0'?><Workbook/>".encode("utf-16"), FileProblem.MARKUP),
        (b"begin:vcard\r\nFN:Ali Kaya\r\nEND:VCARD\r\n", FileProblem.CONTACTS),
        (b"Ali\x8dKaya\xff\x90", FileProblem.NOT_TEXT),
        (b"Ali\x00\x01\x02Kaya", FileProblem.NOT_TEXT),
        (b"PK\x03\x04 and no more", FileProblem.DAMAGED),
        (xlsx([ROW])[:-40], FileProblem.DAMAGED),
        (altered(xlsx([ROW]), SHEET, "<sheetData>", "<sheetData><"), FileProblem.DAMAGED),
        (
            altered(xlsx([ROW]), SHEET, "<worksheet", "<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet"),
            FileProblem.DAMAGED,
        ),
        (altered(xlsx([ROW]), "xl/sharedStrings.xml", "<sst", "<!DOCTYPE a><sst"), FileProblem.DAMAGED),
        (altered(xlsx([ROW]), SHEET, 'r="A1"', f'r="A{2 * MAX_ROWS + 1}"'), FileProblem.ROWS),
        (altered(xlsx([ROW]), SHEET, 'r="C1"', 'r="XFD1"'), FileProblem.COLUMNS),
        (xlsx([[f"Ali {number}"] for number in range(MAX_ROWS + 1)]), FileProblem.ROWS),
        (b"Ali;Kaya\n" * 50_000, FileProblem.ROWS),
        (xlsx([["x"] * (MAX_COLUMNS + 1)]), FileProblem.COLUMNS),
        (b";".join([b"x"] * (MAX_COLUMNS + 1)), FileProblem.COLUMNS),
        (b"x" * (MAX_CELL_LENGTH + 1), FileProblem.LONG_CELL),
        (b'Ali;"Kaya\n' + b"Can;Oya\n" * 200, FileProblem.OPEN_QUOTE),
        (b'Ali;Kaya\n"Can;Oya\n', FileProblem.OPEN_QUOTE),
        (b'Ali;"Kaya\n' + b"Can;Oya\n" * 20_000, FileProblem.DAMAGED),
        (b"\n".join([b"x" * MAX_CELL_LENGTH] * (MAX_LETTERS // MAX_CELL_LENGTH + 1)), FileProblem.TOO_MUCH),
    ],
)
def test_problem_of_a_file_is_named(content, why):
    assert problem_of(content) is why


def test_closed_or_inner_quotation_marks_are_accepted():
    assert read(b'Ali "Baba" Kaya;5" \n"Can ""Su""";x\n"Oya" Er;y\n').rows == [
        (1, ('Ali "Baba" Kaya', '5"')),
        (2, ('Can "Su"', "x")),
        (3, ("Oya Er", "y")),
    ]


def test_encrypted_part_is_reported():
    content = bytearray(zipped(**{"xl/workbook.xml": "<workbook/>"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert problem_of(bytes(content)) is FileProblem.ENCRYPTED


REPEATED = (
    '<table:table-row table:number-rows-repeated="{}">'
    '<table:table-cell office:value-type="string" {}><text:p>x</text:p>'
)
ENDS = "</table:table-cell></table:table-row>"


@pytest.mark.parametrize(
    ("rows", "columns", "why"),
    [(1_048_575, "", FileProblem.ROWS), (1, 'table:number-columns-repeated="16384"', FileProblem.COLUMNS)],
)
def test_cell_repeated_a_million_times_is_rejected(rows, columns, why):
    assert problem_of(ods([ROW], extra=REPEATED.format(rows, columns) + ENDS)) is why


def test_empty_rows_and_cells_may_repeat_without_limit():
    extra = '<table:table-row table:number-rows-repeated="1048575"><table:table-cell'
    extra += ' table:number-columns-repeated="16384"/></table:table-row>'
    assert read(ods([ROW], extra=extra)).rows == [(1, tuple(ROW))]


def test_duplicate_part_is_rejected():
    file = BytesIO(xlsx([ROW]))
    with zipfile.ZipFile(file, "a") as packed, pytest.warns(UserWarning, match="Duplicate name"):
        packed.writestr(SHEET, "<worksheet/>")
    assert problem_of(file.getvalue()) is FileProblem.DAMAGED


def test_grid_survives_conversion_to_json():
    grid = read(xlsx([ROW, ROW], merged=["D1:D2"]))
    assert Grid.from_json_values(grid.json_values) == grid
