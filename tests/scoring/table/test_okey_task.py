from __future__ import annotations

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import NON_FIELD_ERRORS
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import PRESETS
from rules.games.okey_task.task_draw import draw_task
from rules.games.okey_task.tasks import Task
from rules.hands import Infraction, Opening, Outcome, Rack, SeatReport
from rules.seats import SEATS_PAIRS, SEATS_SINGLES
from scoring.models import Entry
from scoring.officials.domain import amendments
from scoring.table.forms.okey_task_choices import deal_seed, drawn_task_code
from scoring.table.forms.okey_task_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey_task_hand import HandForm
from scoring.table.forms.okey_task_seat import TOO_LARGE
from tests.factories import NOW, drawn_tournament, singles_tournament
from tests.flat_html import flat
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.scoring.table.table_phones import (
    address,
    asked_fields,
    choices,
    encounter_at,
    phone,
    table_of,
    text,
    text_at,
    whole_form,
)
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

RULES = PRESETS["okey-task"]
TILES = ("r7", "b10", "*")


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-task", groups=2)


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
    racks = {"B1-opened": "on", "B1-points": "34", "A2-points": "12", "B2-points": "71"}
    return hand_fields | {"end": "A1", "task": "kut_4"} | racks | answers


def preview(keeper: Client, table: Table, data: dict[str, Any]) -> Any:
    return keeper.post(address("preview_entry", table), data, headers={"HX-Request": "true"})


@st.composite
def reports(draw: st.DrawFn) -> HandReport:
    task, finisher = draw(st.sampled_from(Task)), draw(st.sampled_from((None, *SEATS_PAIRS)))
    opened = Opening.PAIRS if task is Task.CIFT else Opening.SERIES
    racks = st.builds(Rack, st.integers(0, 400)) | st.just(Rack(tiles=TILES))
    jokers = st.sampled_from([(), (Infraction(JOKER_EXCHANGED, 1),), (Infraction(JOKER_EXCHANGED, 2),)])
    others = st.builds(SeatReport, st.sampled_from([Opening.NONE, opened]), racks, jokers)
    seats = {
        seat: SeatReport(opened, None, draw(jokers)) if seat == finisher else draw(others)
        for seat in SEATS_PAIRS
    }
    outcome = Outcome.FINISHED if finisher else Outcome.DECK_EXHAUSTED
    return HandReport(outcome, seats, finisher, task=task)


@pytest.mark.slow
@given(reports())
def test_report_survives_the_correction_form(report):
    initial = correction_initial(report, RULES)
    seats = initial.pop("seats")
    data = initial | {f"{seat}-{name}": value for seat, part in seats.items() for name, value in part.items()}
    assert CorrectionForm(data, rules=RULES, playing=SEATS_PAIRS).report == report


def test_new_hand_has_the_task_drawn_by_its_seed(keeper, table, encounter):
    form = keeper.get(address("enter_hand", table)).context["form"]
    seed = deal_seed(encounter.public_id, 1, 1)
    assert seed == f"{encounter.public_id.hex[:8]}/1/1"
    assert form["task"].value() == form.drawn_code == draw_task(seed)
    other = phone(table, "en", keeper="Ece").get(address("enter_hand", table))
    assert other.context["form"]["task"].value() == form.drawn_code
    assert (
        phone(table, "en").get(address("enter_hand", table)).context["form"]["task"].value()
        == form.drawn_code
    )
    later = [drawn_task_code(deal_seed(encounter.public_id, 1, deal)) for deal in range(1, 4)]
    assert form.upcoming_codes[:3] == later


def test_hand_identified_by_its_predecessor_has_no_seed(encounter):
    form = HandForm({"encounter": str(encounter.public_id), "after": "key"}, rules=RULES)
    assert (form.seed, form.drawn_code, form.upcoming_codes) == ("", "", [])
    assert form.has_error("task", "required")
    assert HandForm({"encounter": "?", "match": "1", "deal": "9" * 5000}, rules=RULES).seed == ""
    assert HandForm(
        {"encounter": str(encounter.public_id), "match": "1", "deal": "2"}, rules=RULES
    ).upcoming_codes
    assert HandForm(rules=RULES).drawn_code == ""


def test_page_asks_only_questions_of_this_game(keeper, table):
    page = keeper.get(whole_form(table))
    of_a_seat = ("opened", "points", "tiles", "jokers")
    assert asked_fields(page) == {"end", "task"} | {
        f"{seat}-{field}" for seat in SEATS_PAIRS for field in of_a_seat
    }
    assert set(choices(page, "end")) == {*SEATS_PAIRS, "deck_exhausted"}
    assert set(choices(page, "task")) == {task.value for task in Task}
    assert "2 × run of 4" in text(page)
    assert "50 points" in text(page)
    assert 'data-number="1"' in page.content.decode()
    assert page.context["screen"].match.hands_per_match == 3


