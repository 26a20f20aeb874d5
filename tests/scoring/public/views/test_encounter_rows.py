"""What the rows of a sheet say in words: infractions, corrections, rulings, protests, extra hands."""

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
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import encounter_address, text
from tests.scoring.officials.domain.amending import FLAT, amend, change, rules, uneven_report
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Player

pytestmark = pytest.mark.django_db


@kept
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def in_english(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def said_of(page: str, deal: int = 1, match: int = 1) -> str:
    """The words under a hand; nothing where there are none."""
    _before, found, after = page.partition(f'id="said-{match}-{deal}"')
    row = after.split("</div></td></tr>", 1)[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", row).split()) if found else ""


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
    assert "Scored anew: the rules were amended" in page
    assert "Katsız oynandı" in page
    assert "Corrected" not in page


def test_a_level_match_that_fewer_unopened_won_says_so(client: Client, encounter: Encounter):
    tournament = encounter.stage.tournament
    change(tournament, rules(tournament, level_match=LevelMatch.FEWEST_UNOPENED))
    for _hand in range(encounter.stage.hands_per_match or 0):
        play_hand(encounter, uneven_report())
    assert "the side won that paid fewer times for not opening" in in_english(client, encounter)


def test_a_corrected_hand_shows_both_versions_and_the_reason(client: Client, encounter: Encounter):
    play_hand(encounter, report(points=(30, 40)))
    correct(encounter, report(points=(30, 50)))
    page = in_english(client, encounter)
    assert "Corrected: A −101, B +70 → A −101, B +80" in said_of(page)
    assert "Rakamlar ters yazılmış" in page
    assert "rack 40 → 50" in page
    assert page.count('<tr class="differs">') == 1


def test_a_doubt_that_was_confirmed_is_told(client: Client, encounter: Encounter):
    said = report(points=(0, 40), accepted=["empty_rack_without_finish"])
    play_hand(encounter, said)
    assert "Unusual, and confirmed" in in_english(client, encounter)


def test_a_plain_hand_needs_no_words(client: Client, encounter: Encounter):
    play_hand(encounter)
    assert said_of(in_english(client, encounter)) == ""


def test_an_infraction_is_named_with_whose_it_is(client: Client, encounter: Encounter):
    play_hand(encounter, report(fouls=2))
    player = encounter.sides.get(letter="A").players[0]
    assert f"{player.name}: Okey discarded: 2 × 101 Rule 9.42 +202" in said_of(in_english(client, encounter))


def test_a_hand_that_nobody_finished_says_so(client: Client, encounter: Encounter):
    play_hand(encounter, level_report())
    assert "The deck ran out" in said_of(in_english(client, encounter))


def test_a_ruling_shows_both_versions_and_its_reason(client: Client, encounter: Encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4))
    said = said_of(in_english(client, encounter))
    assert "Referee’s ruling: A −101, B +70 → A +4, B +6 “Taşlar görülmüş”" in said


def test_a_hand_that_a_ruling_made_void_says_what_it_was(client: Client, encounter: Encounter):
    play_hand(encounter)
    rule(encounter, rulings.Replay())
    assert "A −101, B +70 → void" in said_of(in_english(client, encounter))


def test_a_protest_stands_at_its_hand_until_it_is_answered(client: Client, encounter: Encounter):
    play_hand(encounter)
    play_hand(encounter)
    call = protest(encounter, deal=2)
    page = in_english(client, encounter)
    assert "side B asks for a ruling; the referee will answer." in said_of(page, 2)
    assert said_of(page, 1) == ""
    rule(encounter, fixed(1, 2, 3, 4), deal=2, call=call)
    assert "Protest of side B, answered: “Taşlar görülmüş”" in said_of(in_english(client, encounter), 2)


def test_a_protest_that_was_taken_back_says_so(client: Client, encounter: Encounter):
    play_hand(encounter)
    call = protest(encounter)
    Call.objects.filter(pk=call.pk).update(state="closed", closed_at=NOW)
    assert "Side B took its protest back." in said_of(in_english(client, encounter))


def test_an_amendment_is_told_once_with_all_its_hands(client: Client, encounter: Encounter):
    for _hand in range(3):
        play_hand(encounter, report(finish={"last_tile": "okey", "direct": False}))
    amend(encounter.stage.tournament, reason="Katsız oynandı", **FLAT)
    page = in_english(client, encounter)
    told = page.split('id="amended-1-1"', 1)[1].split("</details>", 1)[0]
    assert "3 hands scored anew" in told
    assert told.count("A −202, B +140") == 3
    assert told.count("A −101, B +70") == 3
    assert told.count("Katsız oynandı") == 1
    assert said_of(page) == "Scored anew: the rules were amended"


def test_the_match_of_a_walkover_says_that_it_counts_nowhere(client: Client, encounter: Encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
    assert "counts nowhere" in in_english(client, encounter)


def test_a_match_that_a_correction_made_needless_counts_nowhere(client: Client):
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for winner in "ABA":
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1"))
    for deal in (1, 2, 3):
        correct(encounter, report(finisher="A1"), match=2, deal=deal)
    page = in_english(client, encounter)
    assert "A correction decided the encounter before this match" in page
    assert page.count("counts nowhere") >= 2


def test_who_played_before_a_substitute_is_named_at_the_hands(client: Client, encounter: Encounter):
    play_hand(encounter)
    gone = encounter.sides.get(letter="A").players[0]
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant
    fresh = Player.objects.create(club=encounter.stage.tournament.club, name="Yedek Oyuncu")
    entrant.roster.filter(player=gone).update(player=fresh)
    play_hand(encounter)
    page = in_english(client, encounter)
    assert f"{gone.name} played this hand." in said_of(page, 1)
    assert said_of(page, 2) == ""


def test_a_reason_that_is_withheld_is_not_told(client: Client, encounter: Encounter):
    play_hand(encounter)
    entry = correct(encounter, report(points=(31, 40))).entry
    WithheldReason.objects.create(entry=entry)
    page = in_english(client, encounter)
    assert "Rakamlar" not in page
    assert "Corrected: A −101, B +70 → A −101, B +71" in said_of(page)
    assert "Taken back" not in page


def protest(encounter: Encounter, deal: int = 1) -> Call:
    hand = Hand.objects.get(match__encounter=encounter, deal=deal)
    assert encounter.table
    return Call.objects.create(
        table=encounter.table, encounter=encounter, hand=hand, side="B", asked_at=NOW, question="Okey attı"
    )
