from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    NOW,
    MembershipFactory,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, encounter_address, play_groups, statements, text
from tests.scoring.officials.domain.official_actions import entrant_at
from tournaments.draws.domain import draw
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.sentences import untranslated
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def english_encounter_text(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def part_of(page: str, name: str) -> str:
    return page.split(f'id="{name}"', 1)[1].split("</details>", 1)[0]


def sheets_on(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="sheet-(\d+)"', page)]


def test_unknown_encounter_is_404(client: Client):
    url = encounter_address(Encounter(public_id=uuid4()))
    assert client.get(url).status_code == 404
    assert client.get(url, headers=HTMX).status_code == 404


def test_page_only_allows_reading(client: Client, encounter: Encounter):
    assert client.post(encounter_address(encounter)).status_code == 405


def test_htmx_gets_the_live_fragment(client: Client, encounter: Encounter):
    play_hand(encounter)
    fragment = text(client.get(encounter_address(encounter), headers=HTMX))
    assert fragment.lstrip().startswith('<div id="live"')
    assert "<html" not in fragment


def test_page_has_no_score_before_the_first_hand(client: Client, encounter: Encounter):
    page = english_encounter_text(client, encounter)
    assert "0–0" not in page
    assert 'data-test="not-begun"' in page
    assert 'data-test="next-at-table"' in page
    assert 'id="sheet-1"' not in page


def test_every_figure_opens_its_explained_lines(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    page = english_encounter_text(client, encounter)
    for seat in ("A1", "A2", "B1", "B2"):
        assert f'id="figure-1-1-{seat}"' in page
    assert "Finished: −101" in page
    assert "Left on the rack: 30" in page
    assert "guide VI" in page


def test_totals_are_cumulative(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    play_hand(encounter, report(points=(30, 40)))
    page = english_encounter_text(client, encounter)
    assert re.search(r"<b>\+70</b><small><span[^>]*>total</span>\+70</small>", page)
    assert re.search(r"<b>\+70</b><small><span[^>]*>total</span>\+140</small>", page)


def test_names_are_escaped(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    for side in encounter.sides.select_related("entrant"):
        assert side.entrant
        side.entrant.name = "<script>alert(1)</script>" + side.letter
        side.entrant.save()
    play_hand(encounter)
    assert "<script>alert" not in english_encounter_text(client, encounter)


def test_totals_show_their_parts(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40), fouls=1))
    play_hand(encounter, report(points=(30, 40)))
    page = english_encounter_text(client, encounter)
    seat = part_of(page, "sum-1-A1")
    assert "Finished hands" in seat
    assert "Infractions" in seat
    assert "−202" in seat
    side = part_of(page, "total-1-A")
    assert "+140 − (−101)" in side
    assert "+241" in side


def test_final_score_says_who_won_and_why(client: Client, encounter: Encounter):
    play_encounter(encounter)
    winner = entrant_at(encounter, "A")
    explanation = part_of(english_encounter_text(client, encounter), "result")
    assert f"Why {untranslated(winner.name)} won" in explanation
    assert "A −303, B +210" in explanation
    assert "A won by 513" in explanation
    assert "+513" in explanation
    assert "One match of 3 hands." in explanation


def test_running_score_says_who_leads(client: Client, encounter: Encounter):
    play_hand(encounter)
    explanation = part_of(english_encounter_text(client, encounter), "result")
    assert "Current score" in explanation
    assert "A leads by 171; hand 2" in explanation


def test_coming_hands_have_rows_after_the_first_scored_hand(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    page = english_encounter_text(client, encounter)
    assert 'data-test="no-scored-hand"' in page
    assert 'id="open-1-' not in page
    play_hand(encounter)
    page = english_encounter_text(client, encounter)
    assert 'id="open-1-2"' in page
    assert 'id="open-1-3"' in page
    assert 'id="open-1-1"' not in page
    assert 'data-test="no-scored-hand"' not in page
    assert 'data-test="not-begun"' not in page
    play_encounter(encounter)
    assert "open-1-" not in english_encounter_text(client, encounter)


def test_running_score_says_what_it_counts(client: Client, encounter: Encounter):
    play_hand(encounter)
    assert "<small>Matches · Why?</small>" in english_encounter_text(client, encounter)


def test_chart_is_described_in_words_and_a_table(client: Client, encounter: Encounter):
    play_hand(encounter)
    play_hand(encounter)
    page = english_encounter_text(client, encounter)
    assert "Totals after 2 hands: A −202, B +140. A leads by 342. The side with fewer points leads." in page
    assert part_of(page, "course-table-1").count("<tr>") == 3


def test_every_explanation_has_a_unique_id_for_updates(client: Client, encounter: Encounter):
    for _hand in range(2):
        play_hand(encounter, report(fouls=1))
    correct(encounter, report(points=(1, 2)))
    page = english_encounter_text(client, encounter)
    opened = re.findall(r"<details[^>]*>", page)
    ids = [match.group(1) for opening in opened if (match := re.search(r'id="([^"]+)"', opening))]
    assert len(ids) == len(set(ids)) == len(opened)


class TestChoosingAMatch:
    @pytest.fixture
    def encounter(self) -> Encounter:
        chosen = encounters_of(drawn_tournament(groups_best_of=3))[0]
        play_encounter(chosen)
        return chosen

    def test_latest_match_is_shown(self, client: Client, encounter: Encounter):
        page = english_encounter_text(client, encounter)
        assert sheets_on(page) == [2]
        assert 'href="?match=all"' in page
        assert page.index('id="match-1"') < page.index('id="match-2"')

    def test_another_match_can_be_selected(self, client: Client, encounter: Encounter):
        page = english_encounter_text(client, encounter, "?match=1")
        assert sheets_on(page) == [1]
        assert "?match=1&amp;seen=" in page

    def test_all_matches_can_be_shown(self, client: Client, encounter: Encounter):
        page = english_encounter_text(client, encounter, "?match=all")
        assert sheets_on(page) == [1, 2]
        assert 'aria-current="true"' not in page
        assert 'href="?match=all"' not in page

    @pytest.mark.release
    @pytest.mark.parametrize("nonsense", ["3", "0", "x", "", "1.0", "٣", "9" * 5000])
    def test_invalid_match_shows_the_latest(self, client: Client, encounter: Encounter, nonsense: str):
        assert sheets_on(english_encounter_text(client, encounter, f"?match={nonsense}")) == [2]


@pytest.mark.slow
@pytest.mark.postgres
def test_page_takes_the_same_queries_for_1_and_33_hands(client: Client):
    tournament = open_tournament(pairs=8, groups=Length(3, hands=11))
    draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    short, long = encounters_of(tournament)[:2]
    play_hand(short)
    for winner in "ABA":
        for _hand in range(11):
            play_hand(long, report(finisher=f"{winner}1"))
    for deal in (1, 2, 3):
        correct(long, report(points=(9, 9), fouls=1), deal=deal)
    count = statements(client, encounter_address(short))
    assert count <= 14
    assert statements(client, encounter_address(long)) == count
    # One query more asks whether anybody hides a name, which reasons of corrections could reveal.
    assert statements(client, encounter_address(long) + "?match=all") == count + 1
    client.force_login(UserFactory.create())
    # The session, the user, their roles, and their role in this tournament.
    assert statements(client, encounter_address(long)) <= 18


@pytest.mark.release
@pytest.mark.postgres
def test_knockout_encounter_has_links_for_managers(client: Client):
    client.force_login(UserFactory.create())
    tournament = drawn_tournament()
    play_groups(tournament)
    tie = next(encounter for encounter in encounters_of(tournament) if not encounter.group)
    assert statements(client, encounter_address(tie)) <= 22
    play_hand(tie)
    assert statements(client, encounter_address(tie)) <= 22


def test_manager_sees_a_link_to_the_changes(client: Client, encounter: Encounter):
    url = reverse("scoring:encounter_changes", args=[encounter.public_id])
    assert url not in client.get(encounter_address(encounter)).content.decode()
    member = MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.ORGANIZER)
    client.force_login(member.user)
    assert url not in client.get(encounter_address(encounter)).content.decode()
    assert url in client.get(encounter_address(encounter), {"as": "staff"}).content.decode()
