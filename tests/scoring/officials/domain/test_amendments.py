"""Other rules for a tournament: before its first hand, and after it with everything that leaves."""

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
from tests.kept import kept
from tests.scoring.officials.domain.amending import (
    FLAT,
    amend,
    change,
    play_turning,
    preview,
    rules,
    stored,
    turning_hands,
)
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, RuleBook, Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


# Before the first hand


def test_rules_are_changed_freely_before_the_first_hand(tournament):
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


def test_a_change_of_rules_that_others_changed_meanwhile_is_refused(tournament):
    seen = tournament.rule_book.digest
    change(tournament, rules(tournament, **FLAT))
    before = stored(tournament)
    other = rules(tournament, okey_left=OkeyLeft.ONCE)
    with pytest.raises(amendments.RulesChangedMeanwhile):
        amendments.change_rules(tournament=tournament, rules=other, seen=seen, by=CONSOLE, at=NOW)
    assert stored(tournament) == before
    now = tournament.rule_book.digest
    amendments.change_rules(tournament=tournament, rules=other, seen=now, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book) == other


def test_another_rule_set_can_be_chosen_while_entries_are_open():
    tournament = open_tournament(pairs=8)
    change(tournament, rule_set("101-rising"))
    tournament.refresh_from_db()
    assert tournament.rule_book.rule_set_id == "101-rising"


def test_the_same_rules_again_leave_no_trace(tournament):
    before = stored(tournament)
    change(tournament, rules(tournament))
    assert stored(tournament) == before


def test_after_the_first_hand_rules_are_frozen(tournament, encounter):
    assert amendments.may_change_rules(tournament)
    play_hand(encounter, void_report())
    assert not amendments.may_change_rules(tournament)
    before = stored(tournament)
    for other in (rules(tournament, **FLAT), rules(tournament)):
        with pytest.raises(amendments.RulesFrozen):
            change(tournament, other)
    assert stored(tournament) == before


def test_a_walkover_is_no_hand(tournament, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, by=CONSOLE, at=NOW)
    change(tournament, rules(tournament, **FLAT))


def test_hands_are_scored_by_the_rules_that_were_put_in_place(tournament, encounter):
    change(tournament, rules(tournament, **FLAT))
    entry = play_hand(encounter, turning_hands()[0]).entry
    tournament.refresh_from_db()
    assert (entry.multiplier, entry.rule_book) == (1, tournament.rule_book)


# Hands


@pytest.mark.both_databases
def test_a_hand_that_differs_gets_a_version_by_the_new_book_and_the_others_stay(tournament, encounter):
    changes, stays = turning_hands()[:2]
    old = play_hand(encounter, changes).entry
    kept = play_hand(encounter, stays).entry
    by = Actor(user=UserFactory.create(), device="laptop")
    amendment = amend(tournament, by=by, **FLAT)
    tournament.refresh_from_db()
    new = Entry.objects.get(current_of__deal=1)
    assert Entry.objects.get(current_of__deal=2) == kept
    assert (new.version, new.kind, new.report) == (2, EntryKind.REPORT, old.report)
    assert (new.rule_book, new.user, new.device) == (tournament.rule_book, by.user, "laptop")
    assert (new.reason, new.received_at, new.entered_at) == ("Yanlış kural kitabı", NOW, None)
    assert (new.multiplier, old.multiplier) == (1, 4)
    points = {seat.seat: seat.points for seat in EntrySeat.objects.filter(entry=new)}
    assert points == {"A1": -101, "B1": 5, "A2": 0, "B2": 5}
    assert Entry.objects.get(pk=old.pk).lines == old.lines
    assert (amendment.judged, len(amendment.hands)) == (2, 1)
    [hand] = amendment.hands
    assert (hand.encounter, hand.match, hand.deal, hand.number) == (encounter, 1, 1, 1)
    assert (hand.before.totals, hand.after.totals) == ({"A": -404, "B": 40}, {"A": -101, "B": 10})
    assert not hand.same_figures


