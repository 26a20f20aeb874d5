"""What is around an encounter: whence, whither, why people decided it, and what stands beside it."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.officials.domain import departures
from scoring.play import reopening, walkovers
from scoring.play.later_play import replace_encounter
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import encounter_address, play_groups, text
from tests.scoring.officials.domain.deciding import entrant_at
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.play.leaving import Results

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@kept
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def in_english(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def test_one_that_waits_says_for_whom(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    final = encounters_of(tournament)[-1]
    page = in_english(client, final)
    assert "waiting for a side" in page
    assert "Winner of SF 1" in page


def test_a_walkover_is_told_in_words_and_its_hands_do_not_count(client: Client, encounter: Encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
    winner = encounter.sides.get(letter="B").entrant
    assert winner
    page = in_english(client, encounter)
    assert f"<b>{winner.name}</b> won by walkover" in page
    assert "count nowhere" in page
    assert "0–1" in page


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


def test_one_that_waits_leads_to_what_it_waits_for(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    semi, _other, final = encounters_of(tournament)[-3:]
    play_hand(semi)
    page = in_english(client, final)
    assert encounter_address(semi) in page
    assert "hand 2" in page
    assert "wins the tournament" in page


def test_before_its_groups_are_over_a_semi_final_says_how_many_encounters_are_left(client: Client):
    tournament = drawn_tournament(pairs=6)
    play_groups(tournament)
    semi = encounters_of(tournament)[-3]
    side = semi.sides.get(letter="A")
    assert side.from_group
    side.from_group.encounters.order_by("pk").update(state="ready", winner=None, decided_by=None)
    type(side).objects.filter(pk=side.pk).update(entrant=None)
    Encounter.objects.filter(pk=semi.pk).update(state="pending")
    assert "3 encounters of this group are still to be decided" in in_english(client, semi)


def test_a_semi_final_says_where_its_winner_goes_and_whom_he_meets(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    first, second, final = encounters_of(tournament)[-3:]
    play_encounter(second)
    page = in_english(client, first)
    assert "The winner goes on to" in page
    assert encounter_address(final) in page
    assert f"against {entrant_at(second, 'A').name}" in page


def test_the_neighbours_of_the_round_are_one_step_away(client: Client):
    first, second, *_others = [one for one in encounters_of(drawn_tournament()) if one.round == 1]
    page = in_english(client, first)
    assert "1 / 4</span>" in page
    assert f'rel="next" href="{encounter_address(second)}"' in page
    assert 'rel="prev"' not in page
    assert f'rel="prev" href="{encounter_address(first)}"' in in_english(client, second)


def test_what_was_left_to_stand_says_who_would_play_there(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    semi, other, final = encounters_of(tournament)[-3:]
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    before, rightful = entrant_at(semi, "A"), entrant_at(semi, "B")
    for deal in (1, 2, 3):
        correct(semi, report(finisher="B1", points=(150, 150)), deal=deal, let_stand=True)
    told = in_english(client, final)
    assert f"by that {rightful.name} would play here, not {before.name}." in told
    assert f"by it {rightful.name} would play there, and {before.name} does." in in_english(client, semi)
    assert "left to stand" not in in_english(client, other)


def test_the_reason_of_a_walkover_is_read_by_everybody(client: Client, encounter: Encounter):
    walkovers.record_walkover(
        encounter=encounter, winner=SideLetter.B, reason=" Geç kaldılar ", by=CONSOLE, at=NOW
    )
    page = in_english(client, encounter)
    assert "Reason: “Geç kaldılar”" in page
    assert "A walkover: 1–0 without hands, average 0." in page


def test_a_walkover_against_both_says_so(client: Client, encounter: Encounter):
    walkovers.record_double_walkover(encounter=encounter, reason="Kavga", by=CONSOLE, at=NOW)
    page = in_english(client, encounter)
    assert "Both sides lost this encounter" in page
    assert "“Kavga”" in page
    assert "Lost by both" in page


def test_a_disqualification_is_told_with_its_reason(client: Client):
    tournament = drawn_tournament()
    encounter, later = [one for one in encounters_of(tournament) if one.group][:2]
    play_hand(encounter)
    own = entrant_at(encounter, "A")
    departures.disqualify(entrant=own, results=Results.KEPT, reason="Sözlü hakaret", by=CONSOLE, at=NOW)
    assert f"{own.name} was disqualified: “Sözlü hakaret”" in in_english(client, encounter)
    assert "disqualified" not in in_english(client, later)


def test_a_reopened_one_is_not_called_in_play(client: Client, encounter: Encounter):
    play_encounter(encounter)
    reopening.reopen(encounter=encounter, reason="Puanlar karışmış", by=CONSOLE, at=NOW)
    page = in_english(client, encounter)
    assert "reopened" in page
    assert "“Puanlar karışmış”" in page
    assert "hand 4" not in page
    assert 'class="badge live"' not in page


def test_players_are_named(client: Client, encounter: Encounter):
    page = in_english(client, encounter)
    for side in encounter.sides.all():
        assert all(player.name in page for player in side.players)
