from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import NON_FIELD_ERRORS
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from scoring.exports.queries.people_export import people_sheet
from tests.factories import NOW, open_tournament
from tests.languages import LanguageClient
from tests.shown_messages import message_levels
from tests.tournaments.spreadsheets.sample_tables import ods, xlsx
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, PersonCard, Player
from tournaments.people.domain import merging
from tournaments.people.domain.contact_details import ContactDetails, details_of, update_details
from tournaments.people.domain.registration import add_person
from tournaments.people.forms.row_outcomes import RowOutcome
from tournaments.spreadsheets.table_writer import FILE_TYPES
from tournaments.uploads.sandbox import account_slots
from tournaments.uploads.sandbox.account_slots import account_slot
from tournaments.web.long_lists import MOST_SHOWN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

TABLE = [
    ["Üye listesi", "", "", "", ""],
    ["Ad", "Soyad", "Cep", "E-posta", "KVKK onay tarihi"],
    ["Ayşe", "Kaya", "0532 111 22 33", "ayse@kulup.example", "3.11.2026"],
    ["İnci", "Işık", "", "", ""],
]


@pytest.fixture
def organizer_client(owner) -> Client:
    client = LanguageClient("en")
    client.force_login(owner.user)
    return client


@pytest.fixture
def known_person(club) -> Player:
    return person(club, "Ayşe Kaya", ContactDetails(phone="+90 532 111 22 33"))


NO_DETAILS = ContactDetails()


def person(club: Club, name: str, details: ContactDetails = NO_DETAILS, *, namesake: bool = False) -> Player:
    registered = add_person(club=club, name=name, by=CONSOLE, at=NOW, namesake=namesake)
    update_details(player=registered, details=details, by=CONSOLE, at=NOW)
    return registered


def address(club: Club) -> str:
    return reverse("tournaments:people_from_file", args=[club.public_id])


def paste(client: Client, club: Club, *rows: str) -> Any:
    return client.post(address(club), {"cells": "\n".join(row.replace(";", "\t") for row in rows)})


def choose(client: Client, club: Club, content: bytes, name: str = "uyeler.csv") -> Any:
    return client.post(address(club), {"file": SimpleUploadedFile(name, content)})


def fields(answer: Any, **more: str) -> dict[str, Any]:
    columns = answer.context["columns"]
    chosen = {field.html_name: field.value() for field in columns if field.html_name != "leave_out"}
    questions = [row.question for row in answer.context["rows"].rows if row.question]
    answers = {
        asked_question.field: asked_question.chosen.value
        for asked_question in questions
        if asked_question.chosen
    }
    carried = {"table": answer.context["table"], "shown": columns.shown}
    return {**chosen, **answers, **carried, "previewed": answer.context["rows"].digest, **more}


def outcomes(answer: Any) -> dict[str, str]:
    return {row.name: row.row_outcome.value for row in answer.context["rows"].rows}


def everything() -> tuple[list[Any], list[Any]]:
    players = Player.objects.order_by("pk").values_list("name", "full_name", "shown", "same_as")
    details = PersonCard.objects.order_by("player").values_list(
        "player", "phone", "email", "licence", "notes"
    )
    return list(players), list(details)


@pytest.mark.parametrize("content", [xlsx(TABLE), ods(TABLE)])
def test_club_list_is_previewed_then_imported(organizer_client, club, content):
    preview_page = choose(organizer_client, club, content, "uyeler.xlsx")
    assert outcomes(preview_page) == {"Ayşe Kaya": "new", "İnci Işık": "new"}
    assert not Player.objects.exists()
    done = organizer_client.post(address(club), fields(preview_page), follow=True)
    assert message_levels(done) == ["success"]
    ayse, inci = Player.objects.order_by("pk")
    assert (ayse.name, inci.name) == ("Ayşe Kaya", "İnci Işık")
    assert details_of(ayse) == ContactDetails(
        "0532 111 22 33", "ayse@kulup.example", agreed_on=date(2026, 11, 3)
    )
    assert details_of(inci) == ContactDetails()
    rows = LogRow.objects.filter(club=club).order_by("pk")
    assert [row.action for row in rows] == [
        *("person_added", "person_added", "person_details_changed", "people_imported"),
    ]
    assert "0532" not in "".join(row.after for row in rows)


def test_phones_and_addresses_are_detected_without_headings(organizer_client, club):
    preview_page = paste(
        organizer_client, club, "Ayşe Kaya;0532 111 22 33;a@b.example", "Can Su;0533 111 22 33;c@b.example"
    )
    organizer_client.post(address(club), fields(preview_page))
    assert details_of(Player.objects.get(name="Can Su")) == ContactDetails("0533 111 22 33", "c@b.example")


def test_turkish_i_of_an_email_becomes_i(organizer_client, club):
    preview_page = paste(organizer_client, club, "Ad Soyad;E-posta", "İsmail Su;İSMAİL@GMAİL.COM")
    organizer_client.post(address(club), fields(preview_page))
    assert details_of(Player.objects.get()) == ContactDetails(email="ismail@gmail.com")


