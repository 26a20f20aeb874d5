from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Entry
from scoring.table.views.practice_screen import PRACTICE_ENCOUNTER_ID
from tests.factories import drawn_tournament, singles_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.play.test_open_length import OPEN, stages
from tests.scoring.table.table_phones import asked_fields, text, text_at
from tests.scoring.table.views.test_practice import BANNER, winner_shown
from tournaments.models import Tournament
from tournaments.stages.stage_settings import Length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|REPLACE)", re.IGNORECASE)
LARGE = "0.16.0.0"


@pytest.fixture
def visitor() -> Client:
    return LanguageClient("en")


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


def typed_hand(**changes: Any) -> dict[str, Any]:
    data = {
        "encounter": str(PRACTICE_ENCOUNTER_ID),
        "match": 1,
        "deal": 1,
        "entry_key": str(PRACTICE_ENCOUNTER_ID),
        "end": "A1",
    }
    return data | changes


def preset_url(rule_set_id: str, *hands: str, name: str = "practice") -> str:
    query = {"hands": "_".join(hands)} if hands else None
    return reverse(f"scoring:rule_set_{name}", kwargs={"rule_set_id": rule_set_id}, query=query)


def tournament_url(tournament: Tournament, *hands: str, name: str = "practice") -> str:
    query = {"hands": "_".join(hands)} if hands else None
    return reverse(f"scoring:tournament_{name}", args=[tournament.public_id], query=query)


def test_practice_uses_the_game_of_the_tournament(visitor, tournament):
    page = visitor.get(tournament_url(tournament))
    assert BANNER in page.content
    assert "shown" in asked_fields(page)
    assert not re.search(r"\d / \d", text(page))
    assert "20 left" in text(page)


def test_a_hand_is_scored_and_counted_down(visitor, tournament):
    response = visitor.post(tournament_url(tournament), typed_hand(hand="one_colour_run"))
    assert response.headers["Location"] == tournament_url(tournament, LARGE)
    assert "4 left" in text(visitor.get(tournament_url(tournament, LARGE)))


def test_score_depends_on_earlier_hands(visitor, tournament):
    fields = typed_hand(end="B1", shown="A1")
    page = tournament_url(tournament, LARGE, "0.2.0.0", name="preview_practice")
    fragment = visitor.post(page, fields, headers={"hx-request": "true"})
    assert b"<html" not in fragment.content
    assert "nothing to pay with fewer than 3 points left" in text(fragment)
    response = visitor.post(tournament_url(tournament, LARGE, "0.2.0.0"), fields)
    assert response.headers["Location"].endswith("2.0.0.0")
    early = visitor.post(
        tournament_url(tournament, name="preview_practice"), fields, headers={"hx-request": "true"}
    )
    assert "An opponent showed the indicator: 1" in text(early)


def test_match_ends_without_points_left(visitor, tournament):
    over = visitor.post(tournament_url(tournament, LARGE), typed_hand(hand="pairs")).headers["Location"]
    page = visitor.get(over)
    assert winner_shown(page) == "A"
    assert "0 left" in text(page)
    assert winner_shown(visitor.post(over, typed_hand())) == "A"


def test_limit_of_hands_is_that_of_the_stage(visitor):
    limited = drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(Length(1, 2)))
    assert "1 / 2" in text(visitor.get(tournament_url(limited)))
    over = visitor.post(tournament_url(limited, "0.2.0.0"), typed_hand()).headers["Location"]
    assert winner_shown(visitor.get(over)) == "A"


def test_missing_end_is_asked(visitor, tournament):
    page = visitor.post(tournament_url(tournament), typed_hand(end=""))
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.context["form"].has_error("end")
    assert text_at(page, "end-problems")


def test_four_singles_count_down_separately(visitor):
    singles = singles_tournament(players=8, hands=None, rule_set_id="okey-standard")
    response = visitor.post(tournament_url(singles), typed_hand(end="C1", shown="A1"))
    assert response.headers["Location"].endswith("?hands=2.3.1.3.0.0.0.0")
    assert "17 left" in text(visitor.get(response.headers["Location"]))


@pytest.mark.parametrize("rule_set_id", ["okey-countdown", "okey-standard", "101-rising"])
def test_every_preset_has_a_practice_table(visitor, rule_set_id):
    page = visitor.get(preset_url(rule_set_id))
    assert page.status_code == HTTPStatus.OK
    assert f'action="{preset_url(rule_set_id)}"' in page.content.decode()
    assert visitor.get(preset_url(rule_set_id, name="preview_practice")).headers["Location"] == preset_url(
        rule_set_id
    )


def test_practice_tables_of_presets_are_linked(visitor):
    usual = reverse("scoring:practice")
    assert f'href="{preset_url("okey-countdown")}"' in visitor.get(usual).content.decode()
    page = visitor.get(preset_url("okey-countdown"))
    okey = page.content.decode()
    assert f'href="{usual}"' in okey
    assert f'href="{preset_url("okey-standard")}"' in okey
    assert preset_url("okey-countdown") not in [url for _names, url in page.context["practice"]["others"]]


def test_practice_of_a_tournament_links_no_other(visitor, tournament):
    assert preset_url("okey-standard") not in visitor.get(tournament_url(tournament)).content.decode()


def test_unknown_preset_is_not_found(visitor):
    assert visitor.get("/en/practice/okey-105/").status_code == HTTPStatus.NOT_FOUND


def test_practice_writes_no_row(visitor, tournament):
    with CaptureQueriesContext(connection) as captured:
        for url in (tournament_url(tournament), preset_url("okey-standard")):
            assert visitor.get(url).status_code == HTTPStatus.OK
            assert visitor.post(url, typed_hand()).status_code == HTTPStatus.SEE_OTHER
    assert [query["sql"] for query in captured.captured_queries if WRITES.match(query["sql"])] == []
    assert Entry.objects.count() == 0