def test_players_stay_those_who_sat_there(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    encounter.sides.update(swapped=True)
    amend(tournament, **FLAT)
    new = Entry.objects.get(version=2)
    seated = [list(entry.seats.order_by("seat").values_list("seat", "player")) for entry in (old, new)]
    assert seated[0] == seated[1]


@pytest.mark.both_databases
def test_new_versions_go_on_with_the_chain_of_their_match(tournament, encounter):
    for said in (*turning_hands()[:2], turning_hands()[0]):
        play_hand(encounter, said)
    other = encounters_of(tournament)[1]
    first = play_hand(other, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    chain = list(Entry.objects.filter(hand__match__encounter=encounter).order_by("pk"))
    assert [entry.previous_hash for entry in chain] == ["", *(entry.hash for entry in chain[:-1])]
    assert [(entry.hand.deal, entry.version) for entry in chain[3:]] == [(1, 2), (3, 2)]
    assert Entry.objects.get(hand__match__encounter=other, version=2).previous_hash == first.hash
    assert correct(encounter, report(), deal=2).entry.previous_hash == chain[-1].hash


def test_the_key_of_a_version_names_the_one_it_replaces(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    assert Entry.objects.get(version=2).entry_key == f"amended:{old.public_id.hex}"


def test_an_amendment_that_is_taken_back_scores_as_before(tournament, encounter):
    old = play_hand(encounter, turning_hands()[0]).entry
    amend(tournament, **FLAT)
    amend(tournament, multiplier=MultiplierRule.PRODUCT)
    newest = Entry.objects.get(version=3)
    assert (newest.lines, newest.multiplier, newest.rule_book) == (old.lines, old.multiplier, old.rule_book)
    assert RuleBook.objects.count() == 2


def test_a_hand_is_compared_by_the_book_that_scored_it(tournament, encounter):
    """Two amendments that this hand does not mind: the first version stands, by the first book."""
    entry = play_hand(encounter).entry
    amend(tournament, **FLAT)
    tournament.refresh_from_db()
    assert tournament.rule_book != entry.rule_book
    assert amend(tournament, multiplier=MultiplierRule.HIGHEST).hands == []
    assert Entry.objects.get() == entry


def test_an_explanation_alone_is_reason_for_a_version(tournament, encounter):
    seats = {"A1": {"opening": "series"}, "A2": {"opening": "series", "rack": {"points": 9, "okeys": 1}}}
    others = {seat: {"opening": "series", "rack": {"points": 20}} for seat in ("B1", "B2")}
    play_hand(encounter, parse_report({"outcome": "finished", "finisher": "A1", "seats": seats | others}))
    [hand] = amend(tournament, okey_left=OkeyLeft.NONE).hands
    assert hand.same_figures
    assert Entry.objects.get(version=2).lines != Entry.objects.get(version=1).lines


def test_the_number_of_a_hand_is_the_one_it_bears(tournament, encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    play_hand(encounter, void_report())
    play_hand(encounter, turning_hands()[0])
    [hand] = preview(tournament, **FLAT).hands
    assert (hand.deal, hand.number) == (4, 2)


@pytest.mark.parametrize("ruling", [fixed(5, 10, 15, 20), rulings.Replay()])
def test_what_a_referee_fixed_or_had_replayed_is_never_scored_anew(tournament, encounter, ruling):
    hand = play_hand(encounter, turning_hands()[0]).entry.hand
    ruled = rule(encounter, ruling).entry
    amendment = amend(tournament, **FLAT)
    assert (amendment.judged, amendment.ruled, amendment.hands) == (0, 1, [])
    assert Hand.objects.get(pk=hand.pk).current == ruled


def test_a_hand_with_an_infraction_that_a_referee_added_is_scored_anew_and_stays_a_ruling(
    tournament, encounter
):
    hand = play_hand(encounter, turning_hands()[0]).entry.hand
    rule(encounter, rulings.AddedInfraction("B1", "okey_discard"))
    amendment = amend(tournament, **FLAT)
    current = Hand.objects.get(pk=hand.pk).current
    assert current is not None
    assert (amendment.judged, amendment.ruled, len(amendment.hands)) == (1, 0, 1)
    assert amendment.hands[0].ruling
    assert (current.version, current.kind) == (3, EntryKind.RULING)
    assert dict(current.seats.values_list("seat", "infractions"))["B1"] == 1
    assert current.seats.get(seat="B1").points == 5 + 101


# What an amendment asks for, and leaves behind


@pytest.mark.parametrize("reason", ["", "   "])
def test_an_amendment_needs_a_reason(tournament, encounter, reason):
    play_hand(encounter)
    with pytest.raises(refusals.ReasonMissing):
        amend(tournament, reason=reason, **FLAT)


def test_a_reason_fits_into_its_place(tournament, encounter):
    play_hand(encounter, turning_hands()[0])
    with pytest.raises(amendments.ReasonTooLong):
        amend(tournament, reason="ş" * 201, **FLAT)
    amend(tournament, reason=" " + "ş" * 200, **FLAT)
    assert Entry.objects.get(version=2).reason == "ş" * 200


def test_an_amendment_stays_with_the_rule_set(tournament, encounter):
    play_hand(encounter)
    with pytest.raises(refusals.OtherRuleSet):
        amendments.preview_amendment(tournament=tournament, rules=rule_set("101-rising"))


def test_the_same_rules_amend_nothing(tournament, encounter):
    play_hand(encounter)
    before = stored(tournament)
    assert preview(tournament).empty
    assert amend(tournament).empty
    assert stored(tournament) == before


def test_an_amendment_is_one_row_of_the_log_and_one_step_of_the_counter(tournament, encounter):
    play_turning(encounter)
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


def test_hands_to_look_at_again_are_kept_with_the_amendment(tournament, encounter):
    play_hand(encounter)
    amend(tournament, partner_cancels=PartnerCancels.NOTHING)
    (row,) = rule_history.history(tournament)
    assert row.look_again == [(str(encounter.public_id), 1, 1)]


def test_standings_are_asked_for_as_after_a_correction(
    tournament, encounter, django_capture_on_commit_callbacks
):
    play_turning(encounter)
    with django_capture_on_commit_callbacks() as asked:
        amend(tournament, **FLAT)
    assert len(asked) == 1


def test_the_history_tells_every_change_of_the_rules_newest_first(tournament, encounter):
    assert rule_history.history(tournament) == []
    change(tournament, rules(tournament, unopened_cap=404))
    play_hand(encounter, turning_hands()[0])
    by = Actor(user=UserFactory.create())
    amend(tournament, by=by, reason="Katlar sayılmayacaktı", **FLAT)
    with CaptureQueriesContext(connection) as queries:
        amended, changed = rule_history.history(tournament)
        assert amended.user == by.user
    assert len(queries) == 1
    assert (amended.amended, amended.at, amended.reason) == (True, NOW, "Katlar sayılmayacaktı")
    assert (amended.switches, amended.hands) == ({"multiplier": ["product", "none"]}, 1)
    assert (changed.amended, changed.user, changed.reason, changed.hands) == (False, None, "", 0)
    assert (changed.switches, changed.rule_set) == ({"unopened_cap": [None, 404]}, "101-pairs")


def test_other_tournaments_stay_as_they_are(tournament, encounter):
    other = drawn_tournament()
    mine, theirs = (play_hand(encounters_of(one)[0], turning_hands()[0]).entry for one in (tournament, other))
    amend(tournament, **FLAT)
    other.refresh_from_db()
    assert other.rule_book == theirs.rule_book == mine.rule_book
    assert Hand.objects.get(pk=theirs.hand_id).current == theirs
    assert rule_history.history(other) == []
