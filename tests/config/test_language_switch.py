import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import drawn_tournament
from tests.languages import LanguageClient


@pytest.mark.parametrize(
    ("language", "here", "there"),
    [
        ("en", "/", "/en/"),
        ("tr", "/en/", "/"),
        ("en", "/en/", "/en/"),
        ("en", "/kod/?x=%C5%9F", "/en/code/?x=%C5%9F"),
        ("tr", "/en/practice/preview/?hands=1.2", "/alistirma/preview/?hands=1.2"),
        ("tr", "/en/nowhere/", "/nowhere/"),
        ("en", "/nowhere/?a=1", "/en/nowhere/?a=1"),
    ],
)
def test_switch_redirects_to_the_same_page_and_is_remembered(
    client: Client, language: str, here: str, there: str
) -> None:
    answer = client.post(reverse("set_language"), {"language": language, "next": here})
    assert answer.headers["Location"] == there
    assert client.cookies["django_language"].value == language


def test_referer_replaces_a_missing_next(client: Client) -> None:
    answer = client.post(
        reverse("set_language"), {"language": "tr"}, headers={"Referer": "http://testserver/en/find/?name=a"}
    )
    assert answer.headers["Location"] == "/find/?name=a"


@pytest.mark.parametrize(
    "elsewhere",
    ["//evil.example/", "https://evil.example/", "/en//evil.example/", "//[x", "/\t/[x", "\0"],
)
@pytest.mark.parametrize("language", ["tr", "en", "xx"])
def test_switch_never_redirects_to_another_site(client: Client, elsewhere: str, language: str) -> None:
    answer = client.post(reverse("set_language"), {"language": language, "next": elsewhere})
    assert not answer.headers["Location"].startswith(("//", "http"))


@pytest.mark.django_db
def test_every_page_has_the_switch_without_scripts_and_cookies(client: Client) -> None:
    page = reverse("scoring:schedule", args=[drawn_tournament().public_id])
    for language, other in (("tr", "en"), ("en", "tr")):
        html = LanguageClient(language).get(f"{page}?by=table").content.decode()
        path = page if language == "tr" else f"/en{page}"
        assert f'<input type="hidden" name="next" value="{path}?by=table">' in html
        assert f'name="language" value="{other}"' in html


def test_words_of_another_language_are_not_found(client: Client) -> None:
    assert client.get("/en/kod/").status_code == client.get("/en/alistirma/").status_code == 404
