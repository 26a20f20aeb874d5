from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from rules.hands import HandReport
from scoring.enums import EntryKind
from scoring.ledger.refusals import DecidedByWalkover, EntryKeyReused, NoSuchHand
from scoring.models import Entry, Hand, Match, StandingsCache
from scoring.officials.domain.rulings import AddedInfraction, Replay
from scoring.play import recording, undo_hand, walkovers
from scoring.play.evening_outcome import tournament_outcome
from scoring.play.recording import RecordedEntry
from scoring.play.undo_hand import NotTheLastHand, TooLateToTakeBack, undo_time_left
from scoring.queries.match_sheets import read_sheet
from scoring.standings.ranking import rank_group
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    level_report,
    play_encounter,
    play_hand,
    play_of,
    report,
    rule,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import stored_state
from tests.scoring.stage_flows import earlier_entered_side
from tournaments.enums import EncounterState, SideLetter, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def bracketed() -> Tournament:
    tournament = drawn_tournament(pairs=6)
    for encounter in encounters_of(tournament):
        play_encounter(encounter, earlier_entered_side(encounter))
    return tournament


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def withdraw(
    encounter: Encounter, *, match: int = 1, deal: int = 1, seconds: float = 59, key: str = ""
) -> RecordedEntry:
    return undo_hand.take_hand_back(
        encounter=encounter,
        match=match,
        deal=deal,
        entry_key=key or uuid.uuid4().hex,
        by=CONSOLE,
        at=NOW + timedelta(seconds=seconds),
    )


def undo_hand_entry(encounter: Encounter, **place: Any) -> Entry:
    return withdraw(encounter, **place).entry


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)


def record(encounter: Encounter, hand_report: HandReport, *, key: str, deal: int = 1) -> RecordedEntry:
    return recording.record_hand(
        encounter=encounter, match=1, deal=deal, report=hand_report, entry_key=key, by=CONSOLE, at=NOW
    )


# The deal is open again.


def test_deal_is_entered_again_and_every_version_stays(tournament, encounter):
    play_hand(encounter)
    assert undo_hand_entry(encounter).kind == EntryKind.WITHDRAWAL
    current = play_of(encounter).current
    assert (current.number, current.next_deal, current.hands) == (1, 1, [])
    entered_again = play_hand(encounter).entry
    hands = Hand.objects.filter(match__encounter__stage__tournament=tournament)
    assert (entered_again.version, hands.count(), entries_of(tournament).count()) == (3, 1, 3)
    assert play_of(encounter).current.next_deal == 2


def test_every_version_is_chained_to_the_one_before(encounter):
    first = play_hand(encounter).entry
    second = undo_hand_entry(encounter)
    third = play_hand(encounter, report(points=(1, 2))).entry
    assert [second.previous_hash, third.previous_hash] == [first.hash, second.hash]
    assert len({first.hash, second.hash, third.hash}) == 3


def test_hands_can_be_taken_back_one_after_the_other(tournament, encounter):
    play_hand(encounter)
    play_hand(encounter)
    undo_hand_entry(encounter, deal=2)
    undo_hand_entry(encounter, deal=1)
    assert play_of(encounter).current.next_deal == 1
    for _hand in range(2):
        play_hand(encounter)
    assert [entry.version for entry in entries_of(tournament).filter(current_of__isnull=False)] == [3, 3]


def test_hand_entered_again_can_be_taken_back_again(encounter):
    play_hand(encounter)
    undo_hand_entry(encounter)
    play_hand(encounter)
    assert undo_hand_entry(encounter).version == 4


def test_void_hand_can_be_taken_back(encounter):
    play_hand(encounter)
    play_hand(encounter, void_report())
    undo_hand_entry(encounter, deal=2)
    assert play_of(encounter).current.next_deal == 2
    assert play_of(encounter).current.next_number == 2


def test_withdrawal_is_logged_and_notifies_pages(tournament, encounter):
    play_hand(encounter)
    tournament.refresh_from_db()
    counter, moved = tournament.counter, StandingsCache.objects.get(group=encounter.group_id).moved
    undo_hand_entry(encounter)
    tournament.refresh_from_db()
    assert (tournament.counter, StandingsCache.objects.get(group=encounter.group_id).moved) == (
        counter + 1,
        moved + 1,
    )
    row = LogRow.objects.get(action="hand_undone")
    assert row.subject == str(encounter.public_id)
    assert '"totals": {"A": -101, "B": 70}' in row.before


# Refusals.


@pytest.mark.parametrize("seconds", [60, 61, 3600])
def test_hand_older_than_a_minute_must_be_corrected(tournament, encounter, seconds):
    play_hand(encounter)
    before = stored_state(tournament)
    with pytest.raises(TooLateToTakeBack):
        undo_hand_entry(encounter, seconds=seconds)
    assert stored_state(tournament) == before


