from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from rules.switches import LevelMatch
from scoring.domain import departures, reopening, walkovers
from scoring.domain.later_play import replace_encounter
from tests.factories import (
    NOW,
    MembershipFactory,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.scoring.domain.amending import FLAT, amend, change, rules, uneven_report
from tests.scoring.domain.deciding import entrant_at
from tests.scoring.views.watching import HTMX, encounter_address, play_groups, statements, text
from tournaments.domain.actor import CONSOLE
from tournaments.domain.leaving import Results
from tournaments.enums import Role, SideLetter
from tournaments.models import Encounter

pytestmark = pytest.mark.django_db


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def in_english(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(encounter_address(encounter) + query, headers={"Accept-Language": "en"}))


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


def test_one_that_waits_says_for_whom(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    final = encounters_of(tournament)[-1]
    page = in_english(client, final)
    assert "waiting for a side" in page
    assert "a winner to come" in page


def test_every_figure_opens_its_explained_lines(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    page = in_english(client, encounter)
    assert page.count('class="figure"') == 4
    assert "Finished: −101" in page
    assert "Left on the rack: 30" in page
    assert "guide to the pairs tournament VI" in page


def test_totals_run_along(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    play_hand(encounter, report(points=(30, 40)))
    page = in_english(client, encounter)
    assert "<b>+70</b><small>+70</small>" in page
    assert "<b>+70</b><small>+140</small>" in page


def test_a_void_hand_is_marked_and_bears_no_number(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    page = in_english(client, encounter)
    assert "Void hand, played again." in page
    assert page.count('<span class="num">1</span>') == 1


def test_while_only_void_hands_were_played_there_are_no_totals(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    page = in_english(client, encounter)
    assert "Void hand, played again." in page
    assert "<tfoot>" not in page


def test_extra_hands_are_marked(client: Client, encounter: Encounter):
    for _hand in range(4):
        play_hand(encounter, level_report())
    page = in_english(client, encounter)
    assert page.count('class="extra"') == 1
    assert "extra hand</span>" in page


def test_an_amended_hand_is_scored_anew_and_not_called_corrected(client: Client, encounter: Encounter):
    play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
    amend(encounter.stage.tournament, reason="Katsız oynandı", **FLAT)
    page = in_english(client, encounter)
    assert "Hand 1 scored anew: the rules were amended" in page
    assert "Katsız oynandı" in page
    assert "corrected:" not in page
    assert "Hand 1 corrected" not in page


def test_a_level_match_that_fewer_unopened_won_says_so(client: Client, encounter: Encounter):
    tournament = encounter.stage.tournament
    change(tournament, rules(tournament, level_match=LevelMatch.FEWEST_UNOPENED))
    for _hand in range(encounter.stage.hands_per_match):
        play_hand(encounter, uneven_report())
    assert "the side won that paid fewer times for not opening" in in_english(client, encounter)


def test_a_corrected_hand_shows_both_versions_and_the_reason(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    correct(encounter, report(points=(30, 50)))
    page = in_english(client, encounter)
    assert "Hand 1 corrected" in page
    assert "Rakamlar ters yazılmış" in page
    assert "A −101, B +70" in page
    assert "A −101, B +80" in page


def test_a_doubt_that_was_confirmed_is_told(client: Client, encounter: Encounter):
    said = report(points=(0, 40), accepted=["empty_rack_without_finish"])
    play_hand(encounter, said)
    assert "unusual, and confirmed" in in_english(client, encounter)


def test_a_walkover_is_told_in_words_and_its_hands_do_not_count(client: Client, encounter: Encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
    winner = encounter.sides.get(letter="B").entrant
    assert winner
    page = in_english(client, encounter)
    assert f"<b>{winner.name}</b> won by walkover" in page
    assert "count nowhere" in page
    assert "0–1" in page


def test_names_of_people_are_text(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    for side in encounter.sides.select_related("entrant"):
        assert side.entrant
        side.entrant.name = "<script>alert(1)</script>" + side.letter
        side.entrant.save()
    play_hand(encounter)
    assert "<script>alert" not in in_english(client, encounter)


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

    @pytest.mark.parametrize("nonsense", ["3", "0", "x", "", "1.0", "٣", "9" * 5000])
    def test_nonsense_is_answered_with_the_latest(self, client: Client, encounter: Encounter, nonsense: str):
        assert "Match 2, hand by hand" in in_english(client, encounter, f"?match={nonsense}")


def test_takes_at_most_ten_statements_however_many_hands(client: Client):
    tournament = drawn_tournament(groups_best_of=3)
    short, long = encounters_of(tournament)[:2]
    play_hand(short)
    play_encounter(long)
    correct(long, report(points=(9, 9)))
    assert statements(client, encounter_address(long)) == statements(client, encounter_address(short)) <= 10
    client.force_login(UserFactory.create())
    # His session, himself, and what he is in this tournament.
    assert statements(client, encounter_address(long)) <= 13


def test_in_the_knock_out_too(client: Client):
    client.force_login(UserFactory.create())
    tournament = drawn_tournament()
    play_groups(tournament)
    tie = next(one for one in encounters_of(tournament) if not one.group)
    assert statements(client, encounter_address(tie)) <= 14
    play_hand(tie)
    assert statements(client, encounter_address(tie)) <= 14


def test_an_annulled_one_says_so_and_leads_to_what_is_played_instead(client: Client):
    tournament = drawn_tournament(pairs=6, groups=2)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    fresh = replace_encounter(encounter.pk, by=CONSOLE, at=NOW)
    page = in_english(client, encounter)
    assert "This encounter was annulled: it counts nowhere." in page
    assert encounter_address(fresh) in client.get(encounter_address(encounter)).content.decode()
    assert "annulled" not in in_english(client, fresh)


def test_one_whose_side_left_says_that_its_results_were_annulled(client: Client, encounter: Encounter):
    own = entrant_at(encounter, "A")
    departures.withdraw(entrant=own, results=Results.ANNULLED, by=CONSOLE, at=NOW)
    assert "One of its sides left the tournament" in in_english(client, encounter)


def test_a_reopened_one_says_so(client: Client, encounter: Encounter):
    play_encounter(encounter)
    reopening.reopen(encounter=encounter, reason="", by=CONSOLE, at=NOW)
    assert "its result is taken back" in in_english(client, encounter)


def test_whoever_manages_is_led_to_what_can_be_changed(client: Client, encounter: Encounter):
    way = reverse("scoring:encounter_changes", args=[encounter.public_id])
    assert way not in client.get(encounter_address(encounter)).content.decode()
    member = MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.ORGANIZER)
    client.force_login(member.user)
    assert way in client.get(encounter_address(encounter)).content.decode()