def test_racks_have_jokers_and_no_indicator(keeper, table):
    page = flat(keeper.get(whole_form(table)).content.decode())
    assert re.findall(r'data-tile="\*" tabindex="-1"> ?<span [^>]*aria-label="([^"]+)"', page) == ["joker"]
    assert page.count("data-tiles=") == len(SEATS_PAIRS)
    assert not re.search("the indicator|turned up|false okey", page, re.IGNORECASE)


def test_free_joker_exchange_is_not_asked(keeper, tournament, table, encounter):
    free = replace(RULES, infractions={})
    amendments.change_rules(tournament=tournament, rules=free, by=CONSOLE, at=NOW)
    jokers = {f"{seat}-jokers" for seat in SEATS_PAIRS}
    asked = asked_fields(keeper.get(whole_form(table)))
    assert ("task" in asked, asked & jokers) == (True, set())
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, **{"B1-jokers": "1"}))
    assert response.status_code == 422
    assert jokers <= asked_fields(response)


def test_jokers_are_named_on_public_pages(keeper, table, encounter):
    data = typed_hand(encounter, **{"B2-points": "", "B2-tiles": "r7 *"})
    pages = [preview(keeper, table, data)]
    keeper.post(address("enter_hand", table), data)
    place = (encounter.public_id, 1, 1)
    corrected = typed_hand(encounter, version=1, because="mistyped", **{"B2-points": "", "B2-tiles": "r8 *"})
    keeper.post(address("correct_hand", table, *place), corrected)
    for name, args in (("encounter", place[:1]), ("hand_history", place)):
        pages.append(Client().get(reverse(f"scoring:{name}", args=args)))
    racks = [
        re.findall(r'class="tile false s"[^>]*aria-label="([^"]+)"', page.content.decode()) for page in pages
    ]
    assert racks == [["joker"], ["joker"], ["joker", "joker"]]


def test_pages_are_valid_html(keeper, table, encounter):
    data = typed_hand(encounter, **{"B2-jokers": "1", "B2-tiles": "r7", "A2-points": "x"})
    for response in (
        keeper.get(address("enter_hand", table)),
        keeper.get(whole_form(table)),
        keeper.post(address("enter_hand", table), data | {"end": "", "task": ""}),
        keeper.post(address("enter_hand", table), data),
    ):
        assert list(faults_of(read(response.content.decode(), whole=True), page=True)) == []


def test_preview_shows_the_points_of_each_player(keeper, table, encounter):
    data = typed_hand(encounter, **{"B1-jokers": "2", "B2-points": "", "B2-tiles": "r7, K10 *"})
    page = text(preview(keeper, table, data))
    for label in ("Joker exchanged: 2 × 50", "Left on the rack: 17 + joker 0", "Left on the rack: 12"):
        assert label in page
    assert not Entry.objects.exists()
    assert keeper.post(address("enter_hand", table), data).status_code == 303
    stored = Entry.objects.get().report_data
    assert stored["task"] == "kut_4"
    assert stored["seats"]["B2"]["rack"] == {"tiles": ["r7", "k10", "*"]}
    page = keeper.get(address("table", table))
    assert [total for _side, total in page.context["screen"].totals] == [12, 34 + 100 + 17]


def test_opening_is_pairs_if_the_task_is_pairs(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter, task="cift"))
    seats = Entry.objects.get().report_data["seats"]
    assert [seats[seat]["opening"] for seat in SEATS_PAIRS] == ["pairs", "pairs", "none", "none"]


def test_missing_racks_are_awaited_and_then_asked(keeper, table, encounter):
    data = typed_hand(encounter, **{"A2-points": "", "B2-points": "0"})
    response = preview(keeper, table, data)
    rows = {row.charged.code: row for row in response.context["preview"].rows}
    assert [seat for seat, row in rows.items() if row.waiting] == ["A2"]
    assert {seat: row.points for seat, row in rows.items()} == {"A1": 0, "B1": 34, "A2": None, "B2": 0}
    assert "Left on the rack: 34" in text(response)
    response = keeper.post(address("enter_hand", table), data)
    assert response.status_code == 422
    assert [seat for seat in SEATS_PAIRS if text_at(response, f"{seat}-rack-problems")] == ["A2"]
    assert text_at(response, "refused")
    assert response.context["form"].seats["A2"].errors.keys() == {"points"}
    assert not Entry.objects.exists()


def test_exhausted_deck_asks_all_four(keeper, table, encounter):
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, end="deck_exhausted"))
    assert response.status_code == 422
    assert response.context["form"].unanswered_seats == ["A1"]
    data = typed_hand(encounter, end="deck_exhausted", **{"A1-points": "5"})
    assert keeper.post(address("enter_hand", table), data).status_code == 303
    assert Entry.objects.get().report_data["outcome"] == "deck_exhausted"


