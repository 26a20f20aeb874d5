from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from rules.games.okey_points.reports import HandReport, parse_report
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.games.okey_task.reports import parse_report as parse_task
from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.ledger.rulebooks import report_of, rules_of
from scoring.models import Entry
from scoring.officials.domain import amendments
from scoring.officials.domain.rulings import FixedPoints
from scoring.standings import standings_cache
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
    play_of,
    rule,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import amend, change, preview, rules, stored_state
from tests.scoring.play.test_open_length import (
    LARGE,
    OPEN,
    SMALL,
    correct_current_hand,
    counting,
    stages,
    winner,
    won_hand,
)
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = pytest.mark.django_db

SHOWN = won_hand("B1", indicator_shown_by="A2")
"""A pays 2, B pays 1 for the indicator."""
LAST = won_hand(indicator_shown_by="A2")
"""B pays 2, and 1 for the indicator unless it has fewer than 3 points left."""


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def play_to_the_end(encounter: Encounter) -> None:
    for hand_report in (LARGE, SHOWN, LAST):
        play_hand(encounter, hand_report)
    assert winner(encounter) == "A"


def paid_by_b(encounter: Encounter) -> list[int]:
    (match,) = play_of(encounter).matches
    return [hand.totals["B"] for hand in match.hands]


def last_line(encounter: Encounter, deal: int) -> str:
    entry = Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=deal)
    return [line.rule for line in entry.score_lines if line.seat == "B"][-1]


def differences(tournament: Tournament) -> str:
    for stage in tournament.stages.exclude(drawn_at=None):
        standings_cache.rebuild(stage=stage, at=NOW)
    out = StringIO()
    call_command("rebuild_standings", "--check", str(tournament.public_id), stdout=out, stderr=out)
    return out.getvalue()


def test_match_reopens_when_the_indicator_stops_counting(tournament, encounter):
    play_to_the_end(encounter)
    before = stored_state(tournament)
    seen = preview(tournament, indicator_shown=False)
    assert stored_state(tournament) == before
    assert [(hand.deal, hand.before.totals["B"], hand.after.totals["B"]) for hand in seen.hands] == [
        (2, 1, 0),
        (3, 3, 2),
    ]
    (turned,) = seen.effects.encounters
    assert (turned.encounter, turned.before, turned.after) == (encounter, "A", None)
    assert [(match.before, match.after) for match in seen.effects.matches] == [("A", None)]

    amendment = amend(tournament, indicator_shown=False)
    assert (len(amendment.hands), amendment.hands_to_review) == (2, [])
    assert winner(encounter) is None
    assert paid_by_b(encounter) == [16, 0, 2]
    play_hand(encounter, SMALL)
    assert winner(encounter) == "A"
    assert verify(tournament).discrepancies == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_shown_indicator_stays_recorded_and_counts_again_after_reverting_the_rules(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    entry = Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=2)
    report = report_of(entry)
    assert isinstance(report, HandReport)
    assert (report.indicator_shown_by, entry.version, entry.reason) == ("A2", 2, "Yanlış kural kitabı")
    amend(tournament, indicator_shown=True)
    assert winner(encounter) == "A"
    assert paid_by_b(encounter) == [16, 1, 3]
    assert verify(tournament).discrepancies == []


def test_hand_rescored_by_a_correction_keeps_its_rule_book(tournament, encounter):
    for hand_report in (LARGE, SMALL, SHOWN):
        play_hand(encounter, hand_report)
    dearer = {**rules_of(tournament.rule_book).finishes, "pairs": 5}
    assert amend(tournament, finishes=dearer).hands == []
    correct(encounter, SMALL)
    assert paid_by_b(encounter) == [2, 2, 1]
    follows = Entry.objects.get(hand__match__encounter=encounter, hand__deal=3, version=2)
    tournament.refresh_from_db()
    assert follows.rule_book == tournament.rule_book
    assert verify(tournament).discrepancies == []


def test_new_hand_rejects_a_shown_indicator_that_does_not_count(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    with pytest.raises(refusals.HandRefused):
        play_hand(encounter, LAST)


def test_later_hands_are_scored_after_the_amended_cost_of_earlier_ones(tournament, encounter):
    """If the run costs 15 instead of 16, B has 3 points left and pays for the indicator."""
    for hand_report in (LARGE, SMALL, won_hand("B1", indicator_shown_by="A2")):
        play_hand(encounter, hand_report)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([16, 2, 0], "indicator_spared")
    cheaper = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 15}
    amendment = amend(tournament, finishes=cheaper)
    assert [hand.deal for hand in amendment.hands] == [1, 3]
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([15, 2, 1], "indicator_shown")
    assert verify(tournament).discrepancies == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_reported_points_before_the_hand_are_replaced_by_the_amended_ones(tournament, encounter):
    for hand_report in (LARGE, SMALL, won_hand("B1", indicator_shown_by="A2", before={"A": 0, "B": 18})):
        play_hand(encounter, hand_report)
    cheaper = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 15}
    amend(tournament, finishes=cheaper)
    assert last_line(encounter, 3) == "indicator_shown"


def test_hands_after_an_earlier_end_of_the_match_stop_counting(tournament, encounter):
    for hand_report in (LARGE, SMALL, won_hand("B1")):
        play_hand(encounter, hand_report)
    dearer = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 20}
    seen = preview(tournament, finishes=dearer)
    assert [turned.after for turned in seen.effects.encounters] == ["A"]
    assert counting(encounter) == [True, True, True]
    amend(tournament, finishes=dearer)
    assert winner(encounter) == "A"
    assert counting(encounter) == [True, False, False]
    assert differences(tournament).endswith(" 0 differences\n")
    with pytest.raises(refusals.EncounterIsDecided):
        play_hand(encounter, SMALL)
    amend(tournament, finishes=PRESETS["okey-countdown"].finishes)
    assert winner(encounter) is None
    assert counting(encounter) == [True, True, True]
    assert differences(tournament).endswith(" 0 differences\n")


