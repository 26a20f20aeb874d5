from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import MultiplierRule, OkeyLeft, PartnerCancels
from scoring.enums import EntryKind
from scoring.ledger import refusals, rule_history
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry, EntrySeat, Hand
from scoring.officials.domain import amendments, rulings
from scoring.play import walkovers
from tests.factories import (
    NOW,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    open_tournament,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import (
    FLAT,
    amend,
    change,
    play_turning_hands,
    preview,
    rules,
    stored_state,
    turning_hands,
)
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, RuleBook, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


# Before the first hand


def test_rules_change_freely_before_the_first_hand(tournament):
    before = tournament.rule_book
    counter = tournament.counter
    change(tournament, rules(tournament, **FLAT))
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book).multiplier is MultiplierRule.NONE
    assert RuleBook.objects.filter(pk=before.pk).exists()
    assert tournament.counter == counter + 1
    row = LogRow.objects.get(action="rules_changed")
    assert json.loads(row.before) == {"rule_set": "101-pairs", "digest": before.digest}
    assert json.loads(row.after) == {
        "rule_set": "101-pairs",
        "digest": tournament.rule_book.digest,
        "switches": {"multiplier": ["product", "none"]},
    }


def test_concurrent_change_of_rules_is_refused(tournament):
    seen = tournament.rule_book.digest
    change(tournament, rules(tournament, **FLAT))
    before = stored_state(tournament)
    other = rules(tournament, okey_left=OkeyLeft.ONCE)
    with pytest.raises(amendments.RulesChangedMeanwhile):
        amendments.change_rules(tournament=tournament, rules=other, edited_digest=seen, by=CONSOLE, at=NOW)
    assert stored_state(tournament) == before
    now = tournament.rule_book.digest
    amendments.change_rules(tournament=tournament, rules=other, edited_digest=now, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book) == other


def test_rule_set_can_change_while_entries_are_open():
    tournament = open_tournament(pairs=8)
    change(tournament, rule_set("101-rising"))
    tournament.refresh_from_db()
    assert tournament.rule_book.rule_set_id == "101-rising"


def test_saving_the_same_rules_writes_nothing(tournament):
    before = stored_state(tournament)
    change(tournament, rules(tournament))
    assert stored_state(tournament) == before


def test_rules_are_frozen_after_the_first_hand(tournament, encounter):
    assert amendments.may_change_rules(tournament)
    play_hand(encounter, void_report())
    assert not amendments.may_change_rules(tournament)
    before = stored_state(tournament)
    for other in (rules(tournament, **FLAT), rules(tournament)):
        with pytest.raises(amendments.RulesFrozen):
            change(tournament, other)
    assert stored_state(tournament) == before


