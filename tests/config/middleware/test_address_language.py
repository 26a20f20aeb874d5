"""The address decides the language, and some visitors are redirected to theirs."""

import pytest
from django.test import Client
from django.urls import reverse

from config.address_language import ENTRANCES
from tests.factories import MembershipFactory
from tests.languages import english
from tests.test_rights import World

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en-GB,en;q=0.9,tr;q=0.1"}


def language(answer) -> str:
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f'lang="{answer.headers["Content-Language"]}"' in page
    return answer.headers["Content-Language"]


def chose(client: Client, language: str) -> Client:
    client.cookies["django_language"] = language
    return client


@pytest.mark.release
def test_address_decides_language_over_browser_and_cookie():
    bare = World().address("scoring:groups")
    for headers in ({}, ENGLISH, {"Accept-Language": "tr"}):
        for chosen in ("tr", "en", "xx"):
            client = chose(Client(headers=headers), chosen)
            assert language(client.get(bare)) == "tr"
            assert language(client.get(english(bare))) == "en"


@pytest.mark.release
@pytest.mark.parametrize(
    "page", ["groups", "encounter", "rules", "tournament_search", "type_side_code", "practice"]
)
def test_public_pages_do_not_vary_by_accept_language(page):
    answer = Client().get(World().address(f"scoring:{page}"), headers=ENGLISH)
    assert "Accept-Language" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("name", sorted(ENTRANCES))
def test_entrances_redirect_to_the_visitors_language(name):
    bare = World().address(name)
    for client in (Client(headers=ENGLISH), chose(Client(), "en")):
        answer = client.get(f"{bare}?a=1")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"{english(bare)}?a=1")
        assert "no-store" in answer.headers["Cache-Control"]
        assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))
    for client in (Client(), chose(Client(headers=ENGLISH), "tr"), Client(headers={"Accept-Language": "de"})):
        answer = client.get(bare)
        assert not answer.headers.get("Location", "").startswith("/en/")
        assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


def test_links_of_this_site_do_not_redirect():
    visitor = Client(headers=ENGLISH | {"Referer": "http://testserver/find/"})
    assert language(visitor.get("/")) == "tr"
    for referer in ("http://evil.example/", "http://testserver.evil.example/", "http://[", "\0"):
        visitor = Client(headers=ENGLISH | {"Referer": referer})
        assert visitor.get("/").status_code == 302


def test_english_addresses_do_not_redirect():
    for client in (Client(), chose(Client(headers={"Accept-Language": "tr"}), "tr")):
        assert language(client.get("/en/")) == "en"


def test_organizer_pages_redirect_signed_in_users_to_chosen_language():
    """Public pages don't, because they come from caches."""
    client = Client()
    client.force_login(MembershipFactory.create(role="owner").user)
    dashboard = reverse("tournaments:dashboard")
    assert language(client.get(dashboard, headers=ENGLISH)) == "tr"
    answer = chose(client, "en").get(f"{dashboard}?a=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{english(dashboard)}?a=1")
    assert language(client.get(dashboard, headers={"HX-Request": "true"})) == "tr"
    assert language(client.get(reverse("scoring:tournament_search"))) == "tr"
    assert language(chose(client, "tr").get(english(dashboard))) == "en"


def test_forms_do_not_redirect():
    client = chose(Client(headers=ENGLISH), "en")
    invitation = World().address("tournaments:invitation")
    answer = client.post(invitation, {})
    assert (answer.status_code, answer.headers["Content-Language"]) == (422, "tr")


@pytest.mark.parametrize("address", ["/en", "/en/sign-in"])
def test_missing_slash_is_added(address):
    assert Client().get(address).headers["Location"] == f"{address}/"


@pytest.mark.parametrize("address", ["/tr/", "/EN/", "/en-gb/", "/de/", "/en/en/", "/en//", "/en/dil/"])
def test_other_prefixes_are_not_found(address):
    assert Client().get(address).status_code == 404
