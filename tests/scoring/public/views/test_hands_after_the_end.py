from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.queries.match_sheets import read_sheet
from tests.factories import drawn_tournament, encounters_of, play_hand
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import set_agreement, sides_phone
from tests.scoring.live.page_counters import encounter_address, text
from tests.scoring.officials.views.test_okey_rulings import referee_of
from tests.scoring.play.test_open_length import OPEN, correct_current_hand, stages, won_hand
from tests.scoring.table.table_phones import address, home_of, phone
from tournaments.enums import Agreement
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

MARK = 'data-test="uncounted-hand"'


@module_fixture
def encounter() -> Encounter:
    """B has won by the second of four hands, after a correction; before, A had won by the fourth."""
    tournament = drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))
    set_agreement(tournament, Agreement.MATCH, minutes=240)
    encounter = encounters_of(tournament)[0]
    for hand in (
        won_hand(),
        won_hand("B1", hand="pairs"),
        won_hand("A2", last_tile="okey"),
        won_hand(hand="one_colour_run"),
    ):
        play_hand(encounter, hand)
    correct_current_hand(encounter, won_hand("B1", hand="one_colour_run", last_tile="okey"), deal=2)
    return encounter


def test_sheet_adds_hands_after_the_end_to_no_total_and_no_chart(encounter):
    sheet = read_sheet(encounter, 1)
    assert [hand.needless for hand in sheet.hands] == [False, False, True, True]
    assert (sheet.scored, sheet.totals) == (2, {"A": 20, "B": 2})
    assert [column_sum.total for column_sum in sheet.sums] == [20, 2]
    assert sheet.running_totals == {"A": [0, 20], "B": [2, 2]}


def test_encounter_page_marks_hands_after_the_end_without_points_left(client: Client, encounter: Encounter):
    page = text(client.get(english(encounter_address(encounter))))
    assert page.count('class="needless"') == page.count(MARK) == 2
    assert page.count('data-test="left-after"') == 4
    total = page.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert [re.findall(r"<span>(\S+)</span></summary>", total)] == [["0", "18"]]


def test_sides_confirm_what_counts(encounter):
    page = text(sides_phone(home_of(encounter), "en").get(address("side_page", home_of(encounter))))
    assert page.count(MARK) == 2
    totals = page.partition('class="totals')[2].partition("s-hands")[0]
    assert re.findall(r'<span class="num">([^<]+)</span>', totals) == ["0 left", "18 left"]


def test_table_list_and_history_mark_hands_after_the_end(client: Client, encounter: Encounter):
    keeper = phone(home_of(encounter), "en")
    assert text(keeper.get(address("table_hands", home_of(encounter), encounter.public_id))).count(MARK) == 2
    for deal, marked in ((1, 0), (2, 0), (3, 1), (4, 1)):
        history = reverse("scoring:hand_history", args=[encounter.public_id, 1, deal])
        assert text(client.get(english(history))).count(MARK) == marked


def test_referee_sees_the_mark_and_no_points_left(encounter):
    referee = referee_of(encounter.stage.tournament)
    hands = text(referee.get(reverse("scoring:choose_hand_to_rule", args=[encounter.public_id])))
    assert hands.count(MARK) == 2
    of_deals = [
        text(referee.get(reverse("scoring:rule_on_hand", args=[encounter.public_id, 1, deal])))
        for deal in (2, 3)
    ]
    assert ['data-test="left-before"' in page for page in of_deals] == [True, False]
