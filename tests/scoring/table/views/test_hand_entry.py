from __future__ import annotations

import json
import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import NobodyOpened
from rules.validation import ERROR_CODES, WARNING_CODES
from scoring.ledger.refusals import (
    DealSkipped,
    EncounterIsDecided,
    EntryKeyReused,
    MatchNotOpen,
    NotPlayedHere,
)
from scoring.models import Entry, Hand
from scoring.queries.rule_references import find_citation
from scoring.table.views.games.okey101_entry import bounds_of_one_rack
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    level_report,
    play_encounter,
    play_hand,
    report,
)
from tests.flat_html import flat
from tests.languages import path_in_language
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    hand,
    home_of,
    in_page_language,
    phone,
    table_of,
    text,
    text_at,
    whole_form,
)
from tournaments.enums import EncounterState, Role
from tournaments.models import Encounter, Table, Tournament
from tournaments.setup.domain.tournament_settings import store_rule_book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(groups_best_of=3)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def save(client: Client, table: Table, data: dict[str, Any]):
    return client.post(address("enter_hand", table), data)


def test_saved_hand_leads_to_the_next_form(keeper, table, encounter):
    response = save(keeper, table, hand(encounter))
    assert (response.status_code, response.url) == (303, address("table", table))
    entry = Entry.objects.get()
    assert entry.table_link == table.links.get()
    assert {seat.seat: seat.points for seat in entry.seats.all()} == {"A1": -101, "B1": 30, "A2": 0, "B2": 40}
    page = keeper.get(address("table", table))
    assert page.context["form"]["deal"].value() == 2


def test_each_form_has_its_own_key(keeper, table):
    keys = {
        keeper.get(address("enter_hand", table)).context["form"]["entry_key"].value() for _time in range(2)
    }
    assert len(keys) == 2


def test_repeated_request_is_idempotent(keeper, table, encounter):
    data = hand(encounter)
    first, again = save(keeper, table, data), save(keeper, table, data)
    assert (first.status_code, first.url) == (again.status_code, again.url)
    assert Entry.objects.count() == 1


def test_repeated_request_is_idempotent_after_the_table_moved_on(keeper, table, encounter):
    data = hand(encounter)
    save(keeper, table, data)
    play_encounter(encounter)
    keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    stored = Entry.objects.count()
    response = save(keeper, table, data)
    assert (response.status_code, response.url) == (303, address("table", table))
    assert Entry.objects.count() == stored


@pytest.mark.release
def test_a_deciding_hand_shows_the_result(keeper, table, encounter):
    for _hand in range(5):
        play_hand(encounter)
    response = keeper.post(address("enter_hand", table), hand(encounter, match=2, deal=3), follow=True)
    assert response.context["shows"] == "result"


def test_staff_enter_hands_without_a_link_and_are_named(tournament, table, encounter):
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user)
    assert save(client, table, hand(encounter)).status_code == 303
    assert Entry.objects.get().user is not None


def test_strangers_get_404(table, encounter):
    foreign = Client()
    foreign.force_login(MembershipFactory.create(role=Role.OWNER).user)
    for client in (Client(), foreign, phone(table_of(drawn_tournament()))):
        assert save(client, table, hand(encounter)).status_code == 404
        assert client.post(address("preview_entry", table), hand(encounter)).status_code == 404
    assert not Hand.objects.exists()


def test_hand_of_another_tables_encounter_is_refused(tournament, keeper, table):
    other = encounter_at(table_of(tournament, 2))
    response = save(keeper, table, hand(other))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, NotPlayedHere())
    assert save(keeper, table_of(tournament, 2), hand(other)).status_code == 404
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    "broken", [{"encounter": "x"}, {"encounter": ""}, {"match": "0"}, {"deal": "-1"}, {"entry_key": "x"}]
)
def test_form_with_broken_hidden_fields_is_refused(keeper, table, encounter, broken):
    assert save(keeper, table, hand(encounter) | broken).status_code == 409
    assert save(keeper, table, {}).status_code == 409
    assert not Hand.objects.exists()


KEEP_SAVED_VERSION = b"data-drop="


def test_taken_deal_shows_both_versions_and_links(keeper, table, encounter):
    play_hand(encounter, report(points=(31, 40)))
    response = save(keeper, table, hand(encounter, B2__points="55"))
    page_text = text(response)
    assert response.status_code == 409
    assert not response.context["same"]
    assert "changed_meanwhile" not in response.context
    assert "+31" in page_text
    assert "+55" in page_text
    assert KEEP_SAVED_VERSION in response.content
    assert Entry.objects.count() == 1
    carried = dict(response.context["typed"]) | {"version": response.context["stored"].version}
    correct_it = address("preview_correction", table, encounter.public_id, 1, 1)
    assert f'action="{correct_it}"' in response.content.decode()
    page = keeper.post(correct_it, carried)
    assert page.context["form"].seats["B2"]["points"].value() == "55"
    assert page.context["form"]["version"].value() == "1"


