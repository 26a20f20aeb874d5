from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from scoring.enums import CallState
from scoring.integrity.integrity_checks import verify
from scoring.models import Call, Match
from scoring.play.undo_hand import take_hand_back
from scoring.play.walkovers import record_walkover
from scoring.queries.agreement_status import MatchState, read_agreements, read_encounter_marks
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_encounter, play_hand, report
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    A_MINUTE,
    LATE,
    SOON,
    WINDOW,
    agree,
    agreement,
    begun_match,
    confirm,
    decided_match,
    phone_of,
    protest,
    set_agreement,
)
from tournaments.enums import Agreement, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def close(call: Call) -> None:
    Call.objects.filter(pk=call.pk).update(state=CallState.CLOSED)


def test_match_in_play_is_open(encounter):
    current = agreement(begun_match(encounter, hands=2))
    assert (current.state, current.deals, current.window_ends, current.closes_at) == (
        MatchState.OPEN,
        2,
        None,
        None,
    )


def test_decided_match_is_provisional_until_its_window_ends(encounter):
    match = decided_match(encounter)
    now = agreement(match, LATE - timedelta(seconds=1))
    assert (now.state, now.closes_at) == (MatchState.PROVISIONAL, NOW + WINDOW)
    late = agreement(match, LATE)
    assert (late.state, late.closes_at, late.final) == (MatchState.FINAL, None, True)


def test_one_confirmation_leaves_the_match_provisional(encounter):
    match = decided_match(encounter)
    confirm(match, "A")
    current = agreement(match)
    assert (current.state, current.is_confirmed_by("A"), current.is_confirmed_by("B")) == (
        MatchState.PROVISIONAL,
        True,
        False,
    )


def test_both_confirmations_make_the_match_agreed(encounter):
    match = decided_match(encounter)
    agree(match)
    current = agreement(match)
    assert (current.state, current.deals_agreed, current.closes_at, current.outdated) == (
        MatchState.AGREED,
        3,
        None,
        {},
    )
    assert {side: confirmation.at for side, confirmation in current.confirmed.items()} == {
        "A": SOON,
        "B": SOON,
    }
    assert agreement(match, LATE).state is MatchState.AGREED


def test_one_device_for_both_sides_is_detected(encounter):
    match = decided_match(encounter)
    confirm(match, "A")
    assert not agreement(match).confirmed_on_one_device
    confirm(match, "B", by=phone_of("A"))
    assert agreement(match).confirmed_on_one_device


def test_different_or_unnamed_devices_are_not_one_device(encounter, tournament):
    first, second = decided_match(encounter), decided_match(encounters_of(tournament)[1])
    agree(first)
    agree(second, by=CONSOLE)
    assert not agreement(first).confirmed_on_one_device
    assert not agreement(second).confirmed_on_one_device


def test_correction_outdates_confirmations_and_reopens_the_window(encounter):
    match = decided_match(encounter)
    agree(match)
    correct(encounter, report(points=(9, 9)), at=LATE)
    current = agreement(match, LATE + A_MINUTE)
    assert (current.state, current.confirmed, current.deals_agreed) == (MatchState.PROVISIONAL, {}, 0)
    assert set(current.outdated) == {"A", "B"}
    assert (current.last_change, current.closes_at) == (LATE, LATE + WINDOW)
    confirm(match, "A", at=LATE)
    assert set(agreement(match, LATE).outdated) == {"B"}


def test_withdrawn_hand_opens_the_match(encounter):
    match = decided_match(encounter)
    agree(match)
    take_hand_back(encounter=encounter, match=1, deal=3, entry_key=uuid.uuid4().hex, by=CONSOLE, at=NOW)
    current = agreement(match)
    assert (current.state, current.deals, set(current.outdated)) == (MatchState.OPEN, 2, {"A", "B"})
    play_hand(encounter)
    assert agreement(match).state is MatchState.PROVISIONAL


