"""Lists as clubs have them; the files in tests/data/imports were read wrongly once."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import open_tournament
from tests.tournaments.spreadsheets.sample_tables import TypedCell, ods
from tournaments.models import Club, Entrant, LogRow, PersonCard, Tournament
from tournaments.naming.line_problems import DoubtKind
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

LISTS = Path(__file__).parents[3] / "data" / "imports"


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return open_tournament(club=club)


@pytest.fixture
def singles(club: Club) -> Tournament:
    return open_tournament(club=club, kind="singles", stages=(StageSettings("tables", 1, 3),))


def import_address(tournament: Tournament) -> str:
    return reverse("tournaments:entrants_from_file", args=[tournament.public_id])


def upload(client: Client, tournament: Tournament, file: str | bytes, **posted: str) -> Any:
    content = file if isinstance(file, bytes) else (LISTS / file).read_bytes()
    upload = SimpleUploadedFile("liste.csv", content)
    return client.post(import_address(tournament), {"file": upload, **posted})


def form_fields(response: Any, **answers: str) -> dict[str, Any]:
    """What the page's form sends, unchanged but for `answers`."""
    columns = response.context["columns"]
    chosen = {field.html_name: field.value() for field in columns if field.html_name != "leave_out"}
    ticked = {name: value for name, value in chosen.items() if value not in (None, False)}
    carried = {"table": response.context["table"], "shown": columns.shown}
    return {**ticked, **carried, "previewed": response.context["rows"].digest, **answers}


def enter(client: Client, tournament: Tournament, response: Any, **answers: str) -> Any:
    return client.post(import_address(tournament), form_fields(response, **answers))


def entered(tournament: Tournament) -> list[tuple[str, ...]]:
    return [
        tuple(row.player.real_name for row in entrant.roster.order_by("place"))
        for entrant in tournament.entrants.order_by("number")
    ]


def test_answers_of_a_google_form_are_pairs_with_phones(organizer_client, tournament):
    preview = upload(organizer_client, tournament, "02_google_form_tr.csv")
    assert enter(organizer_client, tournament, preview).status_code == 303
    assert entered(tournament) == [("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak")]
    assert list(Entrant.objects.order_by("number").values_list("name", "club_name")) == [
        ("Kaya – Demir", "Kordon"),
        ("Öz – Ak", "Sahil"),
    ]
    phones = PersonCard.objects.order_by("pk").values_list("player__name", "phone", "agreed_on")
    assert list(phones) == [("Ali Kaya", "0532 111 22 33", None), ("Can Öz", "0533 111 22 33", None)]
    assert "0532" not in "".join(LogRow.objects.values_list("after", flat=True))


def test_answers_of_a_google_form_in_a_workbook_are_pairs(organizer_client, tournament):
    preview = upload(organizer_client, tournament, "02_google_form_tr.xlsx")
    assert enter(organizer_client, tournament, preview).status_code == 303
    assert entered(tournament) == [("Ali Kaya", "Ece Demir")]


def test_imported_phone_does_not_replace_a_stored_one(organizer_client, club, tournament):
    table = "Ad Soyad;Telefon;Eşi;Eşinin telefonu\nAli Kaya;{};Ece Demir;{}"
    first = upload(organizer_client, tournament, table.format("0532 111 22 33", "").encode())
    enter(organizer_client, tournament, first)
    other = open_tournament(club=club, name="Kış")
    second = upload(organizer_client, other, table.format("0555 555 55 55", "0533 111 22 33").encode())
    assert enter(organizer_client, other, second).status_code == 303
    assert dict(PersonCard.objects.values_list("player__name", "phone")) == {
        "Ali Kaya": "0532 111 22 33",
        "Ece Demir": "0533 111 22 33",
    }


