from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from rules.games.okey101.problems import find_errors
from rules.games.okey101.switches import LevelMatch
from rules.hands import HandReport, Opening, Rack, SeatReport
from scoring.enums import CallState, EntryKind
from scoring.ledger import refusals
from scoring.ledger.rulebooks import rules_of
from scoring.models import Call, Entry, Hand
from scoring.officials.domain import amendments, rulings
from scoring.officials.domain.rulings import AddedInfraction, FixedPoints, Replay
from scoring.play import walkovers
from scoring.play.ruling_authority import HandIsRuled, MayNotRule
from scoring.play.undo_hand import take_hand_back
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    phone_of,
    play_encounter,
    play_hand,
    play_of,
    report,
    rule,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import EncounterState, Role, SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def staff(tournament: Tournament, role: Role) -> Actor:
    return Actor(user=MembershipFactory.create(club=tournament.club, role=role).user)


def phone(encounter: Encounter) -> Actor:
    return phone_of(encounter.table)


def seats(entry: Entry, figure: str = "points") -> dict[str, int]:
    return dict(entry.seats.values_list("seat", figure))


def refused_report() -> HandReport:
    hand_report = report(finisher="B1")
    seats = {**hand_report.seats, "A1": SeatReport(Opening.SERIES, Rack(12, okeys=3))}
    return replace(hand_report, seats=seats)


# Fixed points


def test_fixed_points_keep_the_original_report(tournament, encounter):
    reported = play_hand(encounter, report(fouls=2)).entry
    referee = staff(tournament, Role.REFEREE)
    ruled = rule(encounter, fixed(-101, 60, 0, 250), reason=" İki okey\n birden ", by=referee).entry
    assert (ruled.kind, ruled.version, ruled.reason) == (EntryKind.RULING, 2, "İki okey birden")
    assert (ruled.user, ruled.void, ruled.report) == (referee.user, False, reported.report)
    assert seats(ruled) == {"A1": -101, "B1": 60, "A2": 0, "B2": 250}
    assert seats(ruled, "infractions")["A1"] == 2
    assert {line.rule for line in ruled.score_lines} == {"ruling"}
    assert not ruled.scored_by_rules
    assert play_of(encounter).current.result.totals == {"A": -101, "B": 310}


def test_invalid_hand_is_stored_by_a_ruling(tournament, encounter):
    invalid = refused_report()
    assert find_errors(invalid, rules_of(tournament.rule_book))
    ruled = rule(encounter, FixedPoints(fixed(100, -101, 0, 0).points, invalid), version=0).entry
    assert (ruled.version, ruled.kind, ruled.report) == (1, EntryKind.RULING, invalid.to_json())
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    assert play_of(encounter).current.next_deal == 2


def test_withdrawn_deal_accepts_a_ruling(encounter):
    play_hand(encounter)
    take_hand_back(encounter=encounter, match=1, deal=1, entry_key="k", by=CONSOLE, at=NOW)
    ruled = rule(encounter, FixedPoints(fixed(1, 2, 3, 4).points, report()), version=0).entry
    assert (ruled.version, ruled.kind) == (3, EntryKind.RULING)


def test_fixed_points_need_bounds_and_every_seat(encounter):
    play_hand(encounter)
    for points in (10_000, -10_000):
        with pytest.raises(rulings.PointsOutOfRange):
            rule(encounter, fixed(0, 0, 0, points))
    with pytest.raises(refusals.WrongSeating):
        rule(encounter, FixedPoints({"A1": 5}))
    assert Entry.objects.count() == 1
    rule(encounter, fixed(9999, -9999, 0, 0))


def test_fixed_points_count_as_no_202_in_level_matches(tournament):
    rules = replace(rules_of(tournament.rule_book), level_match=LevelMatch.FEWEST_UNOPENED)
    amendments.change_rules(tournament=tournament, rules=rules, by=CONSOLE, at=NOW)
    encounter = encounters_of(tournament)[0]
    unopened = replace(report(), seats={**report().seats, "B1": SeatReport(Opening.NONE)})
    play_hand(encounter, unopened)
    assert play_of(encounter).matches[0].hands[0].unopened == {"B": 1}
    rule(encounter, fixed(5, 5, 0, 0))
    assert play_of(encounter).matches[0].hands[0].unopened == {}


