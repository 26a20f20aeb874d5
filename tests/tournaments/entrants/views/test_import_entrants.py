from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import drawn_tournament, open_tournament
from tests.tournaments.spreadsheets.hostile_files import workbook
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, ods, xlsx
from tournaments.entrants.domain import entry_list
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.spreadsheets.file_types import MAX_BYTES
from tournaments.stages.stage_settings import StageSettings
from tournaments.uploads.sandbox import account_slots
from tournaments.uploads.sandbox.account_slots import account_slot
from tournaments.web.long_lists import MOST_SHOWN

pytestmark = pytest.mark.django_db

CSV = "Takım;Oyuncular;Puan\r\nKuzey;Ali Kaya - Ece Demir;1450\r\nGüney;Can Su - Nil Er;\r\n".encode("cp1254")
BAD = "Takım;Oyuncular\nKuzey;Ali Kaya - Ece Demir\nGüney;Can Su\n".encode()


@pytest.fixture
def tournament(club) -> Tournament:
    return open_tournament(club=club)


def address(tournament: Tournament) -> str:
    return reverse("tournaments:entrants_from_file", args=[tournament.public_id])


def choose(client, tournament, content: bytes, name: str = "liste.csv"):
    return client.post(address(tournament), {"file": SimpleUploadedFile(name, content)})


def fields(answer) -> dict[str, Any]:
    columns = answer.context["columns"]
    chosen = {field.html_name: field.value() for field in columns if field.html_name != "leave_out"}
    carried = {"table": answer.context["table"], "shown": columns.shown}
    return {**chosen, **carried, "previewed": answer.context["rows"].digest}


def names() -> list[str]:
    return list(Entrant.objects.order_by("number").values_list("name", flat=True))


def test_page_asks_for_a_file_and_is_linked_from_the_list(organizer_client, tournament):
    page = organizer_client.get(address(tournament)).content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file"' in page
    entries = organizer_client.get(
        reverse("tournaments:entries", args=[tournament.public_id])
    ).content.decode()
    assert address(tournament) in entries


@pytest.mark.slow
@pytest.mark.parametrize("content", [xlsx(CLUB_LIST), ods(CLUB_LIST)])
def test_club_table_is_previewed_then_entered(organizer_client, tournament, content):
    preview_page = choose(organizer_client, tournament, content, "kayıt.xlsx")
    assert preview_page.status_code == 200
    assert [line.number for line in preview_page.context["rows"].valid_lines] == [4, 6, 7]
    assert not Entrant.objects.exists()
    assert not Player.objects.exists()
    response = organizer_client.post(address(tournament), fields(preview_page))
    assert (response.status_code, names()) == (303, ["Kuzey", "Güney", "Su – Er"])
    first, *_others = Entrant.objects.order_by("number")
    assert entry_list.entry_of(first) == ListedEntrant("Kuzey", ("Ali Kaya", "Ece Demir"), "Kordon", 1450)


def test_pasted_cells_are_a_table(organizer_client, tournament):
    preview_page = organizer_client.post(
        address(tournament), {"cells": "Ali Kaya\tEce Demir\t1450\nCan Su\tNil Er\t1300"}
    )
    assert organizer_client.post(address(tournament), fields(preview_page)).status_code == 303
    assert [entrant.rating for entrant in Entrant.objects.order_by("number")] == [1450, 1300]


def test_changed_columns_are_previewed_before_entering(organizer_client, tournament):
    preview_page = choose(organizer_client, tournament, CSV)
    changed = fields(preview_page) | {"column_2": "seed"}
    second_response = organizer_client.post(address(tournament), changed | {"column_2": "nothing"})
    assert (second_response.status_code, names()) == (200, [])
    assert organizer_client.post(address(tournament), fields(second_response)).status_code == 303
    assert [entrant.rating for entrant in Entrant.objects.order_by("number")] == [None, None]