def test_sides_agree_hand_by_hand_up_to_the_lower_confirmation(encounter, tournament):
    set_agreement(tournament, Agreement.HAND)
    match = begun_match(encounter)
    agree(match)
    play_hand(encounter)
    confirm(match, "A")
    now = agreement(match)
    assert (now.state, now.deals_confirmed("A"), now.deals_confirmed("B"), now.deals_agreed) == (
        MatchState.OPEN,
        2,
        1,
        1,
    )
    correct(encounter, report(points=(9, 9)), deal=2)
    now = agreement(match)
    assert (now.deals_confirmed("A"), now.deals_agreed, set(now.outdated)) == (1, 1, {"A"})


def test_decided_match_is_final_without_confirmations(encounter, tournament):
    set_agreement(tournament, Agreement.NOTHING)
    assert agreement(decided_match(encounter), NOW).state is MatchState.FINAL


def test_the_window_follows_the_setting(encounter, tournament):
    match = decided_match(encounter)
    set_agreement(tournament, Agreement.MATCH, minutes=0)
    assert agreement(match, NOW).state is MatchState.FINAL
    set_agreement(tournament, Agreement.MATCH, minutes=240)
    assert agreement(match, NOW + timedelta(minutes=239)).state is MatchState.PROVISIONAL


def test_open_protest_keeps_the_match_provisional(encounter):
    match = decided_match(encounter)
    call = protest(match, "B", deal=2)
    late = agreement(match, LATE)
    assert (late.state, late.closes_at, late.protested_deals) == (MatchState.PROVISIONAL, None, {2})
    close(call)
    assert agreement(match, LATE).state is MatchState.FINAL


def test_open_protest_keeps_a_confirmed_match_provisional(encounter):
    match = decided_match(encounter)
    confirm(match, "B")
    call = protest(match, "B")
    confirm(match, "A")
    assert agreement(match).state is MatchState.PROVISIONAL
    close(call)
    assert agreement(match).state is MatchState.AGREED


def test_provisional_and_protested_encounters_are_marked(tournament):
    waiting, settled, protested, walked, untouched = encounters_of(tournament)[:5]
    decided_match(waiting)
    agree(decided_match(settled))
    protest(begun_match(protested))
    decided_match(walked)
    begun_match(untouched)
    Match.objects.filter(encounter=walked).update(counts=False)
    marks = read_encounter_marks(tournament, at=SOON)
    assert {pk: (mark.provisional, mark.protested) for pk, mark in marks.items()} == {
        waiting.pk: (True, False),
        protested.pk: (False, True),
    }


def test_walkover_leaves_no_mark(tournament, encounter):
    begun_match(encounter, hands=2)
    record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert read_encounter_marks(tournament, at=SOON) == {}


@pytest.mark.release
def test_standings_of_any_number_of_matches_take_three_queries(tournament, django_assert_num_queries):
    encounters = encounters_of(tournament)[:6]
    for encounter in encounters:
        play_encounter(encounter)
        agree(Match.objects.get(encounter=encounter))
    for chosen in (encounters[:1], encounters):
        matches = Match.objects.filter(encounter__in=chosen)
        with django_assert_num_queries(3):
            standings = read_agreements(matches, tournament=tournament, at=SOON)
            assert [match_standing.match.winner for match_standing in standings.values()] == ["A"] * len(
                chosen
            )
            assert {match_standing.confirmed["A"].player.name for match_standing in standings.values()}
    with django_assert_num_queries(3):
        read_encounter_marks(tournament, at=SOON)


def test_withdrawn_protested_hand_has_the_next_number(encounter):
    match = begun_match(encounter, hands=3)
    call = protest(match, deal=3)
    for deal in (3, 2):
        take_hand_back(
            encounter=encounter, match=1, deal=deal, entry_key=uuid.uuid4().hex, by=CONSOLE, at=NOW
        )
    assert agreement(match).protested_hands == [(call, 2)]
    assert verify(encounter.stage.tournament).discrepancies == []


def test_window_of_a_clock_that_was_ahead_has_ended(encounter):
    match = decided_match(encounter)
    for at in (NOW - timedelta(days=365), LATE):
        assert agreement(match, at).state == MatchState.FINAL