# Replayed hands


def test_replayed_hand_is_void_and_its_number_repeats(encounter):
    play_hand(encounter, report(fouls=1))
    before = play_of(encounter).current.next_number
    ruled = rule(encounter, Replay()).entry
    assert (ruled.void, set(seats(ruled).values())) == (True, {0})
    assert set(seats(ruled, "infractions").values()) == {0}
    assert (before, play_of(encounter).current.next_number) == (2, 1)
    assert play_of(encounter).current.next_deal == 2


def test_replaying_the_last_hand_reopens_the_encounter(encounter):
    play_encounter(encounter)
    rule(encounter, Replay(), deal=3)
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == SideLetter.A


# Infractions


def test_added_infraction_is_scored_by_the_rule_book(encounter):
    play_hand(encounter, report(points=(30, 40), fouls=1))
    ruled = rule(encounter, AddedInfraction("B1", "okey_discard", 2)).entry
    assert ruled.kind == EntryKind.RULING
    assert seats(ruled) == {"A1": 0, "B1": 30 + 202, "A2": 0, "B2": 40}
    assert seats(ruled, "infractions") == {"A1": 1, "B1": 2, "A2": 0, "B2": 0}
    assert ruled.scored_by_rules
    again = rule(encounter, AddedInfraction("A1", "okey_discard"), version=2).entry
    assert seats(again, "infractions")["A1"] == 2


def test_infraction_on_a_void_hand_does_not_count(encounter):
    play_hand(encounter, void_report())
    ruled = rule(encounter, AddedInfraction("B1", "okey_discard")).entry
    assert ruled.void
    assert set(seats(ruled, "infractions").values()) == {0}


def test_unknown_infraction_is_refused(encounter):
    play_hand(encounter)
    with pytest.raises(refusals.HandRefused):
        rule(encounter, AddedInfraction("B1", "spitting"))
    with pytest.raises(refusals.HandRefused):
        rule(encounter, AddedInfraction("B1", "okey_discard", -1))
    with pytest.raises(refusals.WrongSeating):
        rule(encounter, AddedInfraction("D1", "okey_discard"))
    with pytest.raises(rulings.TooManyInfractions):
        rule(encounter, AddedInfraction("B1", "okey_discard", 21))
    assert Entry.objects.count() == 1


def test_infraction_over_fixed_points_is_refused(encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4))
    with pytest.raises(rulings.PointsAreFixed):
        rule(encounter, AddedInfraction("B1", "okey_discard"), version=2)


# What a ruling asks for


@pytest.mark.parametrize("ruling", [Replay(), AddedInfraction("A1", "okey_discard"), fixed(1, 2, 3, 4)])
def test_unrecorded_hand_only_takes_fixed_points(encounter, ruling):
    with pytest.raises(rulings.NothingToRuleOn):
        rule(encounter, ruling, version=0)
    assert not Hand.objects.exists()


def test_missing_or_too_long_reason_is_refused(encounter):
    play_hand(encounter)
    with pytest.raises(rulings.RulingReasonMissing):
        rule(encounter, Replay(), reason=" \n")
    with pytest.raises(amendments.ReasonTooLong):
        rule(encounter, Replay(), reason="ş" * 201)


def test_only_referees_rule(tournament, encounter):
    play_hand(encounter)
    other_actors = [
        phone(encounter),
        staff(tournament, Role.SCOREKEEPER),
        staff(drawn_tournament(), Role.OWNER),
    ]
    for other in other_actors:
        with pytest.raises(MayNotRule):
            rule(encounter, Replay(), by=other)
    for version, role in enumerate((Role.REFEREE, Role.ORGANIZER, Role.OWNER), start=1):
        rule(encounter, Replay(), by=staff(tournament, role), version=version)


def test_ruling_over_an_outdated_version_is_refused(encounter):
    play_hand(encounter)
    correct(encounter, report(points=(31, 41)))
    with pytest.raises(refusals.HandChangedMeanwhile):
        rule(encounter, fixed(1, 2, 3, 4), version=1)
    with pytest.raises(refusals.NoSuchHand):
        rule(encounter, Replay(), version=3)
    with pytest.raises(refusals.HandAlreadyRecorded):
        rule(encounter, FixedPoints(fixed(1, 2, 3, 4).points, report()), version=0)


