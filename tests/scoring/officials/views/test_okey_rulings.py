from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.enums import EntryKind
from scoring.integrity.integrity_checks import verify
from scoring.models import Entry
from tests.factories import (
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    rule,
    singles_tournament,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.test_okey_rulings import fixed, singles_hand
from tests.scoring.play.test_open_length import LARGE, OPEN, SMALL, stages, winner
from tests.scoring.table.table_phones import text
from tournaments.enums import Role
from tournaments.models import Encounter, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    first = encounters_of(tournament)[0]
    play_hand(first, LARGE)
    return first


def referee_of(tournament: Tournament) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.REFEREE).user)
    return client


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return referee_of(tournament)


def ruling_url(encounter: Encounter, deal: int = 1) -> str:
    return reverse("scoring:rule_on_hand", args=[encounter.public_id, 1, deal])


def ruling(encounter: Encounter, version: int = 1, **changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "encounter": str(encounter.public_id),
        "version": version,
        "entry_key": str(uuid.uuid4()),
        "kind": "fixed",
        "reason": "A wrong finish",
        "fixed-A": "2",
        "fixed-B": "0",
    }
    return data | {name.replace("__", "-"): value for name, value in changes.items()}


def test_form_has_points_for_each_side_and_no_infraction(referee, encounter):
    page = referee.get(ruling_url(encounter))
    page_text = text(page)
    assert "An opponent finished with the run of one colour: 16" in page_text
    assert [left for _payer, _field, left in page.context["points"]] == [20, 20]
    assert page.context["form"].by_side
    assert page.context["hand"].kinds == ["fixed", "replay"]
    assert 'value="replay"' in page.content.decode()
    assert 'value="infraction"' not in page.content.decode()
    assert [name for name in page.context["form"].fields if name.startswith("fixed")] == [
        "fixed-A",
        "fixed-B",
    ]


def test_a_preview_shows_what_is_left_before_and_after(referee, encounter):
    page_text = text(referee.post(ruling_url(encounter), ruling(encounter, preview="1")))
    assert "−16 4 left" in page_text
    assert "0 20 left" in page_text
    assert "−2 18 left" in page_text
    assert "4 left → becomes 20 left" in page_text
    assert Entry.objects.count() == 1


def test_a_ruling_is_saved_and_ends_the_match(referee, encounter):
    form_data = ruling(encounter, fixed__B="20", save="1")
    assert referee.post(ruling_url(encounter), form_data).status_code == 303
    assert Entry.objects.get(version=2).kind == EntryKind.RULING
    assert winner(encounter) == "A"


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"fixed__B": ""}, "fixed-B", None),
        ({"fixed__B": "10000"}, "fixed-B", "max_value"),
        ({"kind": "infraction"}, "kind", "invalid_choice"),
    ],
)
def test_missing_fields_are_reported(referee, encounter, changes, field, code):
    response = referee.post(ruling_url(encounter), ruling(encounter, preview="1", **changes))
    assert (response.status_code, response.context["form"].has_error(field, code)) == (422, True)
    assert "error-text" in response.content.decode()


def test_a_hand_is_replayed(referee, encounter):
    form_data = ruling(encounter, kind="replay")
    assert referee.post(ruling_url(encounter), form_data | {"preview": "1"}).context["void"]
    assert referee.post(ruling_url(encounter), form_data | {"save": "1"}).status_code == 303
    assert Entry.objects.get(version=2).void
    assert "By the referee's ruling the hand is void" in text(referee.get(ruling_url(encounter)))


def test_unrecorded_hand_has_the_fields_of_its_game(referee, encounter):
    page = referee.get(ruling_url(encounter, 2))
    assert 'name="shown"' in page.content.decode()
    assert 'name="A1-points"' not in page.content.decode()  # Okey 101 has it, as test_rulings shows
    assert [left for _payer, _field, left in page.context["points"]] == [20, 4]
    hand_data = {"end": "A2", "hand": "pairs", "okey": "on", "shown": "B1"}
    form_data = ruling(encounter, version=0, **hand_data)
    assert "4 left" in text(referee.post(ruling_url(encounter, 2), form_data | {"preview": "1"}))
    assert referee.post(ruling_url(encounter, 2), form_data | {"save": "1"}).status_code == 303
    report = Entry.objects.get(hand__deal=2).report_data
    assert (report["finisher"], report["finish"], report["indicator_shown_by"]) == (
        "A2",
        {"hand": "pairs", "last_tile": "okey"},
        "B1",
    )


def test_unreadable_report_is_refused(referee, encounter):
    form_data = ruling(encounter, version=0, hand="a flush", save="1")
    assert referee.post(ruling_url(encounter, 2), form_data).status_code == 422
    assert Entry.objects.count() == 1


def test_history_opens_for_any_reported_finisher(referee, encounter):
    referee.post(ruling_url(encounter, 2), ruling(encounter, version=0, end="Z9", shown="", save="1"))
    correct(encounter, SMALL, deal=2)
    history = reverse("scoring:hand_history", args=[encounter.public_id, 1, 2])
    assert "finished by: ? →" in text(referee.get(history))
    assert verify(encounter.stage.tournament).discrepancies == []


def test_public_page_shows_the_ruling_by_sides(encounter):
    rule(encounter, fixed(A=2, B=0))
    page_text = text(LanguageClient("en").get(reverse("scoring:encounter", args=[encounter.public_id])))
    assert "A 0, B −16 → A −2, B 0" in page_text
    assert "Points fixed by the referee" in page_text


def test_form_has_points_for_each_of_four_singles():
    table = encounters_of(singles_tournament(players=8, hands=None, rule_set_id="okey-standard"))[0]
    play_hand(table, singles_hand())
    referee = referee_of(table.stage.tournament)
    assert not referee.get(ruling_url(table)).context["form"].by_side
    form_data = ruling(table, fixed__C="20", fixed__D="5", save="1")
    assert referee.post(ruling_url(table), form_data).status_code == 303
    assert sorted(Entry.objects.get(version=2).seats.values_list("seat", "points")) == [
        ("A1", 2),
        ("B1", 0),
        ("C1", 20),
        ("D1", 5),
    ]


def test_wrong_method_missing_hand_and_stranger_are_refused(referee, encounter):
    assert referee.put(ruling_url(encounter)).status_code == 405
    assert referee.get(ruling_url(encounter, 3)).status_code == 404
    assert LanguageClient("en").get(ruling_url(encounter)).status_code == 302  # to the login page
