from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.queries.play_labels import change_by, sort_directions
from tests.factories import drawn_tournament, encounters_of, play_hand, singles_tournament
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import match_of, player_of, set_agreement, sides_phone
from tests.scoring.live.page_counters import encounter_address, text
from tests.scoring.officials.domain.test_okey_rulings import singles_hand
from tests.scoring.play.test_open_length import OPEN, correct_current_hand, stages, won_hand
from tests.scoring.table.table_phones import address, home_of, phone
from tournaments.enums import Agreement
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

REASON = "Rakamlar ters yazılmış"
LARGEST = won_hand(hand="one_colour_run", last_tile="okey")


@module_fixture
def encounter() -> Encounter:
    """A has won, 18 points left to 0: a hand of B and one of A."""
    tournament = drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))
    set_agreement(tournament, Agreement.MATCH, minutes=240)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, won_hand("B1"))
    play_hand(encounter, LARGEST)
    return encounter


@module_fixture
def four() -> Encounter:
    encounter = encounters_of(singles_tournament(players=8, hands=None, rule_set_id="okey-countdown"))[0]
    play_hand(encounter, singles_hand())
    play_hand(encounter, singles_hand("B1", finish={"hand": "one_colour_run", "last_tile": "okey"}))
    return encounter


def page_of(client: Client, encounter: Encounter) -> str:
    return text(client.get(english(encounter_address(encounter))))


def point_cells(page: str) -> list[list[str]]:
    cells = re.findall(
        r'<span class="both">(.*?)</span> *</summary>', re.sub(r'<span class="sr">.*?</span>', "", page)
    )
    return [re.sub(r"<[^>]+>", " ", cell).split() for cell in cells]


def test_change_has_the_sign_of_its_effect():
    assert [change_by(points, None) for points in (4, -1, 0, None)] == ["+4", "−1", "0", ""]
    assert [change_by(points, 20) for points in (4, -1, 0, None)] == ["−4", "+1", "0", ""]


def test_points_left_are_large_and_changes_small(client, encounter, four):
    assert point_cells(page_of(client, encounter)) == [["18", "−2"], ["20", "0"], ["18", "0"], ["0", "−20"]]
    assert point_cells(page_of(client, four))[:4] == [["20", "0"], ["18", "−2"], ["18", "−2"], ["18", "−2"]]


def test_correction_has_the_same_signs(client, encounter):
    correct_current_hand(encounter, won_hand("B1", last_tile="okey"))
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page_of(client, encounter)))
    assert "A −2, B 0 → A −4, B 0" in page


def test_phone_ends_a_match_with_points_left(encounter, four):
    page = text(phone(home_of(encounter), "en").get(address("table", home_of(encounter))))
    outcome = page.partition('class="grid outcome"')[2].partition("</table>")[0]
    assert re.findall(r"<td[^>]*> *(\d+)", outcome) == ["18", "0"]
    response = phone(home_of(four), "en").get(address("table", home_of(four)))
    places = text(response).partition('class="grid outcome places"')[2].partition("</table>")[0]
    assert response.context["screen"].match.ends_at == 20
    assert re.findall(r'<td class="n[^"]*">([^<]+)', places) == ["18", "0", "0", "0"]
    assert re.findall(r"<small[^>]*>([^<]+)", places) == ["−22", "−22"]


def test_sides_confirm_and_protest_points_left(encounter):
    table, client = home_of(encounter), sides_phone(home_of(encounter), "en")
    page = text(client.get(address("side_page", table)))
    totals = page.partition('class="totals')[2].partition("s-hands")[0]
    assert re.findall(r'<span class="num">([^<]+)</span>', totals) == ["18 left", "0 left"]
    protest = text(client.get(address("protest_hand", table, match_of(encounter).public_id, 2)))
    head = protest.partition('class="s-figures"')[2].partition("</p>")[0]
    assert re.findall(r">([^<>]*\d[^<>]*)<", head) == ["0", "18 left", "−20", "0 left"]


def test_head_to_head_matches_the_encounter(client, encounter):
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    at = reverse("scoring:entrant", args=[encounter.stage.tournament.public_id, entrant.public_id])
    page = text(client.get(english(at))).partition('class="grid met"')[2].partition("</section>")[0]
    visible_text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert visible_text.count("18 : 0") == 2
    assert sort_directions("left") in visible_text


def test_side_pays_once_and_actions_are_shown_by_player(client, encounter):
    correct_current_hand(encounter, won_hand("B2", hand="pairs", indicator_shown_by="A1"))
    finisher, shower = player_of(encounter, "B", 1).name, player_of(encounter, "A").name
    phrases = [
        f'<span translate="no">{finisher}</span> finished: pairs finish',
        f'<span translate="no">{shower}</span> showed the indicator',
    ]
    table = home_of(encounter)
    pages = [
        page_of(client, encounter),
        text(sides_phone(table, "en").get(address("side_page", table))),
        text(phone(table, "en").get(address("table_hands", table, encounter.public_id))),
    ]
    assert [[phrase in page for phrase in phrases] for page in pages] == [[True, True]] * 3
    hand = pages[1].partition('class="s-why"')[2].partition("</details>")[0]
    assert (hand.count('class="s-player"'), hand.count("finished the hand")) == (2, 0)


def test_table_list_shows_each_hands_change_and_points_left(encounter):
    table = home_of(encounter)
    page = text(phone(table, "en").get(address("table_hands", table, encounter.public_id)))
    rows = re.findall(r'<td class="n"> *(\S+?)<small> *(\d+ left)', page)
    assert rows == [("−2", "18 left"), ("0", "20 left"), ("0", "18 left"), ("−20", "0 left")]


def test_rescored_hand_has_no_other_hands_reason(client, encounter):
    other = encounters_of(encounter.stage.tournament)[1]
    for hand in (won_hand(hand="one_colour_run"), won_hand(), won_hand("B1", indicator_shown_by="A2")):
        play_hand(other, hand)
    correct_current_hand(other, won_hand())
    table = home_of(other)
    pages = [
        page_of(client, other),
        text(phone(table, "en").get(address("table_hands", table, other.public_id))),
        text(sides_phone(table, "en").get(address("side_page", table))),
        text(client.get(english(reverse("scoring:hand_history", args=[other.public_id, 1, 3])))),
    ]
    assert all("escored: an earlier hand was corrected" in page for page in pages)
    by_deal = [pages[0].partition(f'id="remark-1-{deal}"')[2].partition("</tr>")[0] for deal in (1, 3)]
    assert [REASON in hand_text for hand_text in by_deal] == [True, False]
    assert [page.count(REASON) for page in pages[1:]] == [1, 1, 0]


def test_tables_show_points_left(client, encounter):
    url = english(reverse("scoring:tables", args=[encounter.stage.tournament.public_id]))
    page = text(client.get(url))
    assert sort_directions("left") in page
    assert page.count('data-test="points"') == 2
    assert 'data-test="match-score"' not in page