def test_row_that_may_be_headings_is_entered_only_if_confirmed(organizer_client, tournament):
    table = "Katılan;Yanında kim var?\nAli Kaya;Ece Demir\n".encode()
    preview = upload(organizer_client, tournament, table)
    (doubtful,) = preview.context["rows"].explained_errors.rows
    assert [doubt.kind for doubt in doubtful.line.doubts] == [DoubtKind.TITLE, DoubtKind.REMARK]
    assert 'data-test="doubtful-line"' in preview.content.decode()
    assert enter(organizer_client, tournament, preview).status_code == 422
    assert entered(tournament) == []
    confirmed = {doubtful.confirm_field: "on"}
    shown = organizer_client.post(
        import_address(tournament), form_fields(preview, **confirmed), headers={"HX-Request": "true"}
    )
    assert [row.is_confirmed for row in shown.context["rows"].lines_with_questions.rows] == [True, False]
    assert enter(organizer_client, tournament, preview, **confirmed).status_code == 303
    assert entered(tournament) == [("Katılan", "Yanında kim var"), ("Ali Kaya", "Ece Demir")]


def test_bad_phone_is_a_fault_of_its_row(organizer_client, tournament):
    table = "Ad Soyad;Eşi;Telefon\nAli Kaya;Ece Demir;0532\nCan Öz;Su Ak;yok\n".encode()
    rows = upload(organizer_client, tournament, table).context["rows"]
    assert [[problem.value for problem in line.problems] for line in rows.lines] == [["phone"], []]


def test_payments_of_a_list_are_stored_and_unclear_ones_are_faults(organizer_client, tournament):
    table = (
        "Ad Soyad;Eşi;Ödendi mi?\nAli Kaya;Ece Demir;evet\nCan Öz;Su Ak;\nIraz Ay;Nil Tan;nakit\n".encode()
    )
    preview = upload(organizer_client, tournament, table)
    lines = preview.context["rows"].lines
    assert [line.paid for line in lines[:2]] == [True, False]
    assert [problem.value for problem in lines[2].problems] == ["paid"]
    assert preview.content.decode().count('data-test="paid"') == 1
    assert enter(organizer_client, tournament, preview, leave_out="on").status_code == 303
    assert [entrant.has_paid for entrant in tournament.entrants.order_by("number")] == [True, False]
    assert list(LogRow.objects.filter(action="entrant_paid").values_list("subject", flat=True)) == [
        str(tournament.entrants.get(number=1).public_id)
    ]


def paste(client: Client, tournament: Tournament, text: str, **answers: str) -> Any:
    return client.post(
        reverse("tournaments:paste_entrants", args=[tournament.public_id]), {"lines": text, **answers}
    )


def test_list_from_whatsapp_is_read_without_its_signs(organizer_client, tournament):
    text = (LISTS / "03_whatsapp.txt").read_text()
    preview = paste(organizer_client, tournament, text)
    pasted = preview.context["pasted"]
    assert [(line.name, line.players) for line in pasted.valid_lines] == [
        ("Kaya – Demir", ("Ali Kaya", "Ece Demir")),
        ("Er – Işık", ("Veli Er", "Naz Işık")),
        ("Al – Can", ("Mert Al", "Ege Can")),
        ("Kuzey", ("Deniz Ay", "Ece Gül")),
        ("Al – Su", ("Cem Al", "Ela Su")),
    ]
    page = preview.content.decode()
    assert ('data-test="store-phones"' in page, page.count('data-test="phone"')) == (True, 2)
    assert paste(organizer_client, tournament, text, previewed=pasted.digest).status_code == 303
    assert len(entered(tournament)) == 5
    assert not PersonCard.objects.exists()


def test_phones_beside_names_are_stored_if_ticked(organizer_client, tournament):
    text = (LISTS / "03_whatsapp.txt").read_text()
    digest = paste(organizer_client, tournament, text).context["pasted"].digest
    paste(organizer_client, tournament, text, previewed=digest, store_phones="on")
    assert dict(PersonCard.objects.values_list("player__name", "phone")) == {
        "Mert Al": "0532 111 22 33",
        "Ege Can": "0533 222 33 44",
    }