def test_ruling_under_a_walkover_is_refused(encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    with pytest.raises(refusals.DecidedByWalkover):
        rule(encounter, Replay())


def test_the_same_ruling_sent_again_is_stored_once(encounter):
    play_hand(encounter)
    all_rulings: list[rulings.Ruling] = [fixed(1, 2, 3, 4), Replay(), AddedInfraction("B2", "okey_discard")]
    for ruling in all_rulings:
        key, version = uuid.uuid4().hex, Hand.objects.get().entries.count()
        if isinstance(ruling, AddedInfraction):
            correct(encounter, report(), version=version)
            version += 1
        first = rule(encounter, ruling, version=version, entry_key=key)
        again = rule(encounter, ruling, version=version, entry_key=key)
        assert (again.entry, again.repeated) == (first.entry, True)


def test_the_same_key_with_another_ruling_is_refused(encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4), entry_key="one")
    for other in (fixed(1, 2, 3, 5), Replay()):
        with pytest.raises(refusals.EntryKeyReused):
            rule(encounter, other, entry_key="one")
    with pytest.raises(refusals.EntryKeyReused):
        rule(encounter, fixed(1, 2, 3, 4), entry_key="one", reason="Başka bir şey")


def test_later_play_is_kept_only_on_request(tournament):
    for group_encounter in encounters_of(tournament):
        play_encounter(group_encounter)
    semi = Encounter.objects.filter(stage__position=2, state=EncounterState.READY).order_by("pk").first()
    assert semi is not None
    play_hand(semi)
    group = semi.sides.get(letter="A").from_group
    encounter = next(
        group_encounter for group_encounter in encounters_of(tournament) if group_encounter.group == group
    )
    with pytest.raises(LaterPlayAffected):
        rule(encounter, Replay())
    assert rule(encounter, Replay(), keep_later_play=True).entry.void


def test_ruling_writes_one_log_row(tournament, encounter):
    play_hand(encounter)
    rows = LogRow.objects.count()
    rule(encounter, fixed(1, 2, 3, 4))
    row = LogRow.objects.order_by("pk").last()
    assert row is not None
    assert (LogRow.objects.count(), row.action) == (rows + 1, "hand_ruled")
    assert row.before
    assert "Taşlar görülmüş" in row.after


# Over a ruling


def test_only_a_referee_corrects_a_ruling(tournament, encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4))
    for other in (phone(encounter), staff(tournament, Role.SCOREKEEPER)):
        with pytest.raises(HandIsRuled):
            correct(encounter, report(), version=2, by=other)
    taken_back = correct(encounter, report(), version=2, by=staff(tournament, Role.REFEREE)).entry
    assert (taken_back.kind, taken_back.version) == (EntryKind.REPORT, 3)
    assert correct(encounter, report(points=(1, 2)), version=3, by=phone(encounter)).entry.version == 4


# From a call


def test_a_ruling_from_a_call_answers_it(tournament, encounter):
    entry = play_hand(encounter).entry
    call = Call.objects.create(table=encounter.table, hand=entry.hand, asked_at=NOW, question="?")
    referee = staff(tournament, Role.REFEREE)
    ruled = rule(encounter, Replay(), by=referee, call=call).entry
    call.refresh_from_db()
    assert (call.state, call.ruling, call.closed_by) == (CallState.CLOSED, ruled, referee.user)
    assert call.answer == ruled.reason


def test_call_answered_concurrently_keeps_its_answer(encounter):
    entry = play_hand(encounter).entry
    call = Call.objects.create(
        table=encounter.table, hand=entry.hand, asked_at=NOW, state=CallState.CLOSED, answer="Oynayın."
    )
    rule(encounter, Replay(), call=call)
    call.refresh_from_db()
    assert (call.answer, call.ruling) == ("Oynayın.", None)


def test_a_refused_ruling_leaves_its_call_open(encounter):
    entry = play_hand(encounter).entry
    call = Call.objects.create(table=encounter.table, hand=entry.hand, asked_at=NOW)
    with pytest.raises(rulings.PointsOutOfRange):
        rule(encounter, fixed(0, 0, 0, 10_000), call=call)
    call.refresh_from_db()
    assert call.state == CallState.OPEN
