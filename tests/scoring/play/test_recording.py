from __future__ import annotations

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.games.okey101.reports import parse_report
from scoring.ledger import refusals
from scoring.ledger.locks import EncounterGone
from scoring.models import Entry, EntrySeat, Hand, Match, StandingsCache
from scoring.play import recording
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    level_report,
    phone_of,
    play_encounter,
    play_hand,
    play_of,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.draws.domain import draw
from tournaments.enums import EncounterState, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, Group, LogRow, Table, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.tables.domain.tables import call_next_encounter, current_encounter

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def record(encounter: Encounter, *, match: int = 1, deal: int = 1, key: str = "k1", hand_report=None):
    return recording.record_hand(
        encounter=encounter,
        match=match,
        deal=deal,
        report=hand_report or report(),
        entry_key=key,
        by=CONSOLE,
        at=NOW,
    )


def test_hand_is_stored_with_seats_lines_and_log(encounter):
    entry = record(encounter).entry
    seats = dict(EntrySeat.objects.filter(entry=entry).values_list("seat", "points"))
    assert seats == {"A1": -101, "B1": 30, "A2": 0, "B2": 40}
    by_seat: dict[str, int] = {}
    for line in entry.score_lines:
        by_seat[line.seat] = by_seat.get(line.seat, 0) + line.points
    assert by_seat == seats
    assert LogRow.objects.filter(action="hand_recorded", subject=str(encounter.public_id)).count() == 1


def test_seats_have_the_players_seated_there(encounter):
    side = encounter.sides.get(letter="A")
    side.swapped = True
    side.save(update_fields=["swapped"])
    entry = record(encounter).entry
    roster = list(side.entrant.roster.order_by("place").values_list("player_id", flat=True))
    seated = dict(EntrySeat.objects.filter(entry=entry).values_list("seat", "player_id"))
    assert [seated["A2"], seated["A1"]] == roster


def test_first_hand_begins_the_encounter(encounter):
    record(encounter)
    encounter.refresh_from_db()
    assert (encounter.state, encounter.started_at) == (EncounterState.PLAYING, NOW)


def test_repeated_request_returns_its_first_result(encounter):
    first = record(encounter)
    repeated_result = record(encounter)
    assert (repeated_result.entry, repeated_result.repeated, first.repeated) == (first.entry, True, False)
    assert Entry.objects.count() == 1


def test_repeated_request_returns_its_result_even_after_the_decision(encounter):
    first = record(encounter)
    play_encounter(encounter)
    assert record(encounter).entry == first.entry


def test_key_with_other_content_is_refused(encounter):
    record(encounter)
    with pytest.raises(refusals.EntryKeyReused):
        record(encounter, deal=2, hand_report=report(points=(1, 2)))
    with pytest.raises(refusals.EntryKeyReused):
        record(encounters_of(encounter.stage.tournament)[1])


def test_recorded_deal_is_refused_with_its_entry(encounter):
    first = record(encounter).entry
    with pytest.raises(refusals.HandAlreadyRecorded) as refusal:
        record(encounter, key="k2", hand_report=report(points=(1, 2)))
    assert refusal.value.entry == first


@pytest.mark.parametrize(("match", "deal"), [(1, 2), (1, 0)])
def test_skipped_deal_is_refused(encounter, match, deal):
    with pytest.raises(refusals.DealSkipped):
        record(encounter, match=match, deal=deal)


def test_other_match_than_the_current_is_refused(encounter):
    with pytest.raises(refusals.MatchNotOpen):
        record(encounter, match=2)


def test_all_errors_are_reported_and_nothing_is_stored(encounter):
    wrong = report(points=(200, -3))
    with pytest.raises(refusals.HandRefused) as refusal:
        record(encounter, hand_report=wrong)
    assert {problem.code for problem in refusal.value.problems} == {"rack_out_of_range", "negative_value"}
    assert not Hand.objects.exists()
    assert not Match.objects.exists()


def test_warning_has_to_be_accepted(encounter):
    doubtful = report(points=(0, 12))
    with pytest.raises(refusals.WarningsNotAccepted):
        record(encounter, hand_report=doubtful)
    record(encounter, hand_report=report(points=(0, 12), accepted=["empty_rack_without_finish"]))
    assert "empty_rack_without_finish" in Entry.objects.get().report


def test_singles_seats_and_other_rule_sets_are_refused(encounter):
    seats = {"A1": {"opening": "series"}, "B1": {}, "C1": {}, "D1": {}}
    singles = parse_report({"outcome": "finished", "finisher": "A1", "seats": seats})
    with pytest.raises(refusals.WrongSeating):
        record(encounter, hand_report=singles)
    with pytest.raises(refusals.OtherRuleSet):
        record(encounter, hand_report=report(rule_set="101-rising"))


def test_encounter_without_sides_takes_no_hand():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    assert final.state == EncounterState.PENDING
    with pytest.raises(refusals.EncounterNotReady):
        record(final)