def test_htmx_gets_only_the_form(organizer_client, tournament):
    preview_page = choose(organizer_client, tournament, CSV)
    form_data = fields(preview_page) | {"column_0": "club"}
    response = organizer_client.post(address(tournament), form_data, headers={"HX-Request": "true"})
    assert response.content.decode().strip().startswith('<form id="file-columns"')
    assert not Entrant.objects.exists()


def test_invalid_choice_is_reported_at_its_column(organizer_client, tournament):
    response = organizer_client.post(
        address(tournament), fields(choose(organizer_client, tournament, CSV)) | {"column_2": "name"}
    )
    assert response.status_code == 422
    assert "column_2" in response.context["columns"].errors
    assert not Entrant.objects.exists()


def test_bad_rows_must_be_left_out_and_stay_for_correction(organizer_client, tournament):
    form_data = fields(choose(organizer_client, tournament, BAD))
    refused = organizer_client.post(address(tournament), form_data)
    assert refused.status_code == 422
    assert refused.context["skip_unconfirmed"]
    assert not Entrant.objects.exists()
    again = organizer_client.post(
        address(tournament), form_data | {"leave_out": "on"}, headers={"HX-Request": "true"}
    )
    assert again.context["leave_out"] is True
    entered = organizer_client.post(address(tournament), form_data | {"leave_out": "on"})
    assert (entered.status_code, names()) == (303, ["Kuzey"])
    assert "Güney; Can Su" in organizer_client.get(entered.headers["Location"]).content.decode()


def test_same_file_again_enters_no_one_twice(organizer_client, tournament):
    organizer_client.post(address(tournament), fields(choose(organizer_client, tournament, CSV)))
    second_response = choose(organizer_client, tournament, CSV)
    rows = second_response.context["rows"]
    assert ([line.number for line in rows.entered_lines], rows.valid_lines, rows.invalid_lines) == (
        [2, 3],
        [],
        [],
    )
    assert organizer_client.post(address(tournament), fields(second_response)).status_code == 422
    assert len(names()) == 2


def test_concurrent_entry_is_rejected_by_the_list(organizer_client, tournament, monkeypatch):
    form_data = fields(choose(organizer_client, tournament, CSV))
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    response = organizer_client.post(address(tournament), form_data)
    assert response.status_code == 422
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.7",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        xlsx([["x"]])[:-30],
        workbook('<row><c r="xfd1048576" t="str"><v>x</v></c></row>' * 2),
        b"Ali;Kaya\n" * 50_000,
        b"x" * (MAX_BYTES + 10),
    ],
)
def test_bad_file_is_explained_and_stores_nothing(organizer_client, tournament, content):
    rows = LogRow.objects.count()
    response = choose(organizer_client, tournament, content)
    assert response.status_code == 422
    assert re.search(r'id="id_file_error"', response.content.decode())
    assert (Entrant.objects.count(), LogRow.objects.count()) == (0, rows)


def test_missing_file_is_rejected(organizer_client, tournament):
    assert organizer_client.post(address(tournament), {}).status_code == 422


def test_tampered_table_is_requested_again(organizer_client, tournament):
    response = organizer_client.post(address(tournament), {"table": "x"})
    assert (response.status_code, response.headers["Location"]) == (303, address(tournament))


def test_page_after_the_draw_has_no_file_field(organizer_client, club):
    page = organizer_client.get(address(drawn_tournament(club=club))).content.decode()
    assert 'type="file"' not in page


def test_known_people_are_reused(organizer_client, tournament, club):
    organizer_client.post(address(tournament), fields(choose(organizer_client, tournament, CSV)))
    other = open_tournament(club=club, name="Kış")
    preview_page = choose(organizer_client, other, CSV)
    assert 'name="who-' in preview_page.content.decode()
    organizer_client.post(address(other), fields(preview_page))
    assert Player.objects.count() == 4


