"""The public pages of a cancelled tournament stay, and say when and why."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.setup.domain import cancellation
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import HTMX, TABS, address, encounter_address, text
from tests.scoring.table.phones import side_name
from tournaments.enums import NameShown
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Tournament
from tournaments.people.domain.public_names import Shown, choose

pytestmark = pytest.mark.django_db

WHY = "Salonu su bastı"


@kept
def cancelled() -> Tournament:
    made = drawn_tournament()
    play_hand(encounters_of(made)[0])
    cancellation.cancel(tournament=made, reason=WHY, by=CONSOLE, at=NOW)
    return made


@pytest.mark.parametrize("page", [*TABS, "rules", "how_drawn", "follow"])
def test_each_page_says_when_and_why(cancelled, page):
    shown = text(Client().get(english(address(page, cancelled))))
    assert "This tournament was cancelled on 21 November 2026 22:00." in shown
    assert WHY in shown


@pytest.mark.parametrize("page", TABS)
def test_nothing_is_promised_and_the_standings_stay(cancelled, page):
    shown = text(Client().get(english(address(page, cancelled))))
    for promise in (
        "When do I play?",
        "Next at the tables",
        "to play",
        "Nothing is waiting",
        "best 2 of each",
    ):
        assert promise not in shown
    if page in ("tournament", "groups"):
        assert "not played to their end" in shown


def test_so_does_an_open_page_that_asks(cancelled):
    assert WHY in text(Client().get(address("tournament", cancelled), headers=HTMX))


def test_an_encounter_stays_with_its_hands(cancelled):
    encounter = encounters_of(cancelled)[0]
    shown = text(Client().get(english(encounter_address(encounter))))
    assert WHY in shown
    assert side_name(encounter) in shown


def test_what_was_not_played_is_not_announced(cancelled):
    begun, other = encounters_of(cancelled)[:2]
    sides = Entrant.objects.filter(encounter_sides__encounter__in=(begun, other))
    pages = [
        *map(encounter_address, (begun, other)),
        *(reverse("scoring:entrant", args=[cancelled.public_id, one.public_id]) for one in sides),
        address("schedule", cancelled),
        address("groups", cancelled),
    ]
    for page in pages:
        shown = text(Client().get(english(page)))
        assert "not played" in shown, page
        for promise in ("not begun", "Plays next", "Plays at", "Plays now", "to be played", "Next at"):
            assert promise not in shown, (page, promise)


def test_the_screen_says_so(cancelled):
    assert "This tournament was cancelled" in text(Client().get(english(address("tv", cancelled))))


def test_the_list_has_it_among_those_that_are_over(cancelled):
    open_tournament(name="Bahar Kupası")
    shown = text(Client().get(english(reverse("scoring:tournaments"))))
    assert shown.index("Bahar Kupası") < shown.index(">Results</h2>") < shown.index(cancelled.name)


def test_messengers_are_told(cancelled):
    shown = text(Client().get(english(address("tournament", cancelled))))
    assert 'name="description" content="Cancelled' in shown


def test_a_name_that_a_player_hides_is_not_in_the_reason(cancelled):
    player = cancelled.entrants.order_by("pk")[0].players.order_by("pk")[0]
    Tournament.objects.filter(pk=cancelled.pk).update(cancelled_because=f"{player.name} hastalandı")
    choices = {player: Shown(NameShown.INITIAL)}
    choose(tournament=cancelled, choices=choices, by=CONSOLE, at=NOW)
    shown = text(Client().get(address("tournament", cancelled)))
    assert "hastalandı" in shown
    assert player.surname not in shown
