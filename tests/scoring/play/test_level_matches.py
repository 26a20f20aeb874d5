from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import LevelMatch
from rules.hands import HandReport
from scoring.models import Match
from scoring.officials.domain import amendments
from scoring.play import walkovers
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    open_tournament,
    play_hand,
    play_of,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import uneven_report
from tournaments.draws.domain import draw
from tournaments.enums import EncounterState, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def encounter() -> Encounter:
    tournament = open_tournament(pairs=8)
    rules = replace(rule_set("101-pairs"), level_match=LevelMatch.FEWEST_UNOPENED)
    amendments.change_rules(tournament=tournament, rules=rules, by=CONSOLE, at=NOW)
    draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    return encounters_of(tournament)[0]


def spared_report() -> HandReport:
    """Return a hand that B1 finishes at 101; A pays 51 and 50; the 202 of B1's partner is cancelled."""
    seats: dict[str, Any] = {"B1": {"opening": "series"}, "B2": {"opening": "none"}}
    seats |= {
        seat: {"opening": "series", "rack": {"points": points}} for seat, points in (("A1", 51), ("A2", 50))
    }
    return parse_report({"outcome": "finished", "finisher": "B1", "seats": seats})


def test_last_hand_decides_a_level_match_by_202s(encounter):
    play_hand(encounter, level_report())
    play_hand(encounter, uneven_report())
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    play_hand(encounter, level_report())
    encounter.refresh_from_db()
    assert (encounter.winner, Match.objects.get().winner) == ("B", "B")
    result = play_of(encounter).matches[0].result
    assert (result.winner, result.by_fewest_unopened, result.unopened) == ("B", True, {"A": 5, "B": 4})


def test_equal_202s_need_an_extra_hand(encounter):
    for _hand in range(3):
        play_hand(encounter, level_report())
    current = play_of(encounter).current
    assert (current.result.level, current.next_number) == (True, 4)
    play_hand(encounter, uneven_report())
    encounter.refresh_from_db()
    assert encounter.winner == "B"


def test_202_cancelled_by_the_partner_does_not_count(encounter):
    """Both sides pay 0 in sum; A has one 202, B's was cancelled."""
    play_hand(encounter, report(finisher="A1", points=(51, 50)))
    play_hand(encounter, spared_report())
    play_hand(encounter, uneven_report())
    encounter.refresh_from_db()
    assert play_of(encounter).matches[0].result.unopened == {"A": 1, "B": 0}
    assert encounter.winner == "B"


def test_correction_of_202s_turns_a_level_match(encounter):
    for hand_report in (uneven_report(), level_report(), level_report()):
        play_hand(encounter, hand_report)
    correct(encounter, level_report())
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.state) == (None, EncounterState.PLAYING)
    correct(encounter, uneven_report(), version=2)
    encounter.refresh_from_db()
    assert encounter.winner == "B"


def test_match_after_a_walkover_taken_back_is_decided_by_202s(encounter):
    for hand_report in (uneven_report(), level_report()):
        play_hand(encounter, hand_report)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    walkovers.take_walkover_back(encounter=encounter, change=Change(CONSOLE, NOW))
    play_hand(encounter, level_report())
    encounter.refresh_from_db()
    assert encounter.winner == "B"


def test_202s_are_not_read_in_rule_sets_with_extra_hands():
    encounter = encounters_of(drawn_tournament())[0]
    for _hand in range(3):
        play_hand(encounter, uneven_report())
    encounter.refresh_from_db()
    assert (encounter.winner, encounter.state) == (None, EncounterState.PLAYING)
    with CaptureQueriesContext(connection) as queries:
        assert play_of(encounter).current.result.level
    assert [query for query in queries.captured_queries if '"lines"' in query["sql"]] == []
