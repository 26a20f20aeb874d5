from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish, HandReport, parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.hands import LastTile, Outcome, SeatReport
from rules.seats import SEATS_PAIRS
from scoring.models import Entry
from scoring.table.forms.okey_points_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey_points_hand import HandForm
from tests.factories import NOW, correct, drawn_tournament, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.play.test_open_length import LARGE, OPEN, SEATS, stages, won_hand
from tests.scoring.table.table_phones import (
    address,
    asked_fields,
    choices,
    encounter_at,
    has_element,
    phone,
    table_of,
    text,
    text_at,
    whole_form,
)
from tournaments.models import Encounter, Table, Tournament
from tournaments.setup.domain.tournament_settings import store_rule_book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

STANDARD = PRESETS["okey-standard"]
IN_COLOUR = replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)
SEATED = st.sampled_from(SEATS_PAIRS)
FINISHED = st.builds(
    Finish, st.sampled_from(WinningHand), st.sampled_from((LastTile.PLAIN, LastTile.OKEY)), st.booleans()
)


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def typed_hand(encounter: Encounter, **answers: Any) -> dict[str, Any]:
    hand_fields = {
        "encounter": str(encounter.public_id),
        "match": 1,
        "deal": 1,
        "entry_key": str(uuid.uuid4()),
    }
    return hand_fields | {"end": "A1", "hand": "groups"} | answers


@pytest.mark.slow
@given(st.one_of(st.none(), SEATED), FINISHED, st.one_of(st.none(), SEATED))
def test_report_survives_the_correction_form(finisher, finish, shown):
    hand_report = HandReport(
        Outcome.FINISHED if finisher else Outcome.DECK_EXHAUSTED,
        {seat: SeatReport(opening_reported=False) for seat in SEATS_PAIRS},
        finisher,
        finish=finish if finisher else Finish(),
        indicator_shown_by=shown,
    )
    initial = {name: value for name, value in correction_initial(hand_report, IN_COLOUR).items() if value}
    assert CorrectionForm(initial, rules=IN_COLOUR, playing=SEATS_PAIRS).report == hand_report


