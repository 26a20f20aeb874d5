"""The pages of the guides: their language, their way to each other, and from where one needs them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.guides.queries import SHELF, guides_in
from tests.pages.reading import read
from tests.pages.test_html import faults_of

pytestmark = pytest.mark.django_db

PAGES = [("", language) for language in ("tr", "en")]
PAGES += [(guide.code, language) for guide in SHELF for language in guide.words]


def address(code: str, language: str) -> str:
    if not code:
        return reverse("scoring:guides", kwargs={"language": language})
    return reverse("scoring:guide", kwargs={"language": language, "code": code})


@pytest.mark.parametrize(("code", "language"), PAGES)
@pytest.mark.parametrize("asked", ["tr", "en"])
def test_a_page_has_the_language_of_its_address_and_is_strict_html(code, language, asked, client):
    client.cookies["django_language"] = asked
    answer = client.get(address(code, language))
    reading = read(answer.content.decode(), whole=True)
    assert next(reading.every("html")).get("lang") == language
    assert answer.headers["Content-Language"] == language
    assert list(faults_of(reading, page=True)) == []


@pytest.mark.parametrize("language", ["tr", "en"])
def test_the_first_page_lists_every_guide_with_what_it_is_about(language, client):
    page = client.get(address("", language)).content.decode()
    for guide in guides_in(language):
        assert f'href="{address(guide.code, language)}"' in page


@pytest.mark.parametrize(("code", "language"), PAGES)
def test_the_switch_of_languages_leads_to_the_same_guide_in_the_other_one(code, language, client):
    other = "en" if language == "tr" else "tr"
    reading = read(client.get(address(code, language)).content.decode(), whole=True)
    fields = [one.get("value") for one in reading.every("input") if one.get("name") == "next"]
    written_in = next((guide.words for guide in SHELF if guide.code == code), {"tr": "", "en": ""})
    assert fields == [address(code if other in written_in else "", other)]
    answer = client.post(reverse("set_language"), {"language": other, "next": fields[0]}, follow=True)
    assert answer.headers["Content-Language"] == other


def test_addresses_are_words_of_their_language():
    assert address("players", "tr") == "/yardim/oyuncu/"
    assert address("players", "en") == "/help/player/"
    assert Client().get("/yardim/operating/").status_code == 404


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_page_with_a_foot_leads_to_the_guides_of_its_language(language, client):
    client.cookies["django_language"] = language
    for page in (reverse("scoring:tournaments"), reverse("tournaments:sign_in"), "/nowhere/"):
        assert f'href="{address("", language)}"' in client.get(page).content.decode(), page
