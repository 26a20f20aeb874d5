from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.setup.domain import cancellation
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, TABS, address, encounter_address, text
from tests.scoring.table.table_phones import side_name
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Tournament
from tournaments.people.domain.public_names import choose_public_names

pytestmark = pytest.mark.django_db

WHY = "Salonu su bastı"


@module_fixture
def cancelled() -> Tournament:
    tournament = drawn_tournament()
    play_hand(encounters_of(tournament)[0])
    cancellation.cancel(tournament=tournament, reason=WHY, by=CONSOLE, at=NOW)
    return tournament


@pytest.mark.parametrize("page", [*TABS, "rules", "draw_list", "follow"])
def test_each_page_shows_time_and_reason_of_the_cancellation(cancelled, page):
    content = text(Client().get(english(address(page, cancelled))))
    notice = content.partition('data-test="cancelled"')[2].partition("</div>")[0]
    assert "21 November 2026 22:00" in notice
    assert WHY in notice


@pytest.mark.parametrize("page", TABS)
def test_standings_stay_and_nothing_is_announced(cancelled, page):
    content = text(Client().get(address(page, cancelled)))
    for promise in (
        address("follow", cancelled),
        'id="next-',
        'data-test="to-play"',
        'data-test="how-to-enter"',
        'data-test="nothing-waiting"',
    ):
        assert promise not in content
    if page in ("tournament", "groups"):
        assert content.count('data-test="not-finished"') == 2
    if page == "groups":
        assert '<p class="begins small soft"></p>' in content


def test_live_update_shows_the_cancellation(cancelled):
    assert WHY in text(Client().get(address("tournament", cancelled), headers=HTMX))


def test_encounter_keeps_its_hands(cancelled):
    encounter = encounters_of(cancelled)[0]
    content = text(Client().get(english(encounter_address(encounter))))
    assert WHY in content
    assert side_name(encounter) in content


def test_unplayed_encounters_are_not_announced(cancelled):
    begun, other = encounters_of(cancelled)[:2]
    sides = Entrant.objects.filter(encounter_sides__encounter__in=(begun, other))
    pages = [
        *map(encounter_address, (begun, other)),
        *(reverse("scoring:entrant", args=[cancelled.public_id, side.public_id]) for side in sides),
        address("schedule", cancelled),
        address("groups", cancelled),
    ]
    for page in pages:
        content = text(Client().get(page))
        assert 'data-test="not-played"' in content, page
        for promise in ("not-begun", "plays-now", "plays-next", "next-at-table", "to-play"):
            assert f'data-test="{promise}"' not in content, (page, promise)


def test_screen_shows_the_cancellation(cancelled):
    assert 'data-test="cancelled"' in text(Client().get(address("tv", cancelled)))


def test_cancelled_tournament_is_listed_among_finished_ones(cancelled):
    open_tournament(name="Bahar Kupası")
    content = text(Client().get(reverse("scoring:tournaments")))
    assert content.index("Bahar Kupası") < content.index('id="results"') < content.index(cancelled.name)


def test_metadata_has_the_cancellation(cancelled):
    content = text(Client().get(english(address("tournament", cancelled))))
    assert 'name="description" content="Cancelled' in content


def test_reason_with_a_hidden_name_is_withheld(cancelled):
    player = cancelled.entrants.order_by("pk")[0].players.order_by("pk")[0]
    Tournament.objects.filter(pk=cancelled.pk).update(cancelled_because=f"{player.name} hastalandı")
    choices = {player: NameDisplay.INITIAL}
    choose_public_names(tournament=cancelled, choices=choices, by=CONSOLE, at=NOW)
    content = text(Client().get(address("tournament", cancelled)))
    assert 'data-test="withheld"' in content
    assert "hastalandı" not in content
    assert player.surname not in content
