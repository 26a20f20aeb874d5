from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.screen import domain
from scoring.screen.forms import NoticeForm
from tests.factories import NOW, drawn_tournament, encounters_of
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import phone
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TEXT = "Çay molası: 15 dakika"


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def put_up(tournament: Tournament, minutes: int | None = 10, *, ago: int = 0) -> None:
    at = timezone.now() - timedelta(minutes=ago)
    until = None if minutes is None else at + timedelta(minutes=minutes)
    domain.post_notice(tournament=tournament, text=TEXT, until=until, by=CONSOLE, at=at)


PUBLIC = ("tournament", "groups", "bracket", "tables", "schedule", "entrants")


@pytest.mark.release
@pytest.mark.parametrize("name", PUBLIC)
def test_public_pages_show_a_notice_until_its_end(client, tournament, name):
    address = reverse(f"scoring:{name}", args=[tournament.public_id])
    put_up(tournament, 10, ago=11)
    assert TEXT not in client.get(address).content.decode()
    put_up(tournament)
    assert client.get(address).content.decode().count(TEXT) == 1


def test_table_page_shows_the_notice_in_its_live_fragment(tournament):
    encounter = encounters_of(tournament)[0]
    assert encounter.table is not None
    keeper = phone(encounter.table)
    put_up(tournament, None)
    page = keeper.get(reverse("scoring:table", args=[encounter.table.public_id])).content.decode()
    follow = page[page.index('id="follow"') :]
    assert TEXT in follow
    assert 'class="announced quiet"' in follow


def test_notice_is_escaped(client, tournament):
    domain.post_notice(tournament=tournament, text="<b>Ali</b>", until=None, by=CONSOLE, at=NOW)
    page = client.get(reverse("scoring:tournament", args=[tournament.public_id])).content.decode()
    assert "&lt;b&gt;Ali&lt;/b&gt;" in page


def test_notice_ends_in_half_an_hour_by_default():
    assert f"{NoticeForm.with_default_end(NOW.replace(hour=20, minute=3))['until'].value():%H:%M}" == "20:30"
    assert f"{NoticeForm.with_default_end(NOW.replace(hour=23, minute=45))['until'].value():%H:%M}" == "00:15"


def test_expired_notice_updates_open_pages(tournament):
    put_up(tournament, 10, ago=11)
    before = Tournament.objects.get(pk=tournament.pk).counter
    domain.remove_expired_notices(tournament=tournament, at=timezone.now())
    assert Tournament.objects.get(pk=tournament.pk).counter > before
    assert Client().get(reverse("scoring:tournament", args=[tournament.public_id])).status_code == 200
