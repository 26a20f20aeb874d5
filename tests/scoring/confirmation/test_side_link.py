from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.confirmation.views import side_link
from tests.factories import NOW, drawn_tournament
from tests.languages import LanguageClient, english
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import sides_phone
from tests.scoring.table.table_phones import address, table_of
from tournaments.access import sides_cookie_name
from tournaments.limits import guess_limits
from tournaments.log.actor import CONSOLE
from tournaments.models import Table
from tournaments.tables.domain import tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

CODE = reverse("scoring:type_side_code")


@module_fixture
def table() -> Table:
    return table_of(drawn_tournament())


@pytest.fixture
def visitor() -> Client:
    return LanguageClient("en")


def open_sides_url(token: str) -> str:
    return reverse("scoring:open_side_link", args=[token])


def test_link_sets_cookies_and_redirects_without_the_token(table):
    link = table.sides_links.get()
    response = Client().get(open_sides_url(link.token))
    assert (response.status_code, response.headers["Location"]) == (303, f"/en/sides/{table.public_id}/")
    sent = [
        cookie for cookie in response.cookies.values() if cookie.key == sides_cookie_name(table.public_id)
    ]
    assert [cookie["path"] for cookie in sent] == [
        f"/sides/{table.public_id}/",
        f"/en/sides/{table.public_id}/",
    ]
    for cookie in sent:
        assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (link.token, True, "Lax")
    assert response.headers["Cache-Control"] == "no-store"


def test_second_link_gives_no_access_to_hand_entry(table):
    assert sides_phone(table).get(address("table", table)).status_code == 404


def test_unknown_or_renewed_code_is_explained(table, visitor):
    old = table.sides_links.get().token
    phone = sides_phone(table, "en")
    tables.renew_players_link(table=table, by=CONSOLE, at=NOW)
    responses = [
        visitor.get(open_sides_url(old)),
        visitor.get(open_sides_url("nobody-made-this")),
        phone.get(address("side_page", table)),
    ]
    for response in responses:
        assert response.status_code == 404
        assert not response.context["ended"]
        assert f'href="{english(CODE)}"' in response.content.decode()
        assert sides_cookie_name(table.public_id) not in response.cookies


def test_short_code_ignores_case_and_punctuation(table, visitor):
    assert visitor.get(CODE).status_code == 200
    code = table.sides_links.get().short_code
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}."):
        response = visitor.post(CODE, {"code": typed})
        assert (response.status_code, response.headers["Location"]) == (303, address("side_page", table))
        assert response.cookies[sides_cookie_name(table.public_id)].value == table.sides_links.get().token


@pytest.mark.parametrize("typed", ["", "AAAAAA", "a\x00b", "x" * 200])
def test_invalid_short_code_is_asked_again(table, visitor, typed):
    response = visitor.post(CODE, {"code": typed})
    assert response.status_code == 422
    assert response.context["form"].errors["code"]


def test_renewed_short_code_is_invalid(table, visitor):
    old = table.sides_links.get().short_code
    tables.renew_players_link(table=table, by=CONSOLE, at=NOW)
    assert visitor.post(CODE, {"code": old}).status_code == 422


def test_wrong_codes_limit_only_this_phone(table, visitor):
    code = table.sides_links.get().short_code
    visitor.get(CODE)
    responses = [visitor.post(CODE, {"code": "AAAAAAAA"}).status_code for _try in range(20)]
    assert responses.count(422) == guess_limits.FREE_PER_DEVICE
    response = visitor.post(CODE, {"code": code})
    assert (response.status_code, "Retry-After" in response.headers) == (429, True)
    assert visitor.get(open_sides_url(table.sides_links.get().token)).status_code == 303
    assert LanguageClient("en").post(CODE, {"code": code}).status_code == 303


def test_guesses_from_many_addresses_limit_typing_but_not_the_qr_code(table, monkeypatch):
    monkeypatch.setattr(side_link, "MAX_GUESSES_PER_DAY", 5)
    responses = [
        LanguageClient("en").post(CODE, {"code": "AAAAAAAA"}, REMOTE_ADDR=f"10.0.0.{number}").status_code
        for number in range(8)
    ]
    assert responses == [422] * 5 + [429] * 3
    sides = table.sides_links.get()
    assert LanguageClient("en").post(CODE, {"code": sides.short_code}).status_code == 429
    assert LanguageClient("en").get(open_sides_url(sides.token)).status_code == 303


def test_other_methods_are_refused(table, visitor):
    assert visitor.put(CODE).status_code == 405
    assert visitor.post(open_sides_url(table.sides_links.get().token)).status_code == 405