def test_decided_encounter_takes_no_more_hands(encounter):
    play_encounter(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        record(encounter, match=1, deal=4, key="late")


def test_void_hand_is_replayed_under_the_same_number(encounter):
    play_hand(encounter)
    play_hand(encounter, void_report())
    match = play_of(encounter).current
    assert (match.numbers, match.next_number, match.next_deal) == ([1, 2], 2, 3)


def test_level_match_gets_one_extra_hand_at_a_time(encounter):
    for _hand in range(4):
        play_hand(encounter, level_report())
    match = play_of(encounter).current
    assert (match.result.level, match.next_number) == (True, 5)
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_best_of_three_is_decided_by_two_matches():
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for winner in "BAB":
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1"))
    encounter.refresh_from_db()
    assert encounter.winner == "B"
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 1, "B": 2}


def test_correction_is_a_new_version_and_keeps_the_old(encounter):
    play_hand(encounter)
    corrected = correct(encounter, report(points=(31, 40))).entry
    assert list(Entry.objects.order_by("version").values_list("version", flat=True)) == [1, 2]
    assert Hand.objects.get().current == corrected
    assert corrected.reason == "Rakamlar ters yazılmış"
    assert play_of(encounter).current.result.totals == {"A": -101, "B": 71}


def test_correction_needs_a_reason_the_current_version_and_a_hand(encounter):
    play_hand(encounter)
    with pytest.raises(refusals.ReasonMissing):
        correct(encounter, report(), reason="  ")
    with pytest.raises(refusals.NoSuchHand):
        correct(encounter, report(), deal=2)
    with pytest.raises(refusals.NoSuchHand):
        correct(encounter, report(), match=2)
    correct(encounter, report(points=(31, 40)))
    with pytest.raises(refusals.HandChangedMeanwhile) as refusal:
        correct(encounter, report(points=(32, 40)))
    assert refusal.value.entry.version == 2


def test_correction_can_turn_the_winner(encounter):
    play_encounter(encounter)
    correct(encounter, report(finisher="B1", points=(150, 150)))
    encounter.refresh_from_db()
    assert encounter.winner == "B"


def test_hand_corrected_to_void_leaves_the_match_a_hand_short(encounter):
    play_encounter(encounter)
    correct(encounter, void_report(), deal=2)
    encounter.refresh_from_db()
    match = play_of(encounter).current
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    assert (match.number, match.numbers, match.next_number) == (1, [1, 2, 2], 3)
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_match_made_needless_by_a_correction_does_not_count():
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for winner in "ABA":
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1"))
    for deal in (1, 2, 3):
        correct(encounter, report(finisher="A1"), match=2, deal=deal)
    assert list(Match.objects.order_by("number").values_list("counts", flat=True)) == [True, True, False]
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 2, "B": 0}
    correct(encounter, report(finisher="B1"), match=2, deal=1, version=2)
    correct(encounter, report(finisher="B1"), match=2, deal=2, version=2)
    assert list(Match.objects.order_by("number").values_list("counts", flat=True)) == [True, True, True]


def play_groups(tournament: Tournament) -> None:
    for encounter in encounters_of(tournament):
        if encounter.stage.kind == StageKind.GROUPS:
            play_encounter(encounter)


def test_correction_refills_slots_while_no_later_play_has_begun():
    tournament = drawn_tournament()
    play_groups(tournament)
    semi = encounters_of(tournament)[-3]
    before = set(semi.sides.values_list("entrant", flat=True))
    group = semi.sides.get(letter="A").from_group
    assert group is not None
    first = group.places.get(rank=1).entrant
    beaten = [
        candidate
        for candidate in Encounter.objects.filter(group=group)
        if candidate.sides.get(letter=candidate.winner).entrant == first
    ]
    for encounter in beaten:
        loser = "B" if encounter.winner == "A" else "A"
        for deal in (1, 2, 3):
            correct(encounter, report(finisher=f"{loser}1"), deal=deal)
    assert set(semi.sides.values_list("entrant", flat=True)) != before
    assert first.pk not in set(semi.sides.values_list("entrant", flat=True))


def test_correction_with_later_play_needs_a_decision():
    tournament = drawn_tournament()
    play_groups(tournament)
    semi = encounters_of(tournament)[-3]
    play_hand(semi)
    source = semi.sides.get(letter="A")
    lost = next(
        candidate
        for candidate in Encounter.objects.filter(group=source.from_group)
        if candidate.sides.get(letter=candidate.winner).entrant_id == source.entrant_id
    )
    entries = Entry.objects.count()
    with pytest.raises(LaterPlayAffected) as refusal:
        correct(lost, void_report())
    assert [encounter.pk for encounter in refusal.value.encounters] == [semi.pk]
    assert Entry.objects.count() == entries
    correct(lost, void_report(), keep_later_play=True)
    assert semi.sides.get(letter="A").entrant_id == source.entrant_id
    lost.refresh_from_db()
    assert lost.winner is None


