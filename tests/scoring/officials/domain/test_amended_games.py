"""Amendments in other games than 101: later hands are scored anew, matches un-end."""

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
from tests.kept import kept
from tests.scoring.officials.domain.amending import amend, change, preview, rules, stored
from tests.scoring.play.test_open_length import LARGE, OPEN, SMALL, counting, put, stages, winner, won
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = pytest.mark.django_db

SHOWN = won("B1", indicator_shown_by="A2")
"""A pays 2, and B 1 for the indicator."""
LAST = won(indicator_shown_by="A2")
"""B pays 2, and 1 for the indicator unless it has fewer than 3 points left."""


@kept
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def play_to_the_end(encounter: Encounter) -> None:
    """B pays 16, 1 and 3: the last point ends the match."""
    for said in (LARGE, SHOWN, LAST):
        play_hand(encounter, said)
    assert winner(encounter) == "A"


def paid_by_b(encounter: Encounter) -> list[int]:
    (match,) = play_of(encounter).matches
    return [hand.totals["B"] for hand in match.hands]


def last_line(encounter: Encounter, deal: int) -> str:
    entry = Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=deal)
    return [line.rule for line in entry.score_lines if line.seat == "B"][-1]


def differences(tournament: Tournament) -> str:
    """What `rebuild_standings --check` says once the worker has kept up."""
    for stage in tournament.stages.exclude(drawn_at=None):
        standings_cache.rebuild(stage=stage, at=NOW)
    out = StringIO()
    call_command("rebuild_standings", "--check", str(tournament.public_id), stdout=out, stderr=out)
    return out.getvalue()


def test_an_indicator_that_counts_no_more_un_ends_a_match(tournament, encounter):
    play_to_the_end(encounter)
    before = stored(tournament)
    seen = preview(tournament, indicator_shown=False)
    assert stored(tournament) == before
    assert [(hand.deal, hand.before.totals["B"], hand.after.totals["B"]) for hand in seen.hands] == [
        (2, 1, 0),
        (3, 3, 2),
    ]
    (turned,) = seen.effects.encounters
    assert (turned.encounter, turned.before, turned.after) == (encounter, "A", None)
    assert [(one.before, one.after) for one in seen.effects.matches] == [("A", None)]

    amendment = amend(tournament, indicator_shown=False)
    assert (len(amendment.hands), amendment.look_again) == (2, [])
    assert winner(encounter) is None
    assert paid_by_b(encounter) == [16, 0, 2]
    play_hand(encounter, SMALL)
    assert winner(encounter) == "A"
    assert verify(tournament).breaks == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_who_showed_it_stays_on_record_and_counts_again_if_the_rules_go_back(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    entry = Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=2)
    report = report_of(entry)
    assert isinstance(report, HandReport)
    assert (report.indicator_shown_by, entry.version, entry.reason) == ("A2", 2, "Yanlış kural kitabı")
    amend(tournament, indicator_shown=True)
    assert winner(encounter) == "A"
    assert paid_by_b(encounter) == [16, 1, 3]
    assert verify(tournament).breaks == []


def test_a_hand_that_follows_from_a_correction_names_the_rules_by_which_it_was_scored(tournament, encounter):
    for said in (LARGE, SMALL, SHOWN):
        play_hand(encounter, said)
    dearer = {**rules_of(tournament.rule_book).finishes, "pairs": 5}
    assert amend(tournament, finishes=dearer).hands == []
    correct(encounter, SMALL)
    assert paid_by_b(encounter) == [2, 2, 1]
    follows = Entry.objects.get(hand__match__encounter=encounter, hand__deal=3, version=2)
    tournament.refresh_from_db()
    assert follows.rule_book == tournament.rule_book
    assert verify(tournament).breaks == []


def test_a_new_hand_can_not_tell_of_it(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    with pytest.raises(refusals.HandRefused):
        play_hand(encounter, LAST)


def test_later_hands_are_scored_after_what_the_earlier_ones_cost_now(tournament, encounter):
    """With 15 instead of 16 for the run B has 3 points left when the indicator is shown, and pays for it."""
    for said in (LARGE, SMALL, won("B1", indicator_shown_by="A2")):
        play_hand(encounter, said)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([16, 2, 0], "indicator_spared")
    cheaper = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 15}
    amendment = amend(tournament, finishes=cheaper)
    assert [hand.deal for hand in amendment.hands] == [1, 3]
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([15, 2, 1], "indicator_shown")
    assert verify(tournament).breaks == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_a_report_that_tells_what_was_paid_before_counts_after_what_is_paid_now(tournament, encounter):
    for said in (LARGE, SMALL, won("B1", indicator_shown_by="A2", before={"A": 0, "B": 18})):
        play_hand(encounter, said)
    cheaper = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 15}
    amend(tournament, finishes=cheaper)
    assert last_line(encounter, 3) == "indicator_shown"


def test_an_amendment_that_ends_a_match_earlier_leaves_the_later_hands_out(tournament, encounter):
    for said in (LARGE, SMALL, won("B1")):
        play_hand(encounter, said)
    dearer = {**rules_of(tournament.rule_book).finishes, "one_colour_run": 20}
    seen = preview(tournament, finishes=dearer)
    assert [one.after for one in seen.effects.encounters] == ["A"]
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