def test_identical_hands_of_two_phones_are_recognized(keeper, table, encounter):
    save(phone(table), table, hand(encounter))
    response = save(keeper, table, hand(encounter))
    assert response.status_code == 409
    assert response.context["same"]
    assert KEEP_SAVED_VERSION in response.content
    assert address("preview_correction", table, encounter.public_id, 1, 1) not in response.content.decode()


def test_reused_key_is_refused(keeper, table, encounter):
    data = hand(encounter)
    save(keeper, table, data)
    response = save(keeper, table, data | {"B1-points": "31"})
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, EntryKeyReused())


@pytest.mark.parametrize(
    ("turn", "refusal"), [((1, 3), DealSkipped(number=2)), ((2, 1), MatchNotOpen(current=1, match=2))]
)
def test_hands_out_of_order_are_refused(keeper, table, encounter, turn, refusal):
    play_hand(encounter)
    response = save(keeper, table, hand(encounter, match=turn[0], deal=turn[1]))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, refusal)
    assert Hand.objects.count() == 1


def test_hand_after_the_decision_is_refused(keeper, table, encounter):
    play_encounter(encounter)
    response = save(keeper, table, hand(encounter, match=2, deal=4))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, EncounterIsDecided())


def test_a_pending_encounter_takes_no_hand_and_shows_no_form():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    Encounter.objects.filter(state=EncounterState.DECIDED).update(left_table_at=NOW)
    final = encounters_of(tournament)[-1]
    Encounter.objects.filter(state=EncounterState.READY).update(left_table_at=NOW)
    table = home_of(final)
    client = phone(table, "en")
    assert save(client, table, hand(final)).status_code == 409
    assert client.get(address("enter_hand", table)).status_code == 303


def test_the_form_answers_get_and_post_only(keeper, table):
    assert keeper.put(address("enter_hand", table)).status_code == 405
    assert keeper.put(address("preview_entry", table)).status_code == 405


NO_DOUBLE_OKEY = replace(rule_set("101-pairs"), double_okey=False)
PAIRS = {f"{seat}__opening": "pairs" for seat in ("A1", "B1", "A2", "B2")}

# Codes that no form can cause: it has all four seats of a pairs table, only existing infractions and the
# tournament's own rule set. Malformed values have the form's own messages.
NEVER = {
    "unknown_rule_set",
    "malformed_hand",
    "missing_seat",
    "unknown_infraction",
    "double_okey_not_in_rule_set",
}
ERRORS: dict[str, tuple[str, dict[str, Any]]] = {
    "unknown_seat": ("end-problems", {"end": "Z9"}),
    "negative_value": ("B1-rack-problems", {"B1__points": "-3"}),
    "rack_out_of_range": ("B2-rack-problems", {"B2__points": "156"}),
    "impossible_tiles": ("B1-rack-problems", {"indicator": "b5", "B1__tiles": "r14", "B1__points": None}),
    "indicator_missing": ("indicator-problems", {"B1__tiles": "r7 r8", "B1__points": None}),
    "too_many_okeys": ("hand-problems", {"B1__okeys": "1", "B2__okeys": "2"}),
    "finisher_missing": ("end-problems", {"end": None}),
    "finisher_not_opened": ("A1-opening-problems", {"A1__opening": "none"}),
    "finisher_has_tiles": ("A1-rack-problems", {"A1__points": "7"}),
    "direct_finish_with_open_player": ("finish-problems", {"finish": "direct"}),
    "direct_finish_with_pairs": ("finish-problems", {"finish": "direct", "A1__opening": "pairs"}),
    "pairs_finish_needs_open_series": (
        "A1-opening-problems",
        {"A1__opening": "pairs", "B1__opening": "pairs", "B2__opening": "none"},
    ),
    "pairs_finish_with_double_okey": ("finish-problems", {"finish": "double_okey", "A1__opening": "pairs"}),
    "all_opened_pairs_is_void": ("end-problems", PAIRS),
    "not_all_opened_pairs": ("end-problems", PAIRS | {"end": "all_opened_pairs", "B1__opening": "series"}),
    "finish_without_finisher": (
        "finish-problems",
        {"end": "deck_exhausted", "finish": "okey", "A2__opening": "none"},
    ),
}
WARNINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "empty_rack_without_finish": ("B1-doubts", {"B1__points": "0"}),
    "playable_discard_without_series": (
        "B2-doubts",
        {
            "end": "deck_exhausted",
            "A1__opening": "none",
            "A2__opening": "none",
            "B1__opening": "pairs",
            "B2__opening": "none",
            "B2__playable_discard": "1",
        },
    ),
    "many_infractions": ("B1-doubts", {"B1__okey_discard": "7"}),
    "one_act_twice": ("B1-doubts", {"B1__invalid_meld": "1", "B1__invalid_opening": "1"}),
}