def test_one_colour_is_asked_only_if_it_matters():
    form = HandForm(rules=IN_COLOUR)
    assert form.asks_one_colour
    assert not form.asks_only_red_and_black
    fields = {"end": "A1", "one_colour": "on"}
    assert not HandForm(fields, rules=STANDARD).report.finish.one_colour
    assert HandForm(
        rules=replace(STANDARD, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
    ).asks_only_red_and_black


def test_page_asks_only_questions_of_this_game(keeper, table):
    page = keeper.get(whole_form(table))
    assert asked_fields(page) == {"end", "hand", "okey", "shown"}
    assert set(choices(page, "end")) == {*SEATS_PAIRS, "deck_exhausted"}
    assert "pairs" in choices(page, "hand")
    assert "20 left" in text(page)
    assert "1 point" in text(page)


def test_preview_shows_the_points_by_side(keeper, table, encounter):
    data = typed_hand(encounter, hand="pairs", okey="on", shown="B2")
    page = text(keeper.post(address("preview_entry", table), data, headers={"HX-Request": "true"}))
    assert "An opponent finished with seven pairs and the okey: 12" in page
    assert "An opponent showed the indicator: 1" in page
    assert "−1 points left 19" in page
    assert "−12 points left 8" in page
    assert not Entry.objects.exists()
    assert keeper.post(address("enter_hand", table), data).status_code == 303
    page = keeper.get(address("table", table))
    assert [total for _side, total in page.context["screen"].totals] == [1, 12]


def test_preview_spares_a_side_with_few_points_left(keeper, table, encounter):
    play_hand(encounter, won_hand(hand="one_colour_run"))
    play_hand(encounter, won_hand())
    data = typed_hand(encounter, deal=3, end="deck_exhausted", shown="A1")
    page = text(keeper.post(address("preview_entry", table), data, headers={"HX-Request": "true"}))
    assert "nothing to pay with fewer than 3 points left" in page


def test_level_match_without_points_left_gets_an_extra_hand(keeper, table, encounter):
    deck_out = parse_report({"outcome": "deck_exhausted", "seats": SEATS})
    for hand_report in (LARGE, won_hand("B1", hand="one_colour_run"), won_hand(), won_hand("B1"), deck_out):
        play_hand(encounter, hand_report)
    assert 'data-number="6"' in keeper.get(address("enter_hand", table)).content.decode()
    play_hand(encounter, deck_out)
    page = keeper.get(address("enter_hand", table))
    assert page.context["screen"].is_next_hand_extra
    assert has_element(page, "extra-hand")
    play_hand(encounter, won_hand())
    page_text = keeper.get(reverse("scoring:encounter", args=[encounter.public_id])).content.decode()
    assert page_text.count('<tr id="hand-1-7" class="extra">') == 1
    assert page_text.count('class="extra"') == 1


def test_rescored_hands_are_mentioned_at_the_table(keeper, table, encounter):
    for hand_report in (LARGE, won_hand("B1"), won_hand("A1", indicator_shown_by="A1")):
        play_hand(encounter, hand_report)
    assert not has_element(keeper.get(address("table", table)), "later-correction")
    correct(encounter, won_hand(), deal=2)
    assert Entry.objects.order_by("-pk")[0].hand.deal == 3
    assert has_element(keeper.get(address("table", table)), "later-correction")


def test_hand_without_an_end_is_returned_with_the_question(keeper, table, encounter):
    response = keeper.post(
        address("enter_hand", table), typed_hand(encounter, end="", hand="pairs", shown="B1")
    )
    assert response.status_code == 422
    page = response.content.decode()
    assert response.context["form"].has_error("end")
    assert text_at(response, "end-problems")
    assert 'value="pairs" checked' in " ".join(page.split())
    assert not Entry.objects.exists()


def test_value_outside_the_rule_set_is_refused_on_its_field(tournament, keeper, table, encounter):
    tournament.rule_book = store_rule_book(replace(PRESETS["okey-countdown"], indicator_shown=False), at=NOW)
    tournament.save(update_fields=["rule_book"])
    assert b'name="shown"' not in keeper.get(whole_form(table)).content
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, shown="B1"))
    assert response.status_code == 422
    assert response.context["form"].has_error("shown", "indicator_not_in_rule_set")
    assert text_at(response, "shown-problems")


def test_conflicting_hands_are_compared_by_side(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter))
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, end="B1", hand="pairs"))
    assert response.status_code == 409
    assert {
        (row.charged.code, row.stored_points, row.typed_points) for row in response.context["versions"]
    } == {
        ("A", 0, 8),
        ("B", 2, 0),
    }


def test_versions_with_equal_points_name_the_players(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter, shown="A1"))
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, end="A2", shown="A1"))
    shown, names = text(response), {seat.code: seat.spoken_name for seat in response.context["screen"].seats}
    assert not response.context["same"]
    assert f"{names['A1']} finished: plain finish" in shown
    assert f"{names['A2']} finished: plain finish" in shown
    assert f"{names['A1']} showed the indicator" in shown
    second_response = keeper.post(address("enter_hand", table), typed_hand(encounter, shown="A1"))
    assert second_response.context["same"]


def test_correction_shows_the_stored_hand_and_its_consequences(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter, hand="pairs", shown="B1"))
    place = (encounter.public_id, 1, 1)
    form = keeper.get(address("correct_hand", table, *place)).context["form"]
    assert (form["hand"].value(), form["shown"].value()) == ("pairs", "B1")
    data = typed_hand(encounter, hand="pairs", okey="on", shown="B1", version=1, because="mistyped")
    preview = keeper.post(address("preview_correction", table, *place), data)
    assert preview.context["consequences"].totals
    assert keeper.post(address("correct_hand", table, *place), data).status_code == 303
    assert Entry.objects.get(version=2).report_data["finish"]["last_tile"] == "okey"