def test_a_correction_after_an_amendment_goes_by_the_rules_of_then(tournament, encounter):
    play_to_the_end(encounter)
    amend(tournament, indicator_shown=False)
    put(encounter, won(hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "A"
    assert paid_by_b(encounter) == [20, 0, 2]
    assert counting(encounter) == [True, False, False]
    assert verify(tournament).breaks == []


def finish(**said: Any) -> HandReport:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    return parse_report({"outcome": "finished", "finisher": "A1", "finish": said, "seats": seats})


def test_one_colour_that_doubles_costs_stored_hands_twice_as_much():
    standard = drawn_tournament(rule_set_id="okey-standard", groups=2, stages=stages(OPEN))
    encounter = encounters_of(standard)[0]
    for said in (finish(one_colour=True), finish(hand="one_colour_run"), finish()):
        play_hand(encounter, said)
    assert paid_by_b(encounter) == [2, 2, 2]
    amendment = amend(standard, one_colour_doubles=OneColourDoubles.YES)
    assert paid_by_b(encounter) == [4, 4, 2]
    assert [(hand.deal, hand.doubts[0].message.en) for hand in amendment.look_again] == [
        (3, "Whether all tiles were of one colour was not asked then.")
    ]
    only = amend(standard, one_colour_doubles=OneColourDoubles.RED_AND_BLACK)
    assert paid_by_b(encounter) == [4, 2, 2]
    assert [hand.deal for hand in only.look_again] == [1, 2, 3]
    assert verify(standard).breaks == []
    assert differences(standard).endswith(" 0 differences\n")


def test_a_hand_that_a_referee_fixed_stands_and_later_hands_count_after_it(tournament, encounter):
    """B has 16 by the run, 1 by the referee and 1 left unpaid: what is spared depends on all of them."""
    for said in (LARGE, SMALL, won("B1", indicator_shown_by="A2")):
        play_hand(encounter, said)
    rule(encounter, FixedPoints({"A": 0, "B": 1}), deal=2)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([16, 1, 1], "indicator_shown")
    dearer = {**rules_of(tournament.rule_book).finishes, "groups": 3, "one_colour_run": 17}
    seen = preview(tournament, finishes=dearer)
    assert (seen.judged, seen.ruled, [hand.deal for hand in seen.hands]) == (2, 1, [1, 3])
    amend(tournament, finishes=dearer)
    assert (paid_by_b(encounter), last_line(encounter, 3)) == ([17, 1, 0], "indicator_spared")
    assert verify(tournament).breaks == []


def test_four_singles_go_on_when_an_amendment_un_ends_their_match():
    tournament = singles_tournament(players=4, hands=None, rule_set_id="okey-countdown")
    encounter = encounters_of(tournament)[0]
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "C1", "D1")}
    for said in (
        won("A1", hand="pairs", last_tile="okey", seats=seats),
        won("B1", hand="groups", seats=seats, indicator_shown_by="A1"),
        won("A1", hand="groups", last_tile="okey", seats=seats, indicator_shown_by="B1"),
    ):
        play_hand(encounter, said)
    (match,) = play_of(encounter).matches
    assert [hand.totals for hand in match.hands][1:] == [
        {"A": 2, "B": 1, "C": 3, "D": 3},
        {"A": 1, "B": 4, "C": 5, "D": 5},
    ]
    assert winner(encounter) == "A"
    seen = preview(tournament, indicator_shown=False)
    assert [one.after for one in seen.effects.encounters] == [None]
    assert [(one.before, one.after) for one in seen.effects.places] == [
        (1, None),
        (2, None),
        (3, None),
        (3, None),
    ]
    amend(tournament, indicator_shown=False)
    assert winner(encounter) is None
    (match,) = play_of(encounter).matches
    assert match.before(4) == {"A": 2, "B": 16, "C": 18, "D": 18}
    assert verify(tournament).breaks == []
    assert differences(tournament).endswith(" 0 differences\n")


def test_what_an_infraction_of_task_okey_costs_is_amended():
    tournament = drawn_tournament(rule_set_id="okey-task", groups=2)
    encounter = encounters_of(tournament)[0]
    fouled = {"opening": "series", "rack": {"points": 12}}
    said = {
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
    play_hand(encounter, parse_task(said))
    assert paid_by_b(encounter) == [92]
    amend(tournament, infractions={"joker_exchanged": 0})
    assert paid_by_b(encounter) == [42]
    with pytest.raises(amendments.AmendmentRefused):
        preview(tournament, infractions={})
    row = LogRow.objects.get(action="rules_amended")
    assert json.loads(row.after)["switches"] == {
        "infractions": [{"joker_exchanged": 50}, {"joker_exchanged": 0}]
    }


def test_a_tournament_stays_with_its_game():
    tournament = open_tournament(rule_set_id="okey-countdown", stages=stages(OPEN))
    change(tournament, PRESETS["okey-standard"])
    assert rules(tournament) == PRESETS["okey-standard"]
    for other in open_tournament(), open_tournament(rule_set_id="okey-task"):
        with pytest.raises(refusals.OtherRuleSet):
            change(tournament, rules(other))
