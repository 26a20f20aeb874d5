from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.guides.queries import ALL_GUIDES, guides_in
from tests.languages import path_in_language
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of

pytestmark = pytest.mark.django_db

PAGES = [("", language) for language in ("tr", "en")]
PAGES += [(guide.code, language) for guide in ALL_GUIDES for language in guide.url_slugs]


def address(code: str, language: str) -> str:
    with override(language):
        return reverse("scoring:guide", kwargs={"code": code}) if code else reverse("scoring:guides")


@pytest.mark.parametrize(("code", "language"), PAGES)
@pytest.mark.parametrize("preferred_language", ["tr", "en"])
def test_page_has_the_language_of_its_url_and_is_strict_html(code, language, preferred_language, client):
    client.cookies["django_language"] = preferred_language
    answer = client.get(address(code, language), headers={"Accept-Language": preferred_language})
    reading = read(answer.content.decode(), whole=True)
    assert next(reading.every("html")).get("lang") == language
    assert answer.headers["Content-Language"] == language
    assert list(faults_of(reading, page=True)) == []


@pytest.mark.parametrize("language", ["tr", "en"])
def test_index_lists_every_guide_with_its_subject(language, client):
    page = client.get(address("", language)).content.decode()
    for guide in guides_in(language):
        assert f'href="{address(guide.code, language)}"' in page


@pytest.mark.release
@pytest.mark.parametrize(("code", "language"), PAGES)
def test_language_switch_leads_to_the_same_guide(code, language, client):
    other = "en" if language == "tr" else "tr"
    reading = read(client.get(address(code, language)).content.decode(), whole=True)
    fields = [field.get("value") for field in reading.every("input") if field.get("name") == "next"]
    assert fields == [address(code, language)]
    answer = client.post(reverse("set_language"), {"language": other, "next": fields[0]})
    assert answer.headers["Location"] == address(code, other)


def test_urls_are_words_of_their_language():
    assert address("", "tr") == "/yardim/"
    assert address("players", "tr") == "/yardim/oyuncu/"
    assert address("players", "en") == "/en/help/player/"
    for mixed in ("/en/yardim/", "/yardim/player/", "/en/help/oyuncu/"):
        assert Client().get(mixed).status_code == 404


def test_turkish_url_redirects_to_an_english_only_guide():
    answer = Client().get("/yardim/operating/")
    assert answer.headers["Location"] == address("operators", "en") == "/en/help/operating/"


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_footer_links_the_guides_of_its_language(language, client):
    for page in (reverse("scoring:tournaments"), reverse("tournaments:sign_in"), "/nowhere/"):
        content = client.get(path_in_language(page, language)).content.decode()
        assert f'href="{address("", language)}"' in content, page