def test_reserve_pair_is_entered_only_if_confirmed(organizer_client, tournament):
    text = "Ali Kaya - Ece Demir\nCan Öz - Su Ak (yedek)"
    pasted = paste(organizer_client, tournament, text).context["pasted"]
    (row,) = pasted.explained_errors.rows
    refused = paste(organizer_client, tournament, text, previewed=pasted.digest)
    assert (refused.status_code, entered(tournament)) == (422, [])
    paste(organizer_client, tournament, text, previewed=pasted.digest, **{row.confirm_field: "on"})
    assert entered(tournament) == [("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak")]


def test_cells_of_a_table_lose_the_same_signs(organizer_client, tournament):
    table = "Ad Soyad;Eşi\n1️⃣ Ali Kaya 0532 111 22 33;Ece Demir ✅ (ödendi)\nCan Öz;Su Ak (yedek)\n"
    rows = upload(organizer_client, tournament, table.encode()).context["rows"]
    assert [(line.players, len(line.doubts)) for line in rows.lines] == [
        (("Ali Kaya", "Ece Demir"), 0),
        (("Can Öz", "Su Ak"), 1),
    ]
    assert rows.lines[0].found_phones == ("0532 111 22 33", "")


def test_cells_with_ticks_and_crosses_are_read_like_lines(organizer_client, tournament):
    table = (
        "Takım;Oyuncu 1;Oyuncu 2\nKuzey ✅;Ali Kaya;Ece Demir\nBatı;Can Öz;Su Ak ❌\nDoğu;Efe Er ✅;Nil Ay\n"
    )
    rows = upload(organizer_client, tournament, table.encode()).context["rows"]
    assert [(line.name, line.paid, [doubt.text for doubt in line.doubts]) for line in rows.lines] == [
        ("Kuzey", True, []),
        ("Batı", False, ["❌"]),
        ("Doğu", False, ["✅"]),
    ]


@pytest.mark.parametrize("means_paid", [True, False])
def test_tick_is_taken_as_paid_unless_it_means_something_else(organizer_client, tournament, means_paid):
    text = "Ali Kaya - Ece Demir ✅\nCan Öz - Su Ak (ödendi)\nEfe Er - Nil Ay ❌"
    answer = {} if means_paid else {"ticks_not_paid": "on"}
    preview = paste(organizer_client, tournament, text, **answer)
    page = preview.content.decode()
    assert (page.count('data-test="paid"'), 'data-test="ticks-not-paid"' in page) == (1 + means_paid, True)
    assert page.count('data-test="doubtful-line"') == 1
    sent = {"previewed": preview.context["pasted"].digest, "leave_out": "on", **answer}
    assert paste(organizer_client, tournament, text, **sent).status_code == 303
    paid = [entrant.has_paid for entrant in tournament.entrants.order_by("number")]
    assert paid == [means_paid, True]


def test_surnames_in_the_first_column_come_last(organizer_client, tournament, singles):
    preview = upload(organizer_client, tournament, "04_surname_first_pairs.csv")
    assert preview.context["columns"].column_match.surname_first
    assert enter(organizer_client, tournament, preview).status_code == 303
    assert entered(tournament) == [("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak")]
    enter(organizer_client, singles, upload(organizer_client, singles, "04_surname_first_singles.csv"))
    assert entered(singles) == [("Ali Kaya",), ("Ece Demir",)]
    assert set(singles.entrants.values_list("club_name", flat=True)) == {"Kordon"}


def test_order_of_names_can_be_changed(organizer_client, singles):
    preview = upload(organizer_client, singles, b"Ad Soyad\nKaya Ali\nDemir Ece Nur\n")
    assert not preview.context["columns"].column_match.surname_first
    changed = enter(organizer_client, singles, preview, surname_first="on")
    assert (changed.status_code, entered(singles)) == (200, [])
    assert enter(organizer_client, singles, changed).status_code == 303
    assert entered(singles) == [("Ali Kaya",), ("Ece Nur Demir",)]


