from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import drawn_tournament
from tests.languages import english
from tournaments.models import SidesLink, TableLink, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club) -> Tournament:
    return drawn_tournament(club=club)


def address(name: str, tournament: Tournament, *more) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.public_id, *more])


def test_each_table_has_its_code_and_link(organizer_client, tournament, settings):
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:8080"
    response = organizer_client.get(address("table_codes", tournament))
    codes = response.context["codes"]
    assert [code.table.number for code in codes] == [1, 2, 3, 4]
    for code in codes:
        token = TableLink.objects.get(table__public_id=code.table.public_id).token
        assert code.link == f"http://192.168.1.20:8080/m/{token}/"
        assert code.short_link == f"192.168.1.20:8080/m/{token}/"
        assert "style=" not in code.qr
        assert code.qr in response.content.decode()


@pytest.mark.slow
def test_printing_stores_the_address_and_a_changed_one_is_reported(organizer_client, tournament, settings):
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:8080"
    response = organizer_client.post(address("print_table_codes", tournament))
    assert response.status_code == 303
    assert organizer_client.get(response.headers["Location"]).context["print_now"]
    tournament.refresh_from_db()
    assert tournament.codes_address == "http://192.168.1.20:8080"
    assert not organizer_client.get(address("entries", tournament)).context["codes_outdated"]

    settings.PUBLIC_ADDRESS = "http://10.0.0.5:8080"
    for name in (
        "tournaments:entries",
        "tournaments:draw",
        "tournaments:table_codes",
        "scoring:room_overview",
    ):
        page = organizer_client.get(reverse(name, args=[tournament.public_id]))
        assert page.context["codes_outdated"]
        assert "http://192.168.1.20:8080" in page.content.decode()
    organizer_client.post(address("print_table_codes", tournament))
    assert not organizer_client.get(address("entries", tournament)).context["codes_outdated"]


def test_unprinted_codes_cause_no_warning(organizer_client, tournament):
    assert not organizer_client.get(address("table_codes", tournament)).context["codes_outdated"]


def test_codes_that_phones_cannot_open_are_printed_only_on_request(organizer_client, tournament, settings):
    settings.PUBLIC_ADDRESS = "http://localhost:8000"
    page = organizer_client.post(address("print_table_codes", tournament), follow=True)
    assert not page.context["print_now"]
    assert 'data-test="this-machine-only"' in page.content.decode()
    tournament.refresh_from_db()
    assert tournament.codes_address == ""
    page = organizer_client.post(address("print_table_codes", tournament), {"anyway": "1"}, follow=True)
    assert page.context["print_now"]
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:8080"
    page = organizer_client.get(address("table_codes", tournament))
    assert 'data-test="this-machine-only"' not in page.content.decode()


def test_renewed_code_ends_the_old_one(organizer_client, tournament):
    table = tournament.tables.get(number=2)
    old = table.links.get().token
    response = organizer_client.post(address("renew_table_code", tournament, table.public_id))
    assert response.headers["Location"] == address("table_codes", tournament) + "#table-2"
    assert Client().get(reverse("scoring:open_table", args=[old])).status_code == 404
    links = [code.link for code in organizer_client.get(address("table_codes", tournament)).context["codes"]]
    assert len(links) == 4
    assert not any(old in link for link in links)


def test_players_code_is_shown_beside_the_table_code(organizer_client, tournament, settings):
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:8080"
    response = organizer_client.get(english(address("table_codes", tournament)))
    page = response.content.decode()
    for code in response.context["codes"]:
        link = SidesLink.objects.get(table__public_id=code.table.public_id)
        assert code.sides.link == f"http://192.168.1.20:8080/s/{link.token}/"
        assert code.sides.spaced_code == f"{link.short_code[:4]} {link.short_code[4:]}"
        assert code.sides.spaced_code in page
        assert code.sides.qr in page
    assert page.count('class="o-code-short"') == 4
    assert "192.168.1.20:8080/en/code/" in page


def test_players_code_is_renewed_separately(organizer_client, tournament):
    table = tournament.tables.get(number=2)
    entering, old = table.links.get().token, table.sides_links.get().token
    response = organizer_client.post(address("renew_players_code", tournament, table.public_id))
    assert response.headers["Location"] == address("table_codes", tournament) + "#table-2"
    assert Client().get(reverse("scoring:open_side_link", args=[old])).status_code == 404
    assert Client().get(reverse("scoring:open_table", args=[entering])).status_code == 302
    codes = organizer_client.get(address("table_codes", tournament)).context["codes"]
    assert len(codes) == 4
    assert not any(old in code.sides.link for code in codes)


def test_players_code_of_another_tournament_is_not_found(organizer_client, club, tournament):
    strange = drawn_tournament(club=club).tables.get(number=1)
    assert (
        organizer_client.post(address("renew_players_code", tournament, strange.public_id)).status_code == 404
    )


def test_table_of_another_tournament_is_not_found(organizer_client, club, tournament):
    strange = drawn_tournament(club=club).tables.get(number=1)
    assert (
        organizer_client.post(address("renew_table_code", tournament, strange.public_id)).status_code == 404
    )


@pytest.mark.release
def test_number_of_queries_is_constant(organizer_client, club, django_assert_num_queries):
    for tournament in (drawn_tournament(club=club, tables=1), drawn_tournament(club=club, tables=30)):
        with django_assert_num_queries(8):
            organizer_client.get(address("table_codes", tournament))
