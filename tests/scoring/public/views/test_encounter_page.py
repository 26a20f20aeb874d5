"""The page of an encounter: its figures, what each says of itself, the match that is shown."""

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
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import HTMX, encounter_address, play_groups, statements, text
from tests.scoring.officials.domain.deciding import entrant_at
from tournaments.draws.domain import draw
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db


@kept
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def in_english(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def part_of(page: str, name: str) -> str:
    """The explanation with an id."""
    return page.split(f'id="{name}"', 1)[1].split("</details>", 1)[0]


def test_one_that_does_not_exist_is_not_found(client: Client):
    url = encounter_address(Encounter(public_id=uuid4()))
    assert client.get(url).status_code == 404
    assert client.get(url, headers=HTMX).status_code == 404


def test_is_for_reading_only(client: Client, encounter: Encounter):
    assert client.post(encounter_address(encounter)).status_code == 405


def test_its_live_part_comes_alone(client: Client, encounter: Encounter):
    play_hand(encounter)
    part = text(client.get(encounter_address(encounter), headers=HTMX))
    assert part.lstrip().startswith('<div id="live"')
    assert "<html" not in part


def test_before_the_first_hand_there_is_no_score(client: Client, encounter: Encounter):
    page = in_english(client, encounter)
    assert "0–0" not in page
    assert "not begun" in page
    assert "sheet-t" not in page


def test_every_figure_opens_its_explained_lines(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    page = in_english(client, encounter)
    for seat in ("A1", "A2", "B1", "B2"):
        assert f'id="figure-1-1-{seat}"' in page
    assert "Finished: −101" in page
    assert "Left on the rack: 30" in page
    assert "guide VI" in page


def test_totals_run_along(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    play_hand(encounter, report(points=(30, 40)))
    page = in_english(client, encounter)
    assert re.search(r"<b>\+70</b><small><span[^>]*>total</span>\+70</small>", page)
    assert re.search(r"<b>\+70</b><small><span[^>]*>total</span>\+140</small>", page)


def test_names_of_people_are_text(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    for side in encounter.sides.select_related("entrant"):
        assert side.entrant
        side.entrant.name = "<script>alert(1)</script>" + side.letter
        side.entrant.save()
    play_hand(encounter)
    assert "<script>alert" not in in_english(client, encounter)


def test_totals_say_what_they_are_made_of(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40), fouls=1))
    play_hand(encounter, report(points=(30, 40)))
    page = in_english(client, encounter)
    seat = part_of(page, "sum-1-A1")
    assert "Finished hands" in seat
    assert "Infractions" in seat
    assert "−202" in seat
    side = part_of(page, "total-1-A")
    assert "+140 − (−101)" in side
    assert "+241" in side


def test_the_score_says_who_won_and_why(client: Client, encounter: Encounter):
    play_encounter(encounter)
    winner = entrant_at(encounter, "A")
    why = part_of(in_english(client, encounter), "result")
    assert f"Why {winner.name} won" in why
    assert "A −303, B +210" in why
    assert "A won by 513" in why
    assert "+513" in why
    assert "One match of 3 hands." in why


def test_while_it_is_played_the_score_says_who_leads(client: Client, encounter: Encounter):
    play_hand(encounter)
    why = part_of(in_english(client, encounter), "result")
    assert "How it stands" in why
    assert "A leads by 171; hand 2" in why


def test_hands_to_come_have_their_rows_already_once_one_is_scored(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    page = in_english(client, encounter)
    assert "None of the 3 hands is scored yet." in page
    assert 'id="open-1-' not in page
    play_hand(encounter)
    page = in_english(client, encounter)
    assert 'id="open-1-2"' in page
    assert 'id="open-1-3"' in page
    assert 'id="open-1-1"' not in page
    assert "scored yet" not in page
    play_encounter(encounter)
    assert "open-1-" not in in_english(client, encounter)


def test_the_running_score_says_what_it_counts(client: Client, encounter: Encounter):
    play_hand(encounter)
    assert "<small>Matches · Why?</small>" in in_english(client, encounter)


def test_the_course_is_told_in_words_and_as_a_table(client: Client, encounter: Encounter):
    play_hand(encounter)
    play_hand(encounter)
    page = in_english(client, encounter)
    assert "Totals after 2 hands: A −202, B +140. A leads by 342. Fewer points lead." in page
    assert part_of(page, "course-table-1").count("<tr>") == 3


def test_every_explanation_has_a_name_of_its_own_to_be_found_by_after_an_update(
    client: Client, encounter: Encounter
):
    for _hand in range(2):
        play_hand(encounter, report(fouls=1))
    correct(encounter, report(points=(1, 2)))
    page = in_english(client, encounter)
    opened = re.findall(r"<details[^>]*>", page)
    ids = [match.group(1) for one in opened if (match := re.search(r'id="([^"]+)"', one))]
    assert len(ids) == len(set(ids)) == len(opened)


class TestChoosingAMatch:
    @pytest.fixture
    def encounter(self) -> Encounter:
        chosen = encounters_of(drawn_tournament(groups_best_of=3))[0]
        play_encounter(chosen)
        return chosen

    def test_the_latest_is_shown(self, client: Client, encounter: Encounter):
        page = in_english(client, encounter)
        assert "Match 2, hand by hand" in page
        assert page.index('id="match-1"') < page.index('id="match-2"')

    def test_another_can_be_asked_for(self, client: Client, encounter: Encounter):
        page = in_english(client, encounter, "?match=1")
        assert "Match 1, hand by hand" in page
        assert "?match=1&amp;seen=" in page

    def test_all_are_shown_below_each_other(self, client: Client, encounter: Encounter):
        page = in_english(client, encounter, "?match=all")
        assert page.index("Match 1, hand by hand") < page.index("Match 2, hand by hand")
        assert 'aria-current="true"' not in page
        assert "Only the latest match" in page

    @pytest.mark.parametrize("nonsense", ["3", "0", "x", "", "1.0", "٣", "9" * 5000])
    def test_nonsense_is_answered_with_the_latest(self, client: Client, encounter: Encounter, nonsense: str):
        assert "Match 2, hand by hand" in in_english(client, encounter, f"?match={nonsense}")


@pytest.mark.both_databases
def test_takes_as_many_statements_for_33_hands_as_for_one(client: Client):
    tournament = open_tournament(pairs=8, groups=Length(3, hands=11))
    draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    short, long = encounters_of(tournament)[:2]
    play_hand(short)
    for winner in "ABA":
        for _hand in range(11):
            play_hand(long, report(finisher=f"{winner}1"))
    for deal in (1, 2, 3):
        correct(long, report(points=(9, 9), fouls=1), deal=deal)
    taken = statements(client, encounter_address(short))
    assert taken <= 14
    assert statements(client, encounter_address(long)) == taken
    # And whether anybody hides a name, which the reasons of the corrections could tell.
    assert statements(client, encounter_address(long) + "?match=all") == taken + 1
    client.force_login(UserFactory.create())
    # His session, himself, what he is anywhere, and what he is in this tournament.
    assert statements(client, encounter_address(long)) <= 18


@pytest.mark.both_databases
def test_in_the_knock_out_too(client: Client):
    client.force_login(UserFactory.create())
    tournament = drawn_tournament()
    play_groups(tournament)
    tie = next(one for one in encounters_of(tournament) if not one.group)
    assert statements(client, encounter_address(tie)) <= 22
    play_hand(tie)
    assert statements(client, encounter_address(tie)) <= 22


def test_whoever_manages_is_led_to_what_can_be_changed(client: Client, encounter: Encounter):
    way = reverse("scoring:encounter_changes", args=[encounter.public_id])
    assert way not in client.get(encounter_address(encounter)).content.decode()
    member = MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.ORGANIZER)
    client.force_login(member.user)
    assert way not in client.get(encounter_address(encounter)).content.decode()
    assert way in client.get(encounter_address(encounter), {"as": "staff"}).content.decode()
