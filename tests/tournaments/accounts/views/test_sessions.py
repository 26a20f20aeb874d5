from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import open_tournament
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.scoring.live.page_counters import HTMX
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

SOMEWHERE = "/manage/t/00000000-0000-4000-8000-000000000000/entries/add/"


@pytest.fixture
def entries_url() -> str:
    tournament: Tournament = open_tournament()
    return reverse("tournaments:entries", args=[tournament.public_id])


def test_any_page_redirects_to_sign_in_with_its_address(client: Client, entries_url: str):
    for address in (f"{entries_url}?name=Ay%C5%9Fe", SOMEWHERE, "/manage/nowhere/", f"/en{entries_url}"):
        response = client.get(address)
        assert response.status_code == 302
        sign_in = client.get(response.headers["Location"])
        assert sign_in.status_code == 200
    expected = reverse("tournaments:sign_in", query={"next": entries_url})
    assert client.get(entries_url).headers["Location"] == expected


@pytest.mark.parametrize("there", [True, False])
def test_expired_session_shows_the_input_and_does_not_store_it(client: Client, entries_url: str, there: bool):
    form = {
        "player_1": "Ayşe Güneş",
        "note": "Geç <gelir>",
        "csrfmiddlewaretoken": "x" * 64,
        "version": "f" * 16,
    }
    address = f"{entries_url}add/" if there else SOMEWHERE
    response = client.post(address, form, headers={"referer": f"http://testserver{entries_url}"})
    page = response.content.decode()
    assert response.status_code == 403
    assert "Ayşe Güneş\nGeç &lt;gelir&gt;</textarea>" in page
    assert "x" * 64 not in page
    assert f"{reverse('tournaments:sign_in')}?next={entries_url}" in page
    assert list(faults_of(read(page, whole=True), page=True)) == []


def test_foreign_referer_is_not_a_return_page(client: Client):
    response = client.post(SOMEWHERE, {}, headers={"referer": "https://elsewhere.example.org/x/"})
    assert f'?next={reverse("tournaments:dashboard")}"' in response.content.decode()


def test_fragments_programs_and_other_pages_get_404(client: Client, entries_url: str):
    assert client.get(entries_url, headers=HTMX).status_code == 404
    assert client.get(entries_url, headers={"accept": "application/json"}).status_code == 404
    assert client.get("/nowhere/").status_code == 404