def test_correction_after_an_amendment_uses_the_amended_rules(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    correct_current_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "A"
    assert paid_by_b(encounter) == [20, 0, 2]
    assert counting(encounter) == [True, False, False]
    assert verify(tournament).discrepancies == []


def finish(**finish_report: Any) -> HandReport:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    return parse_report({"outcome": "finished", "finisher": "A1", "finish": finish_report, "seats": seats})


def test_doubling_one_colour_doubles_recorded_hands():
    standard = drawn_tournament(rule_set_id="okey-standard", groups=2, stages=stages(OPEN))
    encounter = encounters_of(standard)[0]
    for hand_report in (finish(one_colour=True), finish(hand="one_colour_run"), finish()):
        play_hand(encounter, hand_report)
    assert paid_by_b(encounter) == [2, 2, 2]
    amendment = amend(standard, one_colour_doubles=OneColourDoubles.YES)
    assert paid_by_b(encounter) == [4, 4, 2]
    assert [(hand.deal, hand.new_warnings[0].message.en) for hand in amendment.hands_to_review] == [
        (3, "It was not asked whether all tiles were of one colour.")
    ]
    only = amend(standard, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
    assert paid_by_b(encounter) == [4, 2, 2]
    assert [hand.deal for hand in only.hands_to_review] == [1, 2, 3]
    assert verify(standard).discrepancies == []
    assert differences(standard).endswith(" 0 differences\n")


def test_fixed_points_are_kept_and_count_before_later_hands(tournament, encounter):
    """B has paid 16 for the run and 1 by ruling; its later cost depends on both."""
    for hand_report in (LARGE, SMALL, won_hand("B1", indicator_shown_by="A2")):
        play_hand(encounter, hand_report)
    rule(encounter, FixedPoints({"A": 0, "B": 1}), deal=2)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([16, 1, 1], "indicator_shown")
    dearer = {**rules_of(tournament.rule_book).finishes, "groups": 3, "one_colour_run": 17}
    seen = preview(tournament, finishes=dearer)
    assert (seen.judged_count, seen.ruled_count, [hand.deal for hand in seen.hands]) == (2, 1, [1, 3])
    amend(tournament, finishes=dearer)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([17, 1, 0], "indicator_spared")
    assert verify(tournament).discrepancies == []


def test_match_of_four_singles_reopens_after_an_amendment():
    tournament = singles_tournament(players=4, hands=None, rule_set_id="okey-countdown")
    encounter = encounters_of(tournament)[0]
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "C1", "D1")}
    for hand_report in (
        won_hand("A1", hand="pairs", last_tile="okey", seats=seats),
        won_hand("B1", hand="groups", seats=seats, indicator_shown_by="A1"),
        won_hand("A1", hand="groups", last_tile="okey", seats=seats, indicator_shown_by="B1"),
    ):
        play_hand(encounter, hand_report)
    (match,) = play_of(encounter).matches
    assert [hand.totals for hand in match.hands][1:] == [
        {"A": 2, "B": 1, "C": 3, "D": 3},
        {"A": 1, "B": 4, "C": 5, "D": 5},
    ]
    assert winner(encounter) == "A"
    seen = preview(tournament, indicator_shown=False)
    assert [turned.after for turned in seen.effects.encounters] == [None]
    assert [(place.before, place.after) for place in seen.effects.places] == [
        (1, None),
        (2, None),
        (3, None),
        (3, None),
    ]
    amend(tournament, indicator_shown=False)
    assert winner(encounter) is None
    (match,) = play_of(encounter).matches
    assert match.totals_before(4) == {"A": 2, "B": 16, "C": 18, "D": 18}
    assert verify(tournament).discrepancies == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_amending_the_cost_of_a_task_okey_infraction():
    tournament = drawn_tournament(rule_set_id="okey-task", groups=2)
    encounter = encounters_of(tournament)[0]
    fouled = {"opening": "series", "rack": {"points": 12}}
    hand_report = {
        "outcome": "finished",
        "finisher": "A1",
        "task": "seri_3",
        "seats": {
            "A1": {"opening": "series"},
            "B1": fouled | {"infractions": [{"code": "joker_exchanged", "count": 1}]},
            "A2": {"opening": "none", "rack": {"points": 40}},
            "B2": {"opening": "none", "rack": {"points": 30}},
        },
    }
    play_hand(encounter, parse_task(hand_report))
    assert paid_by_b(encounter) == [92]
    amend(tournament, infractions={"joker_exchanged": 0})
    assert paid_by_b(encounter) == [42]
    with pytest.raises(amendments.AmendmentRefused):
        preview(tournament, infractions={})
    row = LogRow.objects.get(action="rules_amended")
    assert json.loads(row.after)["switches"] == {
        "infractions": [{"joker_exchanged": 50}, {"joker_exchanged": 0}]
    }


def test_rules_of_another_game_are_refused():
    tournament = open_tournament(rule_set_id="okey-countdown", stages=stages(OPEN))
    change(tournament, PRESETS["okey-standard"])
    assert rules(tournament) == PRESETS["okey-standard"]
    for other in open_tournament(), open_tournament(rule_set_id="okey-task"):
        with pytest.raises(refusals.OtherRuleSet):
            change(tournament, rules(other))
