"""The second code and its short form: whom they let in, and that nobody guesses his way in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sides.views.link import FREE_MISTAKES
from tests.factories import NOW, drawn_tournament
from tests.kept import kept
from tests.languages import Reader
from tests.scoring.sides.agreeing import sides_phone
from tests.scoring.table.phones import address, table_of, text
from tournaments.access import sides_cookie_name
from tournaments.domain.actor import CONSOLE
from tournaments.domain.room import tables
from tournaments.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.english]

CODE = reverse("scoring:type_code")


@kept
def table() -> Table:
    return table_of(drawn_tournament())


@pytest.fixture
def visitor() -> Client:
    return Reader("en")


def opened(token: str) -> str:
    return reverse("scoring:open_sides", args=[token])


def test_a_link_leaves_its_token_in_cookies_of_these_pages_and_not_in_the_address(table):
    link = table.sides_links.get()
    response = Client().get(opened(link.token))
    assert (response.status_code, response.headers["Location"]) == (303, f"/en/sides/{table.public_id}/")
    sent = [one for one in response.cookies.values() if one.key == sides_cookie_name(table.public_id)]
    assert [cookie["path"] for cookie in sent] == [
        f"/sides/{table.public_id}/",
        f"/en/sides/{table.public_id}/",
    ]
    for cookie in sent:
        assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (link.token, True, "Lax")
    assert response.headers["Cache-Control"] == "no-store"


def test_it_opens_no_page_on_which_hands_are_entered(table):
    assert sides_phone(table).get(address("table", table)).status_code == 404


def test_an_unknown_or_renewed_code_says_so_in_words(table, visitor):
    old = table.sides_links.get().token
    phone = sides_phone(table, "en")
    tables.renew_sides_link(table=table, by=CONSOLE, at=NOW)
    answers = [
        visitor.get(opened(old)),
        visitor.get(opened("nobody-made-this")),
        phone.get(address("sides", table)),
    ]
    for answer in answers:
        assert answer.status_code == 404
        assert "players’ code of this table is no longer valid" in text(answer)
        assert sides_cookie_name(table.public_id) not in answer.cookies


def test_the_short_code_leads_to_the_same_place_however_it_is_typed(table, visitor):
    assert visitor.get(CODE).status_code == 200
    code = table.sides_links.get().short_code
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}."):
        answer = visitor.post(CODE, {"code": typed})
        assert (answer.status_code, answer.headers["Location"]) == (303, address("sides", table))
        assert answer.cookies[sides_cookie_name(table.public_id)].value == table.sides_links.get().token


@pytest.mark.parametrize("typed", ["", "AAAAAA", "a\x00b", "x" * 200])
def test_another_one_is_asked_for_again(table, visitor, typed):
    answer = visitor.post(CODE, {"code": typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors["code"]


def test_a_renewed_short_code_is_none_any_more(table, visitor):
    old = table.sides_links.get().short_code
    tables.renew_sides_link(table=table, by=CONSOLE, at=NOW)
    assert visitor.post(CODE, {"code": old}).status_code == 422


def test_after_many_wrong_ones_even_the_right_one_has_to_wait(table, visitor):
    code = table.sides_links.get().short_code
    for _try in range(FREE_MISTAKES):
        assert visitor.post(CODE, {"code": "AAAAAA"}).status_code == 422
    answer = visitor.post(CODE, {"code": code})
    assert answer.status_code == 429
    assert "Too many wrong tries" in text(answer)
    elsewhere = visitor.post(CODE, {"code": code}, REMOTE_ADDR="192.168.1.9")
    assert elsewhere.status_code == 303


def test_other_methods_are_refused(table, visitor):
    assert visitor.put(CODE).status_code == 405
    assert visitor.post(opened(table.sides_links.get().token)).status_code == 405
