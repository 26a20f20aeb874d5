from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.public.queries import group_page, schedule_page
from scoring.public.views import entrant_list, following
from tests.factories import drawn_tournament
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, address, text
from tournaments.models import Group, Tournament

pytestmark = pytest.mark.django_db

LISTS = ("groups", "schedule", "entrants", "follow")


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=16, groups=4)


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_page, "PLACES_A_PAGE", 8)
    monkeypatch.setattr(schedule_page, "ENCOUNTERS_A_PAGE", 10)
    monkeypatch.setattr(entrant_list, "ENTRANTS_A_PAGE", 6)
    monkeypatch.setattr(following, "NAMES_A_PAGE", 6)


def list_text(client: Client, page: str, tournament: Tournament, /, **query: str | int) -> str:
    return text(client.get(english(address(page, tournament)), dict(query)))


@pytest.mark.release
@pytest.mark.parametrize("name", LISTS)
def test_small_tournament_is_one_page(client: Client, tournament: Tournament, name: str):
    assert "data-onward" not in list_text(client, name, tournament)


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize("name", LISTS)
def test_links_lead_to_next_and_previous_page(client: Client, tournament: Tournament, name: str):
    first, second = list_text(client, name, tournament), list_text(client, name, tournament, page=2)
    assert "page=2" in first
    assert "data-next" in first
    previous = re.compile(r'<a class="btn( calm)?" href="\?page=1"')
    assert [bool(previous.search(content)) for content in (first, second)] == [False, True]


@pytest.mark.usefixtures("short_pages")
def test_groups_open_at_the_requested_group(client: Client, tournament: Tournament):
    first, second = list_text(client, "groups", tournament), list_text(client, "groups", tournament, page=2)
    *_others, last = Group.objects.filter(stage__tournament=tournament).order_by("position")
    assert f'id="group-{last.pk}"' not in first
    assert f'id="group-{last.pk}"' in second
    assert f'id="group-{last.pk}"' in list_text(client, "groups", tournament, group=last.pk)


@pytest.mark.usefixtures("short_pages")
def test_schedule_pages_hold_every_encounter_once_and_all_holds_everything(
    client: Client, tournament: Tournament
):
    pages = [list_text(client, "schedule", tournament, page=number) for number in (1, 2, 3)]
    assert [page.count('id="at-') for page in pages] == [10, 10, 4]
    assert list_text(client, "schedule", tournament, page="all").count('id="at-') == 24


@pytest.mark.usefixtures("short_pages")
def test_name_is_found_on_any_page(client: Client, tournament: Tournament):
    last = list(tournament.entrants.order_by("number"))[-1]
    content = list_text(client, "entrants", tournament, name=last.name)
    assert f'id="pair-{last.public_id}"' in content
    assert str(last.public_id) in list_text(client, "follow", tournament, name=last.name)


@pytest.mark.usefixtures("short_pages")
def test_script_gets_only_the_next_page(client: Client, tournament: Tournament):
    page = text(client.get(english(address("groups", tournament)), {"page": 2}, headers=HTMX))
    assert "data-portion" in page
    assert "<html" not in page


@pytest.mark.release
@pytest.mark.parametrize("page", ["0", "99", "nonsense", "-1"])
def test_unknown_page_is_the_first(client: Client, tournament: Tournament, page: str):
    assert 'id="group-' in list_text(client, "groups", tournament, page=page)
