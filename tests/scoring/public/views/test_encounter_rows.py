from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.games.okey101.switches import LevelMatch
from scoring.models import Call, Hand
from scoring.models.hand import WithheldReason
from scoring.officials.domain import rulings
from scoring.play import walkovers
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    level_report,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import encounter_address, text
from tests.scoring.officials.domain.amend_rules import FLAT, amend, change, rules, uneven_report
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Player
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

CORRECTION = 'class="was" id="was-1-1-2"'


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def english_encounter_text(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def remark(page: str, deal: int = 1) -> str:
    return page.partition(f'id="remark-1-{deal}"')[2].partition("</div></td></tr>")[0]


def protest_states(page: str, deal: int = 1) -> list[str]:
    return re.findall(r'data-test="protest-([a-z]+)"', remark(page, deal))


def notes_of(page: str, deal: int = 1, match: int = 1) -> str:
    _before, marker, after = page.partition(f'id="remark-{match}-{deal}"')
    row = after.split("</div></td></tr>", 1)[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", row).split()) if marker else ""


def test_void_hand_is_marked_and_has_no_number(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    page = english_encounter_text(client, encounter)
    assert '<tr class="void" id="hand-1-1">' in page
    assert page.count('<span class="num">1</span>') == 1
    assert "<tfoot>" in page


def test_only_void_hands_have_no_totals(client: Client, encounter: Encounter):
    play_hand(encounter, void_report())
    page = english_encounter_text(client, encounter)
    assert '<tr class="void" id="hand-1-1">' in page
    assert "<tfoot>" not in page


def test_extra_hands_are_marked(client: Client, encounter: Encounter):
    for _hand in range(4):
        play_hand(encounter, level_report())
    page = english_encounter_text(client, encounter)
    assert page.count('class="extra"') == 1
    assert page.partition('class="legend"')[0].count('class="mark extra"') == 2  # In its row and its remark.


def test_amended_hand_is_rescored_and_not_shown_as_corrected(client: Client, encounter: Encounter):
    play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
    amend(encounter.stage.tournament, reason="Katsız oynandı", **FLAT)
    page = english_encounter_text(client, encounter)
    assert 'href="#amended-1"' in remark(page)
    assert "Katsız oynandı" in page
    assert CORRECTION not in page


def test_tie_won_by_fewer_unopened_hands_says_so(client: Client, encounter: Encounter):
    tournament = encounter.stage.tournament
    change(tournament, rules(tournament, level_match=LevelMatch.FEWEST_UNOPENED))
    for _hand in range(encounter.stage.hands_per_match or 0):
        play_hand(encounter, uneven_report())
    page = english_encounter_text(client, encounter)
    assert 'data-test="fewer-unopened"' in page
    assert 'data-test="uncounted-match"' not in page


def test_corrected_hand_shows_both_versions_and_the_reason(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    correct(encounter, report(points=(30, 50)))
    page = english_encounter_text(client, encounter)
    assert CORRECTION in remark(page)
    assert "A −101, B +70 → A −101, B +80" in notes_of(page)
    assert "Rakamlar ters yazılmış" in page
    assert "rack 40 → 50" in page
    assert page.count('<tr class="differs">') == 1


def test_confirmed_warning_is_shown(client: Client, encounter: Encounter):
    confirmed = report(points=(0, 40), accepted=["empty_rack_without_finish"])
    play_hand(encounter, confirmed)
    response = client.get(encounter_address(encounter))
    (hand,) = response.context["matches"][0].sheet.hands
    assert [warning.code for warning in hand.current.accepted_warnings] == ["empty_rack_without_finish"]
    assert 'data-test="accepted-warning"' in remark(text(response))


def test_plain_hand_has_no_notes(client: Client, encounter: Encounter):
    play_hand(encounter)
    assert notes_of(english_encounter_text(client, encounter)) == ""


def test_infraction_is_shown_with_its_player(client: Client, encounter: Encounter):
    play_hand(encounter, report(fouls=2))
    player = encounter.sides.get(letter="A").players[0]
    assert f"{player.name} : Okey discarded: 2 × 101 Rule 9.42 +202" in notes_of(
        english_encounter_text(client, encounter)
    )


def test_unfinished_hand_says_so(client: Client, encounter: Encounter):
    play_hand(encounter, level_report())
    assert 'class="mark deck"' in remark(english_encounter_text(client, encounter))


def test_ruling_shows_both_versions_and_its_reason(client: Client, encounter: Encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4))
    page = english_encounter_text(client, encounter)
    assert 'class="mark rule"' in remark(page)
    assert "A −101, B +70 → A +4, B +6 “Taşlar görülmüş”" in notes_of(page)


def test_hand_voided_by_a_ruling_shows_its_previous_version(client: Client, encounter: Encounter):
    play_hand(encounter)
    rule(encounter, rulings.Replay())
    assert "A −101, B +70 → void" in notes_of(english_encounter_text(client, encounter))


def test_protest_is_shown_at_its_hand_until_answered(client: Client, encounter: Encounter):
    play_hand(encounter)
    play_hand(encounter)
    call = protest(encounter, deal=2)
    page = english_encounter_text(client, encounter)
    assert protest_states(page, 2) == ["open"]
    assert notes_of(page, 1) == ""
    rule(encounter, fixed(1, 2, 3, 4), deal=2, call=call)
    page = english_encounter_text(client, encounter)
    assert protest_states(page, 2) == ["answered"]
    assert notes_of(page, 2).count("“Taşlar görülmüş”") == 2  # At the ruling and at the protest.


def test_withdrawn_protest_is_labelled(client: Client, encounter: Encounter):
    play_hand(encounter)
    call = protest(encounter)
    Call.objects.filter(pk=call.pk).update(state="closed", closed_at=NOW)
    assert protest_states(english_encounter_text(client, encounter)) == ["withdrawn"]


def test_amendment_is_shown_once_with_all_its_hands(client: Client, encounter: Encounter):
    for _hand in range(3):
        play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
    amend(encounter.stage.tournament, reason="Katsız oynandı", **FLAT)
    response = client.get(english(encounter_address(encounter)))
    (amendment,) = response.context["matches"][0].sheet.amendments
    assert len(amendment.hands) == 3
    page = text(response)
    summary = page.split('id="amended-1-1"', 1)[1].split("</details>", 1)[0]
    assert summary.count("A −202, B +140") == 3
    assert summary.count("A −101, B +70") == 3
    assert summary.count("Katsız oynandı") == 1
    assert 'href="#amended-1"' in remark(page)
    assert "Katsız oynandı" not in remark(page)


def test_match_of_a_walkover_does_not_count(client: Client, encounter: Encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    response = client.get(encounter_address(encounter))
    assert [match.score.counts for match in response.context["matches"]] == [False]
    assert text(response).count('data-test="uncounted-match"') == 1


def test_needless_match_after_a_correction_does_not_count(client: Client):
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for winner in "ABA":
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1"))
    for deal in (1, 2, 3):
        correct(encounter, report(finisher="A1"), match=2, deal=deal)
    response = client.get(encounter_address(encounter) + "?match=all")
    assert [match.score.counts for match in response.context["matches"]] == [True, True, False]
    uncounted = text(response).partition('id="sheet-3"')[2]
    assert text(response).count('data-test="uncounted-match"') == 1
    assert 'data-test="uncounted-match"' in uncounted


def test_replaced_player_is_named_at_their_hands(client: Client, encounter: Encounter):
    play_hand(encounter)
    replaced = encounter.sides.get(letter="A").players[0]
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant
    fresh = Player.objects.create(club=encounter.stage.tournament.club, name="Yedek Oyuncu")
    entrant.roster.filter(player=replaced).update(player=fresh)
    play_hand(encounter)
    page = english_encounter_text(client, encounter)
    assert replaced.name in notes_of(page, 1)
    assert notes_of(page, 2) == ""


def test_withheld_reason_is_not_shown(client: Client, encounter: Encounter):
    play_hand(encounter)
    entry = correct(encounter, report(points=(31, 40))).entry
    WithheldReason.objects.create(entry=entry)
    page = english_encounter_text(client, encounter)
    assert "Rakamlar" not in page
    assert "A −101, B +70 → A −101, B +71" in notes_of(page)
    assert 'data-test="entered-again"' not in page


def protest(encounter: Encounter, deal: int = 1) -> Call:
    hand = Hand.objects.get(match__encounter=encounter, deal=deal)
    assert encounter.table
    return Call.objects.create(
        table=encounter.table, encounter=encounter, hand=hand, side="B", asked_at=NOW, question="Okey attı"
    )
