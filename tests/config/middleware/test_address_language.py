"""In which language somebody reads, by the address that he opened; and who is led on to another."""

import pytest
from django.test import Client
from django.urls import reverse

from config.middleware.address_language import ENTRANCES
from tests.factories import MembershipFactory
from tests.languages import english
from tests.test_rights import World

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en-GB,en;q=0.9,tr;q=0.1"}


def language(answer) -> str:
    assert answer.status_code == 200
    said = answer.content.decode()
    assert f'lang="{answer.headers["Content-Language"]}"' in said
    return answer.headers["Content-Language"]


def chose(client: Client, language: str) -> Client:
    client.cookies["django_language"] = language
    return client


def test_the_address_says_it_whatever_browser_and_cookie_say():
    bare = World().address("scoring:groups")
    for asks in ({}, ENGLISH, {"Accept-Language": "tr"}):
        for chosen in ("tr", "en", "xx"):
            client = chose(Client(headers=asks), chosen)
            assert language(client.get(bare)) == "tr"
            assert language(client.get(english(bare))) == "en"


@pytest.mark.parametrize("page", ["groups", "encounter", "rules", "find", "type_code", "practice"])
def test_what_everybody_reads_does_not_vary_by_their_browsers(page):
    answer = Client().get(World().address(f"scoring:{page}"), headers=ENGLISH)
    assert "Accept-Language" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("name", sorted(ENTRANCES))
def test_at_the_entrances_everybody_is_led_to_his_language(name):
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


def test_who_follows_a_link_of_ours_stays_in_its_language():
    reads = Client(headers=ENGLISH | {"Referer": "http://testserver/find/"})
    assert language(reads.get("/")) == "tr"
    for elsewhere in ("http://evil.example/", "http://testserver.evil.example/", "http://[", "\0"):
        reads = Client(headers=ENGLISH | {"Referer": elsewhere})
        assert reads.get("/").status_code == 302


def test_nobody_is_led_away_from_an_english_address():
    for client in (Client(), chose(Client(headers={"Accept-Language": "tr"}), "tr")):
        assert language(client.get("/en/")) == "en"


def test_at_the_desk_who_is_signed_in_is_led_to_the_language_that_he_chose():
    """Public pages come from caches, which know nothing of that."""
    client = Client()
    client.force_login(MembershipFactory.create(role="owner").user)
    desk = reverse("tournaments:desk")
    assert language(client.get(desk, headers=ENGLISH)) == "tr"
    answer = chose(client, "en").get(f"{desk}?a=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{english(desk)}?a=1")
    assert language(client.get(desk, headers={"HX-Request": "true"})) == "tr"
    assert language(client.get(reverse("scoring:find"))) == "tr"
    assert language(chose(client, "tr").get(english(desk))) == "en"


def test_what_is_sent_is_taken_where_it_is_sent():
    client = chose(Client(headers=ENGLISH), "en")
    invitation = World().address("tournaments:invitation")
    answer = client.post(invitation, {})
    assert (answer.status_code, answer.headers["Content-Language"]) == (422, "tr")


@pytest.mark.parametrize("address", ["/en", "/en/sign-in"])
def test_a_slash_that_is_missing_is_added(address):
    assert Client().get(address).headers["Location"] == f"{address}/"


@pytest.mark.parametrize("address", ["/tr/", "/EN/", "/en-gb/", "/de/", "/en/en/", "/en//", "/en/dil/"])
def test_other_beginnings_are_no_pages(address):
    assert Client().get(address).status_code == 404