@pytest.mark.parametrize("wrong", [timedelta(days=400), -timedelta(days=400)])
def test_minute_is_measured_by_the_server_clock(encounter, wrong):
    recording.record_hand(
        encounter=encounter,
        match=1,
        deal=1,
        report=report(),
        entry_key="clock",
        by=CONSOLE,
        at=NOW,
        entered_at=NOW + wrong,
    )
    with pytest.raises(TooLateToTakeBack):
        undo_hand_entry(encounter, seconds=61)
    assert undo_hand_entry(encounter, seconds=59).kind == EntryKind.WITHDRAWAL


def test_time_left_runs_down_to_zero(encounter):
    entry = play_hand(encounter).entry
    seconds_left = [undo_time_left(entry, at=NOW + timedelta(seconds=past)) for past in (0, 45, 60, 90)]
    assert seconds_left == [timedelta(seconds=seconds) for seconds in (60, 15, 0, 0)]


def test_only_the_last_hand_can_be_taken_back(encounter):
    play_hand(encounter)
    play_hand(encounter)
    with pytest.raises(NotTheLastHand):
        undo_hand_entry(encounter, deal=1)


def test_last_hand_of_a_match_only_until_the_next_match_has_one():
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for _hand in range(4):
        play_hand(encounter)
    with pytest.raises(NotTheLastHand):
        undo_hand_entry(encounter, match=1, deal=3)
    undo_hand_entry(encounter, match=2, deal=1)
    undo_hand_entry(encounter, match=1, deal=3)
    assert (play_of(encounter).current.number, play_of(encounter).current.next_deal) == (1, 3)


def test_missing_hand_can_not_be_taken_back(encounter):
    with pytest.raises(NoSuchHand):
        undo_hand_entry(encounter)
    play_hand(encounter)
    with pytest.raises(NoSuchHand):
        undo_hand_entry(encounter, deal=2)
    undo_hand_entry(encounter)
    with pytest.raises(NotTheLastHand):
        undo_hand_entry(encounter)


def test_correction_can_not_be_taken_back(encounter):
    play_hand(encounter)
    correct(encounter, report(points=(1, 2)))
    with pytest.raises(TooLateToTakeBack):
        undo_hand_entry(encounter)


@pytest.mark.parametrize("ruling", [fixed(10, -5, 20, 0), Replay(), AddedInfraction("B1", "okey_discard")])
def test_ruling_can_not_be_taken_back(encounter, ruling):
    play_hand(encounter)
    rule(encounter, ruling)
    with pytest.raises(TooLateToTakeBack):
        undo_hand_entry(encounter, seconds=1)


def test_nothing_is_taken_back_after_a_walkover(encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    with pytest.raises(DecidedByWalkover):
        undo_hand_entry(encounter)


def test_hand_can_not_be_taken_back_once_later_play_has_begun(bracketed):
    semi = encounters_of(bracketed)[-3]
    play_hand(semi)
    source = next(
        candidate
        for candidate in encounters_of(bracketed)
        if candidate.group == semi.sides.all()[0].from_group
    )
    before = stored_state(bracketed)
    with pytest.raises(LaterPlayAffected) as refusal:
        undo_hand_entry(source, deal=3)
    assert refusal.value.encounters == [semi]
    assert stored_state(bracketed) == before


# Exactly once.


def test_same_key_returns_the_first_result(tournament, encounter):
    play_hand(encounter)
    first = withdraw(encounter, key="undo")
    before = stored_state(tournament)
    repeated_result = withdraw(encounter, key="undo", seconds=3600)
    assert (first.repeated, repeated_result.repeated, repeated_result.entry) == (False, True, first.entry)
    assert stored_state(tournament) == before


@pytest.mark.parametrize("hand_report", [report(), report(points=(1, 2))])
def test_same_key_returns_the_first_result_even_after_the_hand_was_entered_again(
    tournament, encounter, hand_report
):
    play_hand(encounter)
    first = withdraw(encounter, key="undo")
    play_hand(encounter, hand_report)
    before = stored_state(tournament)
    assert withdraw(encounter, key="undo") == RecordedEntry(first.entry, repeated=True)
    assert stored_state(tournament) == before


def test_key_of_a_withdrawn_hand_does_not_enter_it_again(tournament, encounter):
    record(encounter, report(), key="first")
    undo_hand_entry(encounter)
    before = stored_state(tournament)
    late = record(encounter, report(), key="first")
    assert late.repeated
    assert stored_state(tournament) == before
    assert play_of(encounter).current.next_deal == 1
    with pytest.raises(EntryKeyReused):
        record(encounter, report(points=(9, 9)), key="first")


def test_key_is_for_a_hand_or_a_withdrawal_but_not_both(encounter):
    record(encounter, report(), key="hand")
    with pytest.raises(EntryKeyReused):
        undo_hand_entry(encounter, key="hand")
    undo_hand_entry(encounter, key="undo")
    with pytest.raises(EntryKeyReused):
        record(encounter, report(), key="undo")


# What it decided is open again.


def test_match_and_encounter_are_open_again(encounter):
    play_encounter(encounter)
    undo_hand_entry(encounter, deal=3)
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner, encounter.decided_by) == (EncounterState.PLAYING, None, None)
    assert Match.objects.get(encounter=encounter).winner is None
    play_hand(encounter, report(finisher="B1", points=(150, 150)))
    encounter.refresh_from_db()
    assert encounter.winner == SideLetter.B


