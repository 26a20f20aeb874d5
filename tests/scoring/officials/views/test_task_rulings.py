from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey_task.reports import parse_report
from scoring.enums import EntryKind
from scoring.models import Entry
from tests.factories import correct, drawn_tournament, encounters_of, play_hand
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.rules.games.okey_task.hand_builders import finished, with_exchanged_jokers
from tests.rules.hand_builders import SERIES
from tests.scoring.officials.views.test_okey_rulings import referee_of, ruling, ruling_url
from tests.scoring.table.table_phones import text
from tournaments.models import Encounter, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-task", groups=2)


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    first = encounters_of(tournament)[0]
    play_hand(first, parse_report(finished(B1=with_exchanged_jokers((SERIES, 34)))))
    return first


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return referee_of(tournament)


def points(**changes: Any) -> dict[str, Any]:
    figures = {"A1": 0, "B1": 20, "A2": 5, "B2": 7} | changes
    return {f"fixed__{seat}": str(figure) for seat, figure in figures.items()}


def without_sides(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in {"fixed-A", "fixed-B"}}


def test_each_player_gets_their_fixed_points(referee, encounter):
    page_text = text(referee.get(ruling_url(encounter)))
    assert "Joker exchanged: 50" in page_text
    response = referee.post(ruling_url(encounter), without_sides(ruling(encounter, save="1", **points())))
    assert response.status_code == 303
    entry = Entry.objects.get(current_of__match__encounter=encounter)
    assert entry.kind == EntryKind.RULING
    assert dict(entry.seats.values_list("seat", "points")) == {"A1": 0, "B1": 20, "A2": 5, "B2": 7}


def test_unrecorded_hand_has_the_fields_of_task_okey(referee, encounter):
    page = referee.get(ruling_url(encounter, 2)).content.decode()
    for field in ('name="task"', 'name="B1-jokers"', 'value="deck_exhausted"'):
        assert field in page
    data = without_sides(ruling(encounter, 0, save="1", **points()))
    refused = referee.post(ruling_url(encounter, 2), data | {"end": "A1"})
    assert refused.context["entry_form"].has_error("task", "required")
    hand_data = {"end": "A1", "task": "seri_5", "B1-opened": "on", "B1-points": "12", "B1-jokers": "1"}
    assert referee.post(ruling_url(encounter, 2), data | hand_data).status_code == 303
    stored = Entry.objects.get(current_of__deal=2).report_data
    assert (stored["task"], stored["finisher"]) == ("seri_5", "A1")


def test_history_describes_each_version(referee, encounter):
    correct(encounter, parse_report(finished(B1=(SERIES, 43)) | {"task": "kut_4"}))
    page_text = text(referee.get(reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])))
    for sentence in ("task: Run of 4 → Set of 4", "rack 34 → 43", "jokers exchanged 1 → 0", "Task: Set of 4"):
        assert sentence in page_text


def test_pages_are_valid_html(tournament, referee, encounter):
    places = [
        ruling_url(encounter),
        ruling_url(encounter, 2),
        reverse("scoring:tournament_practice", args=[tournament.public_id]),
    ]
    for place in places:
        page = referee.get(place).content.decode()
        assert list(faults_of(read(page, whole=True), page=True)) == [], place


def test_practice_table_draws_a_task_and_scores_a_hand(tournament):
    practice = reverse("scoring:tournament_practice", args=[tournament.public_id])
    page = Client().get(practice)
    form = page.context["form"]
    assert form["task"].value() == form.drawn_code != ""
    assert "css/table/one-page-form" in page.content.decode()