@pytest.mark.parametrize(("answer", "name"), [({}, "Şule Işık"), ({"keep_capitals": "on"}, "ŞULE IŞIK")])
def test_capitals_become_title_case_unless_they_are_kept(organizer_client, tournament, answer, name):
    text = "ŞULE IŞIK - Ece DEMİR"
    preview = paste(organizer_client, tournament, text, **answer)
    assert 'data-test="keep-capitals"' in preview.content.decode()
    digest = preview.context["pasted"].digest
    assert paste(organizer_client, tournament, text, previewed=digest, **answer).status_code == 303
    assert entered(tournament)[0][0] == name


def test_table_pasted_with_its_headings_is_read_by_them(organizer_client, tournament):
    text = "Zaman damgası\tSoyadı\tAdı\tEşinizin Adı Soyadı\n20.11.2026 21:03\tKaya\tAli\tEce Demir\n"
    pasted = paste(organizer_client, tournament, text).context["pasted"]
    assert [line.players for line in pasted.valid_lines] == [("Ali Kaya", "Ece Demir")]


def test_commas_inside_names_do_not_separate_columns(organizer_client, club, tournament):
    enter(organizer_client, tournament, upload(organizer_client, tournament, "24_commas_in_names.csv"))
    assert entered(tournament) == [("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak")]
    other = open_tournament(club=club, name="Kış")
    pasted = paste(organizer_client, other, (LISTS / "24_commas_in_names.csv").read_text()).context["pasted"]
    assert [line.players for line in pasted.valid_lines] == entered(tournament)


def test_pairs_with_the_same_surnames_are_both_entered(organizer_client, tournament):
    text = (LISTS / "27_two_surnames.txt").read_text()
    digest = paste(organizer_client, tournament, text).context["pasted"].digest
    assert paste(organizer_client, tournament, text, previewed=digest).status_code == 303
    assert list(tournament.entrants.order_by("number").values_list("name", flat=True)) == [
        "Yılmaz – Kaya",
        "Can Yılmaz – Su Kaya",
    ]


def test_two_names_in_a_cell_of_singles_are_pointed_out(organizer_client, singles):
    table = "Ad Soyad;Kulüp\nAli Kaya & Ece Demir;x\nCan Öz, Su Ak;x\nKaya, Nil;x\n".encode()
    lines = upload(organizer_client, singles, table).context["rows"].lines
    assert [[problem.value for problem in line.problems] for line in lines] == [["several"], ["several"], []]
    assert lines[2].players == ("Nil Kaya",)


def test_file_without_columns_is_read_like_a_pasted_list(organizer_client, tournament):
    rows = upload(organizer_client, tournament, "03_whatsapp.txt").context["rows"]
    assert [line.name for line in rows.valid_lines] == [
        *("Kaya – Demir", "Er – Işık", "Al – Can", "Kuzey", "Al – Su")
    ]
    assert [line.number for line in rows.lines] == [1, 2, 3, 4, 5]


@pytest.mark.release
def test_hidden_rows_are_asked_about_and_hidden_columns_left_out(organizer_client, club, tournament):
    preview = upload(organizer_client, tournament, "10_filtered_rows.xlsx")
    assert preview.context["columns"].hidden_row_count == 4
    page = preview.content.decode()
    assert ('data-test="hidden-rows"' in page, page.count('data-test="hidden-column"')) == (True, 1)
    assert enter(organizer_client, tournament, preview).status_code == 303
    assert tournament.entrants.count() == 16
    other = open_tournament(club=club, name="Kış")
    again = upload(organizer_client, other, "10_filtered_rows.xlsx")
    shown = enter(organizer_client, other, again, take_hidden="on")
    assert (shown.status_code, other.entrants.count()) == (200, 0)
    assert enter(organizer_client, other, shown).status_code == 303
    assert other.entrants.count() == 20


def test_dates_and_the_like_are_no_names(organizer_client, tournament):
    rows = upload(organizer_client, tournament, "11_dates_as_names.xlsx").context["rows"]
    assert [[error.cell for error in line.line_errors] for line in rows.lines] == [
        *(["A2"], ["A3"], ["A4"], ["A5"], ["A6"])
    ]
    assert [row.texts[0].count(f"A{row.line.number}") for row in rows.explained_errors.rows] == [1] * 5