def test_row_of_singles_is_one_player(organizer_client, club):
    singles = open_tournament(club=club, kind="singles", stages=(StageSettings("tables", 1, 3),))
    preview_page = choose(organizer_client, singles, "Adı;Soyadı;Kulüp\nŞule;Çağ;Kordon\n".encode())
    assert organizer_client.post(address(singles), fields(preview_page)).status_code == 303
    assert entry_list.entry_of(Entrant.objects.get()) == ListedEntrant("Şule Çağ", ("Şule Çağ",), "Kordon")


def test_thirty_rows_run_as_many_queries_as_one(
    organizer_client, tournament, django_assert_num_queries, django_assert_max_num_queries
):
    def table(rows: int) -> bytes:
        return "\n".join(f"Ali Kaya{number};Ece Su{number}" for number in range(rows)).encode()

    with django_assert_max_num_queries(25) as queries:
        choose(organizer_client, tournament, table(1))
    with django_assert_num_queries(len(queries)):
        choose(organizer_client, tournament, table(30))


def test_second_preview_of_an_account_is_rejected_while_the_first_runs(
    organizer_client, owner, tournament, monkeypatch
):
    preview_page = organizer_client.post(address(tournament), {"cells": "Ad Soyad\tKulüp\nAli Kaya\tKordon"})
    monkeypatch.setattr(account_slots, "MAX_WAIT_SECONDS", 0.0)
    with account_slot(owner.user.pk):
        for sent in (fields(preview_page), {"cells": "Ali Kaya\tEce Demir"}):
            refused = organizer_client.post(address(tournament), sent)
            assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["file"])


def shown_rows(page: str) -> int:
    return page.count('<span class="o-no">') - page.count('<span class="o-no">A</span>')


@pytest.mark.parametrize("more", [";", "; x;;;;;;;"], ids=["good rows", "bad rows"])
def test_preview_shows_the_first_rows_and_enters_all(organizer_client, tournament, more):
    rows = "\n".join(f"Ali Kaya{number} / Ece Su{number}" for number in range(MOST_SHOWN + 3))
    bad = "\n".join("Oya Er" for _row in range(MOST_SHOWN + 3))
    preview_page = choose(organizer_client, tournament, (rows if more == ";" else f"{rows}\n{bad}").encode())
    page = preview_page.content.decode()
    sections = 1 if more == ";" else 2
    assert (page.count('data-test="more-rows"'), shown_rows(page)) == (sections, sections * MOST_SHOWN)
    form_data = fields(preview_page) | {"leave_out": "on"}
    assert organizer_client.post(address(tournament), form_data).status_code == 303
    assert Entrant.objects.count() == MOST_SHOWN + 3


@pytest.mark.release
def test_preview_of_the_largest_table_is_short(organizer_client, tournament):
    cells = "\n".join("\t".join("a" * 60) for _row in range(3_300))
    page = organizer_client.post(address(tournament), {"cells": cells}).content
    assert len(page) < 400_000


@pytest.mark.parametrize("ticked", [False, True])
def test_amount_counts_as_paid_only_if_ticked(organizer_client, tournament, ticked):
    rows = ["Ali Ak;Ece Er;Ödendi", "Can Su;Nil Ay;ödendi", "Veli Oz;Naz Gul;200 TL"]
    preview_page = choose(
        organizer_client, tournament, "\n".join(["Oyuncu 1;Oyuncu 2;ÜCRET", *rows]).encode()
    )
    content = preview_page.content.decode()
    assert preview_page.context["rows"].amounts == ["200 TL"]
    assert 'data-test="amounts-paid"' in content
    assert 'data-test="amount"' in content
    answer = {"amounts_paid": "on"} if ticked else {}
    assert organizer_client.post(address(tournament), fields(preview_page) | answer).status_code == 303
    paid = [entrant.paid_at is not None for entrant in Entrant.objects.order_by("number")]
    assert paid == [True, True, ticked]