def test_known_person_is_completed_and_overwritten_only_if_ticked(organizer_client, club, known_person):
    rows = ("Ad Soyad;Telefon;Lisans no", "AYŞE KAYA;0544 000 00 00;TR-17")
    preview_page = paste(organizer_client, club, *rows)
    assert outcomes(preview_page) == {"Ayşe Kaya": "differs"}
    (row,) = preview_page.context["rows"].rows
    phone = row.changed_fields[0]
    assert (phone.name, phone.stored_text, phone.new_text) == ("phone", "+90 532 111 22 33", "0544 000 00 00")
    _before, _stored, after = preview_page.content.decode().partition(f"{phone.stored_text}, ")
    assert phone.new_text in after
    organizer_client.post(address(club), fields(preview_page))
    assert details_of(known_person) == ContactDetails(phone="+90 532 111 22 33", licence="TR-17")
    ticked = organizer_client.post(
        address(club), fields(paste(organizer_client, club, *rows), **{"take-2": "on"})
    )
    assert ticked.status_code == 200, "what a tick does is shown before it is done"
    assert details_of(known_person).phone == "+90 532 111 22 33"
    organizer_client.post(address(club), fields(ticked, **{"take-2": "on"}))
    assert details_of(known_person).phone == "0544 000 00 00"
    assert Player.objects.count() == 1


def test_same_phone_in_another_notation_changes_nothing(organizer_client, club, known_person):
    preview_page = paste(organizer_client, club, "Ad Soyad;Telefon", "Ayşe Kaya;0(532) 111-22-33")
    assert outcomes(preview_page) == {"Ayşe Kaya": "same"}
    assert preview_page.context["rows"].people_to_import == []
    assert 'role="status"' in preview_page.content.decode()


def test_similar_name_asks_and_waits_for_an_answer(organizer_client, club, known_person):
    update_details(
        player=known_person,
        details=ContactDetails(licence="TR-9"),
        by=CONSOLE,
        at=NOW,
    )
    rows = ("Ad Soyad;E-posta;Lisans no", "Ayse Kaya;a@b.example;", "Fatma Er;;TR-9", "Can Su;;")
    preview_page = paste(organizer_client, club, *rows)
    assert outcomes(preview_page) == {"Ayse Kaya": "asked", "Fatma Er": "asked", "Can Su": "new"}
    refused = organizer_client.post(address(club), fields(preview_page))
    assert refused.status_code == 422
    assert refused.context["skip_unconfirmed"]
    assert 'class="o-check wrong"' in refused.content.decode()
    first, second = (row.question for row in preview_page.context["rows"].rows_with_outcome(RowOutcome.ASKED))
    answers = {first.field: str(known_person.public_id), second.field: second.choices[-1].value}
    second_response = organizer_client.post(address(club), fields(preview_page, **answers))
    assert outcomes(second_response) == {"Ayse Kaya": "completed", "Fatma Er": "new", "Can Su": "new"}
    organizer_client.post(address(club), fields(second_response))
    assert details_of(known_person).email == "a@b.example"
    assert set(Player.objects.values_list("name", flat=True)) == {"Ayşe Kaya", "Fatma Er", "Can Su"}


@pytest.mark.parametrize(
    ("row", "detail"),
    [
        (";0532 111 22 33;;", ""),
        ("Can Su;evde yok;;", "Phone: "),
        ("Can Su;;birisi;", "E-mail: "),
        ("Can Su;;ayşe@gmail.com;", "name@example.org"),
        ("Can Su;;;30.2.2026", "“30.2.2026”"),
        ("Can Su;;;1.1.2999", "“1.1.2999”"),
        ("İnci Işık;;;", " 2 "),
        ("x" * 81 + ";;;", " 80 "),
    ],
)
def test_bad_row_is_explained_and_the_others_are_imported(organizer_client, club, row, detail):
    preview_page = paste(organizer_client, club, "Ad Soyad;Telefon;E-posta;Kabul tarihi", "İnci Işık;;;", row)
    good, bad = preview_page.context["rows"].rows
    (problem,) = bad.problems
    assert (good.row_outcome, bad.row_outcome) == (RowOutcome.NEW, RowOutcome.BAD)
    assert detail in problem
    assert escape(problem) in preview_page.content.decode()
    assert organizer_client.post(address(club), fields(preview_page)).status_code == 422
    assert not Player.objects.exists()
    form_data = fields(preview_page, leave_out="on")
    again = organizer_client.post(address(club), form_data, headers={"HX-Request": "true"})
    assert again.context["leave_out"] is True
    done = organizer_client.post(address(club), form_data, follow=True)
    assert message_levels(done) == ["success"]
    assert [player.name for player in Player.objects.all()] == ["İnci Işık"]