HEADINGS = ("Takım", "Oyuncu 1", "Oyuncu 2")
HIDDEN_ROW = "<table:table-row table:visibility='filter'>{}</table:table-row>".format(
    "".join(str(TypedCell("string", text, "string-value")) for text in ("Batı", "Su Ak", "Can Er"))
)


def test_hidden_rows_of_an_opendocument_file_are_asked_about(organizer_client, tournament):
    table = ods([HEADINGS, ("Kuzey", "Ali Kaya", "Ece Demir")], extra=HIDDEN_ROW)
    preview = upload(organizer_client, tournament, table)
    assert preview.context["columns"].hidden_row_count == 1
    assert enter(organizer_client, tournament, preview).status_code == 303
    assert entered(tournament) == [("Ali Kaya", "Ece Demir")]


@pytest.mark.release
@pytest.mark.parametrize(
    "cell",
    [
        TypedCell("date", "2026-05-19", "date-value", "19.May"),
        TypedCell("date", "2026-05-19T12:30:00", "date-value"),
        TypedCell("time", "PT12H30M00S", "time-value", "12:30"),
        TypedCell("boolean", "true", "boolean-value", "DOĞRU"),
        TypedCell("percentage", "0.5", shown="50%"),
        TypedCell("float", "0.5", shown="1/2"),
    ],
)
def test_dates_and_the_like_in_an_opendocument_file_are_no_names(organizer_client, tournament, cell):
    table = ods([HEADINGS, (cell, "Ali Kaya", "Ece Demir")])
    (line,) = upload(organizer_client, tournament, table).context["rows"].lines
    assert [(error.problem.value, error.cell) for error in line.line_errors] == [("no_text", "A2")]


@pytest.mark.parametrize(
    ("value", "number_format"),
    [(0.5208, "hh:mm"), (0.5208, "h:mm AM/PM"), (1.5208, "[h]:mm"), (46161.5208, "dd.mm.yyyy hh:mm")],
)
def test_times_in_a_workbook_are_no_names(organizer_client, tournament, value, number_format):
    file = BytesIO()
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_row(0, 0, ("Oyuncu 1", "Oyuncu 2"))
        sheet.write(1, 0, "Ali Kaya")
        sheet.write_number(1, 1, value, workbook.add_format({"num_format": number_format}))
    rows = upload(organizer_client, tournament, file.getvalue()).context["rows"]
    (line,) = rows.lines
    assert [(error.problem.value, error.cell) for error in line.line_errors] == [("no_text", "B2")]
    assert "B2" in rows.explained_errors.rows[0].texts[0]


def test_cells_merged_over_rows_stop_the_import_and_over_columns_miss_a_name(organizer_client, tournament):
    rows = [HEADINGS, ("Kuzey", "Ali Kaya", "Ece Demir"), ("Batı", "Su Ak", "")]
    over_rows = upload(organizer_client, tournament, merged_workbook(rows, "A2:A3", "Kuzey"))
    assert over_rows.context["columns"].errors
    assert enter(organizer_client, tournament, over_rows).status_code == 422
    over_columns = upload(organizer_client, tournament, merged_workbook(rows, "B3:C3", "Su Ak"))
    assert [[problem.value for problem in line.problems] for line in over_columns.context["rows"].lines] == [
        [],
        ["empty_name"],
    ]


def merged_workbook(rows: Sequence[Sequence[str]], cells: str, text: str) -> bytes:
    file = BytesIO()
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
        sheet.merge_range(cells, text)
    return file.getvalue()