def test_walkover_does_not_freeze_the_rules(tournament, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    change(tournament, rules(tournament, **FLAT))


def test_hands_are_scored_by_the_changed_rules(tournament, encounter):
    change(tournament, rules(tournament, **FLAT))
    entry = play_hand(encounter, turning_hands()[0]).entry
    tournament.refresh_from_db()
    assert (entry.multiplier, entry.rule_book) == (1, tournament.rule_book)


# Hands


@pytest.mark.postgres
def test_only_changed_hands_get_a_version_by_the_new_book(tournament, encounter):
    changes, stays = turning_hands()[:2]
    old = play_hand(encounter, changes).entry
    unchanged = play_hand(encounter, stays).entry
    by = Actor(user=UserFactory.create(), device="laptop")
    amendment = amend(tournament, by=by, **FLAT)
    tournament.refresh_from_db()
    new = Entry.objects.get(current_of__deal=1)
    assert Entry.objects.get(current_of__deal=2) == unchanged
    assert (new.version, new.kind, new.report) == (2, EntryKind.REPORT, old.report)
    assert (new.rule_book, new.user, new.device) == (tournament.rule_book, by.user, "laptop")
    assert (new.reason, new.received_at, new.entered_at) == ("Yanlış kural kitabı", NOW, None)
    assert (new.multiplier, old.multiplier) == (1, 4)
    points = {seat.seat: seat.points for seat in EntrySeat.objects.filter(entry=new)}
    assert points == {"A1": -101, "B1": 5, "A2": 0, "B2": 5}
    assert Entry.objects.get(pk=old.pk).lines == old.lines
    assert (amendment.judged_count, len(amendment.hands)) == (2, 1)
    [hand] = amendment.hands
    assert (hand.encounter, hand.match, hand.deal, hand.number) == (encounter, 1, 1, 1)
    assert (hand.before.totals, hand.after.totals) == ({"A": -404, "B": 40}, {"A": -101, "B": 10})
    assert not hand.has_same_totals


def test_new_version_keeps_its_players(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    encounter.sides.update(swapped=True)
    amend(tournament, **FLAT)
    new = Entry.objects.get(version=2)
    seated = [list(entry.seats.order_by("seat").values_list("seat", "player")) for entry in (old, new)]
    assert seated[0] == seated[1]


@pytest.mark.postgres
def test_new_versions_extend_the_hash_chain_of_their_match(tournament, encounter):
    for hand_report in (*turning_hands()[:2], turning_hands()[0]):
        play_hand(encounter, hand_report)
    other = encounters_of(tournament)[1]
    first = play_hand(other, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    chain = list(Entry.objects.filter(hand__match__encounter=encounter).order_by("pk"))
    assert [entry.previous_hash for entry in chain] == ["", *(entry.hash for entry in chain[:-1])]
    assert [(entry.hand.deal, entry.version) for entry in chain[3:]] == [(1, 2), (3, 2)]
    assert Entry.objects.get(hand__match__encounter=other, version=2).previous_hash == first.hash
    assert correct(encounter, report(), deal=2).entry.previous_hash == chain[-1].hash


def test_key_of_a_version_names_the_replaced_one(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    assert Entry.objects.get(version=2).entry_key == f"amended:{old.public_id.hex}"


def test_reverted_amendment_scores_as_before(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    amend(tournament, multiplier=MultiplierRule.PRODUCT)
    newest = Entry.objects.get(version=3)
    assert (newest.lines, newest.multiplier, newest.rule_book) == (old.lines, old.multiplier, old.rule_book)
    assert RuleBook.objects.count() == 2


def test_hand_is_compared_by_the_book_that_scored_it(tournament, encounter):
    """Neither amendment affects this hand: its first version by the first book stays."""
    entry = play_hand(encounter).entry
    amend(tournament, **FLAT)
    tournament.refresh_from_db()
    assert tournament.rule_book != entry.rule_book
    assert amend(tournament, multiplier=MultiplierRule.HIGHEST).hands == []
    assert Entry.objects.get() == entry


def test_changed_explanation_alone_makes_a_version(tournament, encounter):
    seats = {"A1": {"opening": "series"}, "A2": {"opening": "series", "rack": {"points": 9, "okeys": 1}}}
    opponents = {seat: {"opening": "series", "rack": {"points": 20}} for seat in ("B1", "B2")}
    play_hand(encounter, parse_report({"outcome": "finished", "finisher": "A1", "seats": seats | opponents}))
    [hand] = amend(tournament, okey_left=OkeyLeft.NONE).hands
    assert hand.has_same_totals
    assert Entry.objects.get(version=2).lines != Entry.objects.get(version=1).lines


def test_rescored_hand_is_listed_by_its_displayed_number(tournament, encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    play_hand(encounter, void_report())
    play_hand(encounter, turning_hands()[0])
    [hand] = preview(tournament, **FLAT).hands
    assert (hand.deal, hand.number) == (4, 2)


@pytest.mark.parametrize("ruling", [fixed(5, 10, 15, 20), rulings.Replay()])
def test_fixed_points_and_replays_are_never_rescored(tournament, encounter, ruling):
    hand = play_hand(encounter, turning_hands()[0]).entry.hand
    ruled = rule(encounter, ruling).entry
    amendment = amend(tournament, **FLAT)
    assert (amendment.judged_count, amendment.ruled_count, amendment.hands) == (0, 1, [])
    assert Hand.objects.get(pk=hand.pk).current == ruled


def test_added_infraction_is_rescored_and_stays_a_ruling(tournament, encounter):
    hand = play_hand(encounter, turning_hands()[0]).entry.hand
    rule(encounter, rulings.AddedInfraction("B1", "okey_discard"))
    amendment = amend(tournament, **FLAT)
    current = Hand.objects.get(pk=hand.pk).current
    assert current is not None
    assert (amendment.judged_count, amendment.ruled_count, len(amendment.hands)) == (1, 0, 1)
    assert amendment.hands[0].ruling
    assert (current.version, current.kind) == (3, EntryKind.RULING)
    assert dict(current.seats.values_list("seat", "infractions"))["B1"] == 1
    assert current.seats.get(seat="B1").points == 5 + 101


# Requirements and log of an amendment


@pytest.mark.parametrize("reason", ["", "   "])
def test_an_amendment_needs_a_reason(tournament, encounter, reason):
    play_hand(encounter)
    with pytest.raises(refusals.ReasonMissing):
        amend(tournament, reason=reason, **FLAT)


def test_too_long_reason_is_refused(tournament, encounter):
    play_hand(encounter, turning_hands()[0])
    with pytest.raises(amendments.ReasonTooLong):
        amend(tournament, reason="ş" * 201, **FLAT)
    amend(tournament, reason=" " + "ş" * 200, **FLAT)
    assert Entry.objects.get(version=2).reason == "ş" * 200


def test_amending_to_another_rule_set_is_refused(tournament, encounter):
    play_hand(encounter)
    with pytest.raises(refusals.OtherRuleSet):
        amendments.preview_amendment(tournament=tournament, rules=rule_set("101-rising"))


def test_amending_with_the_same_rules_changes_nothing(tournament, encounter):
    play_hand(encounter)
    before = stored_state(tournament)
    assert preview(tournament).is_empty
    assert amend(tournament).is_empty
    assert stored_state(tournament) == before


def test_amendment_writes_one_log_row_and_one_counter_step(tournament, encounter):
    play_turning_hands(encounter)
    tournament.refresh_from_db()
    old, counter, rows = tournament.rule_book, tournament.counter, LogRow.objects.count()
    versions = dict(tournament.stages.values_list("pk", "ledger_version"))
    amend(tournament, **FLAT)
    tournament.refresh_from_db()
    assert tournament.counter == counter + 1
    assert LogRow.objects.count() == rows + 1
    row = LogRow.objects.get(action="rules_amended")
    assert json.loads(row.before) == {"rule_set": "101-pairs", "digest": old.digest}
    assert json.loads(row.after) == {
        "rule_set": "101-pairs",
        "digest": tournament.rule_book.digest,
        "switches": {"multiplier": ["product", "none"]},
        "reason": "Yanlış kural kitabı",
        "hands": 1,
        "later_play_stands": False,
        "look_again": [],
    }
    assert dict(tournament.stages.values_list("pk", "ledger_version")) == {
        pk: version + 1 for pk, version in versions.items()
    }


def test_hands_to_check_are_logged_with_the_amendment(tournament, encounter):
    play_hand(encounter)
    amend(tournament, partner_cancels=PartnerCancels.NOTHING)
    (row,) = rule_history.rule_changes_of(tournament)
    assert row.hands_to_review == [(str(encounter.public_id), 1, 1)]


def test_amendment_requests_new_standings(tournament, encounter, django_capture_on_commit_callbacks):
    play_turning_hands(encounter)
    with django_capture_on_commit_callbacks() as callbacks:
        amend(tournament, **FLAT)
    assert len(callbacks) == 1


def test_history_lists_changes_of_rules_newest_first(tournament, encounter):
    assert rule_history.rule_changes_of(tournament) == []
    change(tournament, rules(tournament, unopened_cap=404))
    play_hand(encounter, turning_hands()[0])
    by = Actor(user=UserFactory.create())
    amend(tournament, by=by, reason="Katlar sayılmayacaktı", **FLAT)
    with CaptureQueriesContext(connection) as queries:
        amended, changed = rule_history.rule_changes_of(tournament)
        assert amended.user == by.user
    assert len(queries) == 1
    assert (amended.is_amendment, amended.at, amended.reason) == (True, NOW, "Katlar sayılmayacaktı")
    assert (amended.switches, amended.hands) == ({"multiplier": ["product", "none"]}, 1)
    assert (changed.is_amendment, changed.user, changed.reason, changed.hands) == (False, None, "", 0)
    assert (changed.switches, changed.rule_set) == ({"unopened_cap": [None, 404]}, "101-pairs")


def test_other_tournaments_are_unaffected(tournament, encounter):
    other = drawn_tournament()
    mine, theirs = (
        play_hand(encounters_of(played)[0], turning_hands()[0]).entry for played in (tournament, other)
    )
    amend(tournament, **FLAT)
    other.refresh_from_db()
    assert other.rule_book == theirs.rule_book == mine.rule_book
    assert Hand.objects.get(pk=theirs.hand_id).current == theirs
    assert rule_history.rule_changes_of(other) == []
