from __future__ import annotations

import pytest
from django.test import Client

from scoring.public.queries import group_page, schedule_page
from scoring.public.views import entrant_list, following
from tests.factories import drawn_tournament
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import HTMX, address, text
from tournaments.models import Group, Tournament

pytestmark = pytest.mark.django_db

LISTS = ("groups", "schedule", "entrants", "follow")


@kept
def tournament() -> Tournament:
    return drawn_tournament(pairs=16, groups=4)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_page, "PLACES_A_PAGE", 8)
    monkeypatch.setattr(schedule_page, "ENCOUNTERS_A_PAGE", 10)
    monkeypatch.setattr(entrant_list, "ENTRANTS_A_PAGE", 6)
    monkeypatch.setattr(following, "NAMES_A_PAGE", 6)


def shown(client: Client, page: str, tournament: Tournament, /, **asked: str | int) -> str:
    return text(client.get(english(address(page, tournament)), dict(asked)))


@pytest.mark.parametrize("name", LISTS)
def test_small_tournament_is_one_page(client: Client, tournament: Tournament, name: str):
    assert "data-onward" not in shown(client, name, tournament)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", LISTS)
def test_links_lead_to_next_and_previous_page(client: Client, tournament: Tournament, name: str):
    first, second = shown(client, name, tournament), shown(client, name, tournament, page=2)
    assert "page=2" in first
    assert "data-next" in first
    assert "Earlier encounters" in second
    assert "Earlier encounters" not in first


@pytest.mark.usefixtures("short")
def test_groups_open_at_the_requested_group(client: Client, tournament: Tournament):
    first, second = shown(client, "groups", tournament), shown(client, "groups", tournament, page=2)
    *_others, last = Group.objects.filter(stage__tournament=tournament).order_by("position")
    assert f'id="group-{last.pk}"' not in first
    assert f'id="group-{last.pk}"' in second
    assert f'id="group-{last.pk}"' in shown(client, "groups", tournament, group=last.pk)


@pytest.mark.usefixtures("short")
def test_schedule_pages_hold_every_encounter_once_and_all_holds_everything(
    client: Client, tournament: Tournament
):
    pages = [shown(client, "schedule", tournament, page=number) for number in (1, 2, 3)]
    assert [page.count('id="at-') for page in pages] == [10, 10, 4]
    assert shown(client, "schedule", tournament, page="all").count('id="at-') == 24


@pytest.mark.usefixtures("short")
def test_name_is_found_on_any_page(client: Client, tournament: Tournament):
    last = list(tournament.entrants.order_by("number"))[-1]
    content = shown(client, "entrants", tournament, name=last.name)
    assert f'id="pair-{last.public_id}"' in content
    assert str(last.public_id) in shown(client, "follow", tournament, name=last.name)


@pytest.mark.usefixtures("short")
def test_script_gets_only_the_next_page(client: Client, tournament: Tournament):
    page = text(client.get(english(address("groups", tournament)), {"page": 2}, headers=HTMX))
    assert "data-portion" in page
    assert "<html" not in page


@pytest.mark.parametrize("asked", ["0", "99", "nonsense", "-1"])
def test_unknown_page_is_the_first(client: Client, tournament: Tournament, asked: str):
    assert 'id="group-' in shown(client, "groups", tournament, page=asked)