@pytest.mark.release
@pytest.mark.parametrize(
    ("cell", "is_name"),
    [
        *(("2026-05-19", False), ("19.May", False), ("12:30", False), ("DOĞRU", False), ("0,5", False)),
        *(("#YOK", False), ("#DIV/0!", False), ("19 Mayıs", True), ("1907", True), ("Kuzey 2", True)),
    ],
)
def test_cells_of_a_text_file_are_checked_alike(organizer_client, tournament, cell, is_name):
    table = f"Takım;Oyuncu 1;Oyuncu 2\n{cell};Ali Kaya;Ece Demir\n".encode()
    (line,) = upload(organizer_client, tournament, table).context["rows"].lines
    assert [problem.value for problem in line.problems] == ([] if is_name else ["no_text"])


HEADING, FIRST, SECOND = "Adı Soyadı;Eşi\n", "Şule Işık;İnci Çağ\n", "Ömer Güneş;Gül Öz\n"


@pytest.mark.parametrize(
    ("table", "encoding"),
    [
        *(((HEADING + FIRST + SECOND).encode(encoding), encoding) for encoding in ("mac_turkish", "cp857")),
        (f"{HEADING}{FIRST}".encode() + SECOND.encode("cp1254"), "cp1254"),
    ],
    ids=["Macintosh", "DOS", "a row of Windows in UTF-8"],
)
def test_doubtful_encoding_is_asked_about(organizer_client, tournament, table, encoding):
    preview = upload(organizer_client, tournament, table)
    columns = preview.context["columns"]
    assert (columns.encodings[0], list(columns.errors)) == (encoding, ["encoding"])
    assert "Ömer Güneş" in dict(columns.encoding_samples)[encoding]
    page = preview.content.decode()
    assert 'data-test="encoding"' in page
    assert len(columns.encodings) > 1
    assert all(f'value="{choice}"' in page for choice in columns.encodings)
    assert enter(organizer_client, tournament, preview).status_code == 422
    chosen = enter(organizer_client, tournament, preview, encoding=encoding)
    assert (chosen.status_code, entered(tournament)) == (200, [])
    assert enter(organizer_client, tournament, chosen).status_code == 303
    assert entered(tournament) == [("Şule Işık", "İnci Çağ"), ("Ömer Güneş", "Gül Öz")]


def box(client: Client, tournament: Tournament) -> str:
    page = client.get(reverse("tournaments:entries", args=[tournament.public_id]))
    return str(page.context["paste_form"]["lines"].value() or "")


def test_row_entered_by_hand_leaves_the_box(organizer_client, tournament):
    table = "Takım;Oyuncu 1;Oyuncu 2\nKuzey;Ali Kaya;Ece Demir\nBatı;Iraz Er;\nDoğu;Can Öz;\nTOPLAM;3 çift;\n"
    preview = upload(organizer_client, tournament, table.encode())
    assert [line.number for line in preview.context["rows"].invalid_lines] == [3, 4]
    enter(organizer_client, tournament, preview, leave_out="on")
    assert box(organizer_client, tournament).splitlines() == ["Batı; Iraz Er;", "Doğu; Can Öz;"]
    typed = {"player_1": "Iraz Er", "player_2": "Su Ak"}
    organizer_client.post(reverse("tournaments:add_entrant", args=[tournament.public_id]), typed)
    assert box(organizer_client, tournament) == "Doğu; Can Öz;"
    assert paste(organizer_client, tournament, "", clear="1").status_code == 303
    assert box(organizer_client, tournament) == ""


def test_rows_that_are_on_the_list_stay_out_of_the_box(organizer_client, tournament):
    table = "Oyuncu 1;Oyuncu 2\nAli Kaya;Ece Demir\n{};{}\n"
    enter(organizer_client, tournament, upload(organizer_client, tournament, table.format("A", "B").encode()))
    again = upload(organizer_client, tournament, table.format("Can Öz", "Su Ak").encode())
    rows = again.context["rows"]
    assert (len(rows.entered_lines), rows.invalid_lines) == (1, [])
    (explained,) = rows.explained_entered_lines.rows
    assert len(explained.texts) == 1
    enter(organizer_client, tournament, again)
    assert (len(entered(tournament)), box(organizer_client, tournament)) == (3, "")