def test_every_problem_and_warning_code_is_covered():
    assert ERRORS.keys() | NEVER == ERROR_CODES.keys()
    assert WARNINGS.keys() == WARNING_CODES.keys()


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("code", [*ERRORS, *WARNINGS])
def test_problem_is_shown_on_its_field_in_the_pages_language(tournament, table, encounter, code, language):
    place, changes = (ERRORS | WARNINGS)[code]
    words = (dict(ERROR_CODES) | dict(WARNING_CODES))[code].in_language(language)
    response = save(phone(table, language), table, hand(encounter, **changes))
    assert response.status_code == 422
    assert words in text_at(response, place)
    assert not Hand.objects.exists()
    citation = find_citation(tournament, code)
    assert citation
    rule = path_in_language(citation.address, language)
    link = f'<a class="cite" href="{rule}" target="_blank" rel="noopener">'
    assert link in response.content.decode()


def test_form_has_only_bounds_of_one_rack(keeper, table):
    page = keeper.get(whole_form(table)).content.decode()
    known = json.loads(page.partition('id="bounds" type="application/json">')[2].partition("</script>")[0])
    assert known == bounds_of_one_rack(rule_set("101-pairs"))


@pytest.mark.parametrize(
    ("nobody_opened", "ends"),
    [
        (NobodyOpened.SCORE, ["all_opened_pairs"]),
        (NobodyOpened.REPLAY, ["deck_exhausted", "all_opened_pairs"]),
    ],
)
def test_form_marks_endings_that_may_be_void(tournament, table, nobody_opened, ends):
    rules = replace(rule_set("101-pairs"), nobody_opened=nobody_opened)
    tournament.rule_book = store_rule_book(rules, at=NOW)
    tournament.save(update_fields=["rule_book"])
    page = flat(phone(table).get(whole_form(table)).content.decode())
    assert re.findall(r'name="end" value="(\w+)" data-may-be-void', page) == ends


def test_preview_marks_a_void_hand(keeper, table, encounter):
    openings = {f"{seat}__opening": "none" for seat in ("A1", "B1", "A2", "B2")}
    for end, void in (("all_opened_pairs", True), ("deck_exhausted", False)):
        changes = openings if end == "deck_exhausted" else dict.fromkeys(openings)
        points = {"B1__points": None, "B2__points": None}
        previewed = keeper.post(address("preview_entry", table), hand(encounter, end=end, **changes | points))
        page = previewed.content.decode()
        assert ("data-void" in page, 'class="result' in page) == (void, not void)


def test_every_line_of_the_preview_links_its_rule(keeper, table, tournament, encounter):
    previewed = keeper.post(address("preview_entry", table), hand(encounter, B1__okey_discard="1"))
    page = previewed.content.decode()
    for rule in ("finisher", "rack", "infraction.okey_discard", "partner_cancelled"):
        citation = find_citation(tournament, rule)
        assert citation
        assert f'<a class="cite" href="{citation.address}" target="_blank" rel="noopener">' in page


def test_finish_outside_the_rules_is_not_offered(tournament, table, encounter):
    assert 'value="double_okey"' in phone(table).get(whole_form(table)).content.decode()
    tournament.rule_book = store_rule_book(NO_DOUBLE_OKEY, at=NOW)
    tournament.save(update_fields=["rule_book"])
    keeper = phone(table)
    page = keeper.get(whole_form(table)).content.decode()
    assert 'value="okey"' in page
    assert 'value="double_okey"' not in page
    assert save(keeper, table, hand(encounter, finish="double_okey")).status_code == 422
    assert not Hand.objects.exists()