def test_hand_without_an_end_is_returned_with_the_question(keeper, table, encounter):
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, end="", task="seri_5"))
    assert response.status_code == 422
    assert response.context["form"].has_error("end")
    assert text_at(response, "end-problems")
    assert response.context["form"]["task"].value() == "seri_5"
    assert 'value="34"' in response.content.decode()


@pytest.mark.parametrize(
    ("answers", "place", "code"),
    [
        ({"B2-jokers": "1"}, "B2-jokers", "joker_exchanged_without_opening"),
        ({"B1-jokers": "3"}, "B1-jokers", "too_many_jokers_exchanged"),
        ({"B1-jokers": "21"}, "B1-jokers", TOO_LARGE),
        ({"B1-points": "401"}, "B1-points", "rack_out_of_range"),
        ({"B1-points": "-1"}, "B1-points", "negative_value"),
        ({"B1-points": "x"}, "B1-points", "invalid"),
        ({"B1-points": "10001"}, "B1-points", TOO_LARGE),
        ({"A1-points": "3"}, "A1-points", "finisher_has_tiles"),
        ({"B1-points": "", "B1-tiles": "r7 q1"}, "B1-tiles", "impossible_tiles"),
        ({"B1-tiles": "r7"}, "B1-tiles", {"points": 7}),
    ],
)
def test_invalid_values_are_reported_on_their_field(keeper, table, *, answers, place, code):
    """`code` is the message or its parameters for errors without a code."""
    seat, field = place.split("-")
    encounter = encounter_at(table)
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, **answers))
    assert response.status_code == 422
    [error] = response.context["form"].seats[seat].errors.as_data()[field]
    assert code in (error.code, error.message, error.params)
    shown_at = "jokers" if field == "jokers" else "rack"
    assert error.messages[0] in text_at(response, f"{seat}-{shown_at}-problems")
    assert "aria-invalid" in response.content.decode() or field == "jokers"
    assert not Entry.objects.exists()


def test_third_copy_of_a_tile_is_reported_for_the_hand(keeper, table, encounter):
    fields = {
        f"{seat}-{name}": value
        for seat in ("B1", "A2", "B2")
        for name, value in (("points", ""), ("tiles", "r7 *"))
    }
    response = keeper.post(address("enter_hand", table), typed_hand(encounter, **fields))
    assert response.status_code == 422
    assert response.context["form"].has_error(NON_FIELD_ERRORS, "impossible_tiles")
    assert "red 7 and joker" in text_at(response, "hand-problems")


def test_opened_rack_without_points_needs_confirmation(keeper, table, encounter):
    data = typed_hand(encounter, **{"B1-points": "0"})
    assert keeper.post(address("enter_hand", table), data).status_code == 422
    data |= {"accepted": "empty_rack_without_finish"}
    assert keeper.post(address("enter_hand", table), data).status_code == 303


def test_unknown_task_is_refused(keeper, table, encounter):
    assert keeper.post(address("enter_hand", table), typed_hand(encounter, task="kut_9")).status_code == 422


def test_correction_shows_the_stored_hand_and_its_consequences(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter, **{"B1-jokers": "1"}))
    place = (encounter.public_id, 1, 1)
    form = keeper.get(address("correct_hand", table, *place)).context["form"]
    part = form.seats["B1"]
    assert (form["task"].value(), part["opened"].value(), part["points"].value()) == ("kut_4", True, 34)
    assert (part["jokers"].value(), form.has_jokers, form.has_tiles) == (1, True, False)
    data = typed_hand(encounter, task="seri_3", version=1, because="mistyped")
    page = keeper.post(address("preview_correction", table, *place), data)
    assert page.context["consequences"].totals
    assert keeper.post(address("correct_hand", table, *place), data).status_code == 303
    assert Entry.objects.get(version=2).report_data["task"] == "seri_3"


def test_withdrawn_hand_keeps_its_task(keeper, table, encounter):
    keeper.post(address("enter_hand", table), typed_hand(encounter))
    data = {"encounter": str(encounter.public_id), "match": 1, "deal": 1, "version": 1}
    keeper.post(address("withdraw_hand", table), data | {"entry_key": str(uuid.uuid4())})
    form = keeper.get(address("enter_hand", table)).context["form"]
    assert form["task"].value() == "kut_4"


def test_four_singles_are_entered_separately():
    table = table_of(singles_tournament(rule_set_id="okey-task", players=4))
    encounter, keeper = encounter_at(table), phone(table, "en")
    racks = {"B1-points": "34", "C1-opened": "on", "C1-points": "12", "D1-points": "71"}
    data = {name: value for name, value in typed_hand(encounter).items() if name[2:3] != "-"} | racks
    assert keeper.post(address("enter_hand", table), data).status_code == 303
    assert tuple(sorted(Entry.objects.get().report_data["seats"])) == tuple(sorted(SEATS_SINGLES))
    page = keeper.get(address("table", table))
    assert [total for _side, total in page.context["screen"].totals] == [0, 34, 12, 71]