def test_ranks_and_slots_are_open_again(bracketed):
    last = [encounter for encounter in encounters_of(bracketed) if encounter.group][-1]
    group, winner = last.group, last.winner
    assert group is not None
    undo_hand_entry(last, deal=3)
    assert set(group.places.values_list("rank", flat=True)) == {None}
    slots = [side for encounter in encounters_of(bracketed)[-3:-1] for side in encounter.sides.all()]
    assert {side.entrant is None for side in slots if side.from_group == group} == {True}
    assert {side.entrant is None for side in slots if side.from_group != group} == {False}
    play_hand(last, report(finisher=f"{winner}1"))
    assert None not in group.places.values_list("rank", flat=True)


def test_tournament_is_open_again_when_its_final_is(bracketed):
    for semi in encounters_of(bracketed)[-3:-1]:
        walkovers.record_walkover(encounter=semi, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    final = encounters_of(bracketed)[-1]
    play_encounter(final)
    bracketed.refresh_from_db()
    champion = bracketed.champion
    undo_hand_entry(final, deal=3)
    bracketed.refresh_from_db()
    assert (bracketed.champion, bracketed.state) == (None, TournamentState.PLAYING)
    play_hand(final)
    bracketed.refresh_from_db()
    assert champion is not None
    assert (bracketed.champion, bracketed.state) == (champion, TournamentState.FINISHED)


def test_deciding_extra_hand_is_played_again(encounter):
    for _hand in range(3):
        play_hand(encounter, level_report())
    play_hand(encounter)
    undo_hand_entry(encounter, deal=4)
    assert play_of(encounter).current.result.level
    assert play_of(encounter).current.next_number == 4


# It does not count.


def test_withdrawn_hand_does_not_count_in_standings(encounter):
    group = encounter.group
    assert group is not None
    play_hand(encounter)
    rows = [ranked.row for ranked in rank_group(group)]
    play_hand(encounter, report(fouls=2))
    assert [ranked.row for ranked in rank_group(group)] != rows
    undo_hand_entry(encounter, deal=2)
    assert [ranked.row for ranked in rank_group(group)] == rows


def test_withdrawn_hand_does_not_count_in_the_outcome(bracketed):
    ids = {entrant.pk: entrant.name for entrant in bracketed.entrants.all()}
    semi = encounters_of(bracketed)[-3]
    before = tournament_outcome(bracketed, ids)
    for hand_report in (report(), void_report()):
        play_hand(semi, hand_report)
        undo_hand_entry(semi)
    assert tournament_outcome(bracketed, ids) == before


def test_sheet_shows_the_current_version_and_earlier_ones(encounter):
    play_hand(encounter)
    play_hand(encounter, report(points=(50, 50)))
    undo_hand_entry(encounter, deal=2)
    [only] = read_sheet(encounter, 1).hands
    assert (only.totals, only.earlier_versions) == ({"A": -101, "B": 70}, [])
    play_hand(encounter, report(points=(5, 5)))
    first, second = read_sheet(encounter, 1).hands
    assert (second.number, second.current.sides["B"], second.totals["B"]) == (2, 10, 80)
    assert [version.sides["B"] for version in second.earlier_versions] == [100]
    assert first.earlier_versions == []


def test_withdrawn_hand_stays_readable_in_the_ledger(tournament, encounter):
    play_hand(encounter)
    withdrawal = undo_hand_entry(encounter)
    first = entries_of(tournament).get(version=1)
    assert (withdrawal.report, withdrawal.score_lines, withdrawal.void) == (first.report, [], True)
    assert withdrawal.seats.count() == 0
    assert first.seats.count() == 4


def test_hand_received_in_the_future_can_not_be_taken_back(encounter):
    entry = play_hand(encounter, at=NOW + timedelta(days=365)).entry
    assert not undo_time_left(entry, at=NOW)
    with pytest.raises(TooLateToTakeBack):
        undo_hand_entry(encounter, seconds=0)