def test_pair_in_a_begun_encounter_gets_no_second_slot():
    """The first of a group becomes its second after its semi-final began: nobody is in both semi-finals."""
    tournament = drawn_tournament()
    play_groups(tournament)
    semi, other = encounters_of(tournament)[-3:-1]
    group = Group.objects.get(stage__tournament=tournament, name="A")
    first, second = (group.places.get(rank=rank).entrant for rank in (1, 2))
    play_hand(semi)
    encounter = next(
        candidate
        for candidate in encounters_of(tournament)
        if {side.entrant for side in candidate.sides.all()} == {first, second}
    )
    loser = encounter.sides.get(entrant=second).letter
    for deal in (1, 2, 3):
        correct(encounter, report(finisher=f"{loser}1", points=(150, 150)), deal=deal, keep_later_play=True)
    assert group.places.get(entrant=second).rank == 1
    slots = EncounterSide.objects.filter(encounter__in=[semi, other]).values_list("entrant", flat=True)
    assert len(set(slots)) == 4
    assert {first.pk, second.pk} <= set(slots)


def test_key_is_refused_for_another_deal_with_the_same_report(encounter):
    record(encounter)
    with pytest.raises(refusals.EntryKeyReused):
        record(encounter, deal=2)


def test_correction_is_logged_with_what_it_replaced(encounter):
    play_hand(encounter)
    correct(encounter, report(points=(31, 40)))
    row = LogRow.objects.get(action="hand_corrected")
    assert (json.loads(row.before)["version"], json.loads(row.after)["version"]) == (1, 2)


def test_current_encounter_of_a_table_comes_before_a_reopened_one():
    tournament = drawn_tournament(tables=1)
    earlier, running = encounters_of(tournament)[:2]
    play_encounter(earlier)
    call_next_encounter(encounter=earlier, by=CONSOLE, at=NOW)
    later = NOW + timedelta(minutes=40)
    recording.record_hand(
        encounter=running, match=1, deal=1, report=report(), entry_key="on", by=CONSOLE, at=later
    )
    correct(earlier, void_report())
    table = Table.objects.get(tournament=tournament)
    assert current_encounter(table) == running
    play_encounter(running)
    call_next_encounter(encounter=running, by=CONSOLE, at=later)
    assert current_encounter(table) == earlier


def test_infractions_without_payment_are_not_counted():
    tournament = drawn_tournament(rule_set_id="101-rising")
    encounter = encounters_of(tournament)[0]
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2")}
    seats["B2"] = {"infractions": [{"code": "okey_discard", "count": 2}]}
    entry = play_hand(encounter, parse_report({"outcome": "deck_exhausted", "seats": seats})).entry
    assert set(EntrySeat.objects.filter(entry=entry).values_list("points", "infractions")) == {(0, 0)}


def test_encounter_of_an_undone_draw_takes_no_hand(encounter):
    draw.revoke_draw(stage=first_stage(encounter.stage.tournament), by=CONSOLE, at=NOW)
    with pytest.raises(EncounterGone):
        record(encounter)


def test_entries_are_chained_by_their_hashes(encounter):
    play_hand(encounter)
    play_hand(encounter)
    correct(encounter, report(points=(5, 6)))
    play_hand(encounter)
    chain = list(Entry.objects.order_by("pk"))
    assert [entry.previous_hash for entry in chain] == ["", *(entry.hash for entry in chain[:-1])]
    assert len({entry.hash for entry in chain}) == 4


def test_every_write_advances_its_group_and_the_counter(encounter):
    tournament = encounter.stage.tournament
    counter = Tournament.objects.get(pk=tournament.pk).counter
    play_hand(encounter)
    assert dict(StandingsCache.objects.values_list("group", "moved")) == {encounter.group_id: 1}
    assert Tournament.objects.get(pk=tournament.pk).counter == counter + 1


@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (64, 16)])
def test_hand_takes_a_constant_number_of_queries(pairs, groups):
    encounter = encounters_of(drawn_tournament(pairs=pairs, groups=groups))[0]
    play_hand(encounter)
    with CaptureQueriesContext(connection) as queries:
        record(encounter, deal=2, key=uuid.uuid4().hex)
    assert len(queries) == 17


def test_final_decides_the_champion():
    tournament = drawn_tournament()
    play_groups(tournament)
    for encounter in encounters_of(tournament)[-3:]:
        play_encounter(encounter)
    tournament.refresh_from_db()
    final = encounters_of(tournament)[-1]
    assert tournament.state == TournamentState.FINISHED
    assert tournament.champion == final.sides.get(letter="A").entrant


def test_table_phone_can_not_correct_a_finished_match(encounter):
    by_table = phone_of(encounter.table)
    play_hand(encounter)
    correct(encounter, report(points=(1, 2)), by=by_table)
    play_encounter(encounter)
    with pytest.raises(refusals.MatchIsOver):
        correct(encounter, report(points=(3, 4)), version=2, by=by_table)
    assert Entry.objects.filter(version=3).count() == 0