def test_all_problems_are_shown_at_once_with_the_typed_values(keeper, table, encounter):
    typed: dict[str, Any] = {
        "B1__points": "-3",
        "B2__points": "viele",
        "A1__points": "7",
        "B2__okey_discard": "2",
    }
    response = save(keeper, table, hand(encounter, **typed))
    assert response.status_code == 422
    assert text_at(response, "B1-rack-problems")
    assert text_at(response, "B2-rack-problems")
    assert response.context["form"].seats["B2"].has_error("points", "invalid")
    assert text_at(response, "A1-rack-problems")
    page = response.content.decode()
    for name, value in typed.items():
        assert f'name="{name.replace("__", "-")}" value="{value}"' in page
    assert response.context["form"]["entry_key"].value()


def test_missing_opening_is_asked(keeper, table, encounter):
    response = save(keeper, table, hand(encounter, B1__opening=None))
    assert response.status_code == 422
    assert text_at(response, "B1-opening-problems")
    assert response.context["form"].unanswered_seats == ["B1"]


def test_infraction_counts_out_of_range_are_refused(keeper, table, encounter):
    for count in ("-1", "21"):
        response = save(keeper, table, hand(encounter, B1__okey_discard=count))
        assert response.status_code == 422
        assert text_at(response, "B1-fouls-problems")


@pytest.mark.release
@pytest.mark.parametrize("code", WARNINGS)
def test_hand_with_a_warning_is_saved_once_confirmed(keeper, table, encounter, code):
    changes = WARNINGS[code][1]
    refused = save(keeper, table, hand(encounter, **changes))
    assert f'name="accepted" value="{code}"' in refused.content.decode()
    assert 'id="bounds"' in refused.content.decode()  # the script reads them at each digit
    assert save(keeper, table, hand(encounter, accepted=[code], **changes)).status_code == 303
    assert Entry.objects.get().report_data["accepted"] == [code]


@pytest.mark.slow
@pytest.mark.parametrize(
    "field",
    ["end", "finish", "A1-opening", "B1-points", "B1-okeys", "B1-tiles", "B1-okey_discard", "accepted"],
)
@pytest.mark.parametrize(
    "nonsense", ["\x00", "９９９９９９９９", "A1 OR 1=1", "<script>", "💥" * 200, "-0", "1e9"]
)
def test_nonsense_in_any_field_is_refused_or_ignored(keeper, table, encounter, field, nonsense):
    response = save(keeper, table, hand(encounter) | {field: nonsense})
    assert response.status_code in (303, 422)
    assert b"<script>" not in response.content.replace(b"<script src", b"").replace(b"<script id", b"")


def test_preview_explains_the_score_and_writes_nothing(keeper, table, encounter):
    response = keeper.post(
        address("preview_entry", table), hand(encounter, finish="okey"), headers={"HX-Request": "true"}
    )
    page_text = text(response)
    assert response.status_code == 200
    assert "−202" in page_text
    assert "Left on the rack: 30 × 2 (okey finish)" in page_text
    assert b"<html" not in response.content
    assert not Hand.objects.exists()


def test_preview_leaves_unanswered_seats_blank(keeper, table, encounter):
    data = hand(encounter, B2__opening=None, B2__points=None)
    response = keeper.post(address("preview_entry", table), data, headers={"HX-Request": "true"})
    seats = {row.charged.code: row.points for row in response.context["preview"].rows}
    assert seats == {"A1": -101, "B1": 30, "A2": 0, "B2": None}
    assert response.context["preview"].sides == {}


def test_preview_without_javascript_is_the_whole_page(keeper, table, encounter):
    response = keeper.post(address("preview_entry", table), hand(encounter))
    page = response.content.decode()
    assert "<html" in page
    assert 'name="B2-points" value="40"' in page
    assert "Left on the rack: 40" in text(response)


def test_cancelled_rack_is_explained_unless_the_partner_did_not_open(keeper, table, encounter):
    response = keeper.post(address("preview_entry", table), hand(encounter))
    assert "Partner finished: nothing for the rack" in text(response)
    with_partner = keeper.post(address("preview_entry", table), hand(encounter, A2__opening="none"))
    assert "Partner finished: nothing for the rack" not in text(with_partner)


def test_a_preview_shows_the_total_with_this_hand(keeper, table, encounter):
    play_hand(encounter, level_report())
    response = keeper.post(address("preview_entry", table), hand(encounter, deal=2))
    assert [total for _side, _added, total in response.context["after"]] == [404 - 101, 404 + 70]


def test_preview_without_an_encounter_redirects(tournament, table):
    Encounter.objects.filter(table=table).update(left_table_at=NOW)
    response = phone(table).post(address("preview_entry", table), {"entry_key": uuid.uuid4()})
    assert response.status_code == 303