def test_concurrent_change_shows_the_preview_again(organizer_client, club, known_person):
    preview_page = paste(organizer_client, club, "Ad Soyad;Lisans no", "Ayşe Kaya;TR-17")
    update_details(
        player=known_person,
        details=ContactDetails(licence="TR-1"),
        by=CONSOLE,
        at=NOW,
    )
    second_response = organizer_client.post(address(club), fields(preview_page))
    assert (second_response.status_code, outcomes(second_response)) == (200, {"Ayşe Kaya": "differs"})
    assert details_of(known_person).licence == "TR-1"


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["tr", "en"])
def test_own_export_is_imported_unchanged(organizer_client, owner, club, ending, language):
    open_tournament(club=club, pairs=2)
    full = ContactDetails(
        "+90 532 111 22 33", "a@b.example", "-17", "=iki\nsatır / üç\n" + "x" * 900, date(2026, 11, 3)
    )
    person(club, "Ayşe Kaya", full)
    person(club, "Ayşe Kaya", ContactDetails(phone="0544 111 22 33"), namesake=True)
    person(club, "Ayşe Kaya", namesake=True)
    merging.merge(alias=person(club, "İnci Isık"), person=person(club, "İnci Işık"), by=CONSOLE, at=NOW)
    before = everything()
    write, _kind = FILE_TYPES[ending]
    with override(language):
        exported = b"".join(write(people_sheet(club), delimiter=";" if language == "tr" else ","))
    reader = LanguageClient(language)
    reader.force_login(owner.user)
    url = address(club) if language == "en" else re.sub("^/en/", "/", address(club))
    preview_page = reader.post(url, {"file": SimpleUploadedFile(f"kisiler.{ending}", exported)})
    assert set(outcomes(preview_page).values()) == {"same"}
    assert len(preview_page.context["rows"].rows) == Player.objects.people().count()
    assert everything() == before


def test_column_errors_are_shown(organizer_client, club):
    preview_page = paste(organizer_client, club, "Telefon;Not", "0532 111 22 33;x")
    columns = preview_page.context["columns"]
    assert list(columns.errors) == [NON_FIELD_ERRORS]
    assert escape(columns.non_field_errors()[0]) in preview_page.content.decode()
    second_response = organizer_client.post(address(club), fields(preview_page, column_1="player_1"))
    assert outcomes(second_response) == {"x": "new"}
    blank = organizer_client.post(address(club), {"cells": " "})
    assert list(blank.context["form"].errors) == ["file"]
    late = organizer_client.post(address(club), {"table": "nonsense"}, follow=True)
    assert message_levels(late) == ["warning"]


@pytest.mark.release
def test_number_of_queries_does_not_grow_with_rows(organizer_client, club, django_assert_max_num_queries):
    for number in range(30):
        person(club, f"Oyuncu {number} Bir", ContactDetails(licence=f"L{number}"))
    rows = ["Ad Soyad;Lisans no", *(f"Kişi {number} İki;K{number}" for number in range(60))]
    with django_assert_max_num_queries(9):
        preview_page = paste(organizer_client, club, *rows)
    with django_assert_max_num_queries(35):
        organizer_client.post(address(club), fields(preview_page))
    assert Player.objects.count() == 90


def test_table_without_rows_is_explained(organizer_client, club):
    preview_page = paste(organizer_client, club, "Ad Soyad;Telefon")
    assert 'data-test="no-rows"' in preview_page.content.decode()
    filled = paste(organizer_client, club, "Ad Soyad;Telefon", "Can Su;")
    assert 'data-test="no-rows"' not in filled.content.decode()


def test_second_preview_of_an_account_is_rejected_while_the_first_runs(
    organizer_client, owner, club, monkeypatch
):
    preview_page = organizer_client.post(address(club), {"cells": "Ad Soyad\tKulüp\nAli Kaya\tKordon"})
    monkeypatch.setattr(account_slots, "MAX_WAIT_SECONDS", 0.0)
    with account_slot(owner.user.pk):
        for sent in (fields(preview_page), {"cells": "Ali Kaya\tEce Demir"}):
            refused = organizer_client.post(address(club), sent)
            assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["file"])


def test_answered_row_is_shown_in_a_list_of_any_length(organizer_client, club):
    person(club, "Zeki Son", ContactDetails(phone="0532 000 00 00"))
    rows = [f"Ali Kaya{number};" for number in range(MOST_SHOWN + 3)]
    preview_page = paste(organizer_client, club, "Ad Soyad;Telefon", *rows, "Zeki Son;0532 999 99 99")
    page = preview_page.content.decode()
    assert (page.count('data-test="more-rows"'), "Ali Kaya202" in page) == (1, False)
    take = f"take-{len(rows) + 2}"
    second_response = organizer_client.post(address(club), fields(preview_page, **{take: "on"}))
    assert f'name="{take}"' in second_response.content.decode()
    assert (
        organizer_client.post(
            address(club), fields(second_response, **{take: "on", "leave_out": "on"})
        ).status_code
        == 303
    )
    assert Player.objects.count() == MOST_SHOWN + 4
