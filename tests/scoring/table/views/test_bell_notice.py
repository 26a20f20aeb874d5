"""A table's phone once the bell has rung: the last hand, no hand, the referee; what comes late is kept."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from scoring.ledger.played_matches import Fate
from scoring.models import Hand
from scoring.play.bell import end_without_hand
from scoring.table.views.table_screen import screen_of
from tests.factories import NOW, level_report, play_hand
from tests.scoring.play.ringing import of_round, play, ring, take_back, timed
from tests.scoring.table.phones import address, hand, home_of, phone, text
from tournaments.enums import EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@pytest.fixture
def encounter() -> Encounter:
    encounter = of_round(timed(best_of=1))[0]
    play(encounter, "AAA")
    return encounter


@pytest.fixture
def table(encounter: Encounter) -> Table:
    return home_of(encounter)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def send(client: Client, table: Table, data: dict) -> tuple[int, dict]:
    answer = client.post(address("take_hand", table), data)
    return answer.status_code, json.loads(answer.content)


def test_a_form_that_is_being_filled_in_is_told_and_stays(keeper, table, encounter):
    form = keeper.get(address("enter_hand", table))
    typing = {"typing": "1", "signature": form.context["signature"], "counter": "0"}
    place = {"encounter": str(encounter.public_id), "match": "1", "deal": "4"}
    ring(encounter)
    told = text(keeper.get(address("follow_table", table), typing | place))
    assert "Time is up: this hand is the last" in told
    assert "Saved from another phone" not in told
    end_without_hand(encounter=encounter, by=CONSOLE, at=NOW)
    told = text(keeper.get(address("follow_table", table), typing | place))
    assert "The bell rang meanwhile. What you typed is kept" in told


def test_the_hand_in_play_is_entered_and_the_next_one_refused_and_kept(keeper, table, encounter):
    ring(encounter)
    assert "is the last" in text(keeper.get(address("table", table)))
    sent = hand(encounter, deal=4)
    assert send(keeper, table, sent) == (200, {"state": "stored", "repeated": False})
    late = hand(encounter, deal=5) | {"after": sent["entry_key"]}
    status, said = send(keeper, table, late)
    assert (status, said["state"], said["code"]) == (409, "refused", "time_is_up")
    assert "call the referee" in said["reasons"][0]
    assert Hand.objects.filter(match__encounter=encounter).count() == 4
    take_back(encounter)
    assert send(keeper, table, late) == (200, {"state": "stored", "repeated": False})


def test_a_form_that_is_sent_after_the_bell_is_answered_in_words(keeper, table, encounter):
    ring(encounter, between=[encounter])
    answer = keeper.post(address("enter_hand", table), hand(encounter, deal=4))
    assert answer.status_code == 409
    assert "Time was up before this hand arrived" in text(answer)


def test_no_hand_was_in_play_is_asked_once_and_said_once(keeper, table, encounter):
    assert keeper.get(address("no_hand_in_play", table)).status_code == 303
    ring(encounter)
    page = keeper.get(address("no_hand_in_play", table))
    assert "Was no hand in play when the bell rang?" in text(page)
    keeper.post(address("no_hand_in_play", table), {"encounter": "x"})
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    for _tap in range(2):
        said = {"encounter": str(encounter.public_id)}
        assert keeper.post(address("no_hand_in_play", table), said).status_code == 303
    encounter.refresh_from_db()
    assert encounter.winner == "A"
    assert "Time was up." in text(keeper.get(address("table", table)))


def test_who_does_not_keep_the_table_does_not_say_it(table, encounter, keeper):
    ring(encounter)
    other = phone(table, "en", keeper="")
    other.post(address("no_hand_in_play", table), {"encounter": str(encounter.public_id)})
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING


def test_level_it_plays_one_hand_more(table, encounter, keeper):
    other = of_round(encounter.stage.tournament)[1]
    play(other, "==")
    play_hand(other, level_report())
    ring(other, between=[other])
    beside = phone(home_of(other), "en")
    assert "Time is up, and the match is level." in text(beside.get(address("table", home_of(other))))
    screen = screen_of(home_of(other))
    assert screen is not None
    assert screen.fate is Fate.LEVEL


def test_where_the_referee_decides_nothing_is_entered(encounter):
    other = of_round(encounter.stage.tournament)[1]
    ring(encounter)
    table = home_of(other)
    keeper = phone(table, "en")
    assert "The referee decides this encounter" in text(keeper.get(address("table", table)))
    assert keeper.get(address("enter_hand", table)).status_code == 303
    status, said = send(keeper, table, hand(other))
    assert (status, said["code"]) == (409, "time_is_up")
