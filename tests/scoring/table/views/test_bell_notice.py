from __future__ import annotations

import json

import pytest
from django.test import Client

from scoring.ledger.played_matches import BellOutcome
from scoring.ledger.refusals import TimeIsUp
from scoring.models import Hand
from scoring.play.bell import stop_awaiting_hand
from tests.factories import NOW, level_report, play_hand
from tests.scoring.play.timed_rounds import (
    encounters_of_round,
    play,
    ring_bell,
    take_bell_back,
    timed_knockout,
)
from tests.scoring.table.table_phones import (
    address,
    hand,
    has_element,
    home_of,
    in_page_language,
    phone,
    text_at,
)
from tournaments.enums import EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@pytest.fixture
def encounter() -> Encounter:
    encounter = encounters_of_round(timed_knockout(best_of=1))[0]
    play(encounter, "AAA")
    return encounter


@pytest.fixture
def table(encounter: Encounter) -> Table:
    return home_of(encounter)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def send(client: Client, table: Table, data: dict) -> tuple[int, dict]:
    response = client.post(address("receive_hand", table), data)
    return response.status_code, json.loads(response.content)


def test_form_in_use_is_notified_of_the_bell_and_kept(keeper, table, encounter):
    form = keeper.get(address("enter_hand", table))
    typing = {"typing": "1", "signature": form.context["signature"], "counter": "0"}
    place = {"encounter": str(encounter.public_id), "match": "1", "deal": "4"}
    ring_bell(encounter)
    notice = keeper.get(address("follow_table", table), typing | place)
    assert notice.context["screen"].bell_outcome is BellOutcome.LAST_HAND
    assert text_at(notice, "bell-rang")
    assert not notice.context["form_outdated"]
    stop_awaiting_hand(encounter=encounter, by=CONSOLE, at=NOW)
    notice = keeper.get(address("follow_table", table), typing | place)
    assert notice.context["form_outdated"]
    assert has_element(notice, "outdated-by-bell")


@pytest.mark.release
def test_hand_in_play_is_stored_and_the_next_one_refused(keeper, table, encounter):
    ring_bell(encounter)
    page = keeper.get(address("table", table))
    assert page.context["screen"].bell_outcome is BellOutcome.LAST_HAND
    assert text_at(page, "time-up")
    assert address("no_hand_in_play", table) in page.content.decode()
    sent = hand(encounter, deal=4)
    assert send(keeper, table, sent) == (200, {"state": "stored", "repeated": False})
    late = hand(encounter, deal=5) | {"after": sent["entry_key"]}
    status, payload = send(keeper, table, late)
    assert (status, payload["state"], payload["code"]) == (409, "refused", "time_is_up")
    assert len(payload["reasons"]) == 1
    assert Hand.objects.filter(match__encounter=encounter).count() == 4
    take_bell_back(encounter)
    assert send(keeper, table, late) == (200, {"state": "stored", "repeated": False})


def test_form_sent_after_the_bell_is_refused(keeper, table, encounter):
    ring_bell(encounter, between=[encounter])
    response = keeper.post(address("enter_hand", table), hand(encounter, deal=4))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, TimeIsUp())


def test_keeper_confirms_that_no_hand_was_in_play(keeper, table, encounter):
    assert keeper.get(address("no_hand_in_play", table)).status_code == 303
    ring_bell(encounter)
    page = keeper.get(address("no_hand_in_play", table))
    assert page.status_code == 200
    assert f'name="encounter" value="{encounter.public_id}"' in page.content.decode()
    keeper.post(address("no_hand_in_play", table), {"encounter": "x"})
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    for _tap in range(2):
        fields = {"encounter": str(encounter.public_id)}
        assert keeper.post(address("no_hand_in_play", table), fields).status_code == 303
    encounter.refresh_from_db()
    assert encounter.winner == "A"
    page = keeper.get(address("table", table))
    assert (page.context["shows"], page.context["screen"].bell_outcome) == ("result", BellOutcome.DECIDED)
    assert text_at(page, "time-up")


def test_only_the_keeper_confirms_that_no_hand_was_in_play(table, encounter, keeper):
    ring_bell(encounter)
    other = phone(table, "en", keeper="")
    other.post(address("no_hand_in_play", table), {"encounter": str(encounter.public_id)})
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING


@pytest.mark.release
def test_level_match_plays_one_more_hand(table, encounter, keeper):
    other = encounters_of_round(encounter.stage.tournament)[1]
    play(other, "==")
    play_hand(other, level_report())
    ring_bell(other, between=[other])
    beside = phone(home_of(other), "en")
    page = beside.get(address("table", home_of(other)))
    assert page.context["screen"].bell_outcome is BellOutcome.LEVEL
    assert text_at(page, "time-up")
    assert address("no_hand_in_play", home_of(other)) not in page.content.decode()


def test_no_hand_is_entered_if_the_referee_decides(encounter):
    other = encounters_of_round(encounter.stage.tournament)[1]
    ring_bell(encounter)
    table = home_of(other)
    keeper = phone(table, "en")
    assert keeper.get(address("table", table)).context["shows"] == "stopped"
    assert keeper.get(address("enter_hand", table)).status_code == 303
    status, payload = send(keeper, table, hand(other))
    assert (status, payload["code"]) == (409, "time_is_up")
