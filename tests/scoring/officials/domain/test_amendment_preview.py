from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.games.okey101.reports import parse_report
from rules.games.okey101.switches import MultiplierRule, OkeyLeft, PartnerCancels
from rules.hands import HandReport
from scoring.models import Hand, StandingsCache
from scoring.officials.domain import amendments
from scoring.play import walkovers
from scoring.play.later_play import LaterPlayChoice
from scoring.standings import standings_cache
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import (
    FLAT,
    amend,
    play_groups,
    preview,
    rules,
    stored_state,
    turning_hands,
    uneven_report,
)
from tournaments.draws.domain import draw
from tournaments.enums import SideLetter, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def all_turning(pairs: int, groups: int) -> Tournament:
    tournament = drawn_tournament(pairs=pairs, groups=groups)
    play_groups(tournament, lambda _encounter: True)
    return tournament


@module_fixture
def turning() -> Tournament:
    return all_turning(8, 2)


@module_fixture
def long_tournament() -> Tournament:
    tournament = open_tournament(pairs=8, groups=Length(best_of=5, hands=11))
    draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    return tournament


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


# Refused and doubtful hands


def test_refused_hands_are_all_listed_and_nothing_is_stored(tournament, encounter):
    other = encounters_of(tournament)[1]
    play_hand(encounter, report(fouls=1))
    play_hand(encounter)
    play_hand(other, void_report())
    play_hand(other, report(fouls=2))
    before = stored_state(tournament)
    fewer: dict[str, Any] = {"infractions": {"invalid_meld": 101}}
    with pytest.raises(amendments.AmendmentRefused) as refusal:
        preview(tournament, **fewer)
    assert [
        (hand.encounter, hand.match, hand.deal, hand.number, [problem.code for problem in hand.problems])
        for hand in refusal.value.hands
    ] == [(encounter, 1, 1, 1, ["unknown_infraction"]), (other, 1, 2, 1, ["unknown_infraction"])]
    with pytest.raises(amendments.AmendmentRefused):
        amend(
            tournament, seen=amendments._compute_state_digest(tournament, rules(tournament, **fewer)), **fewer
        )
    assert stored_state(tournament) == before


def partner_report(**partner: Any) -> HandReport:
    opponents = {seat: {"opening": "series", "rack": {"points": 20}} for seat in ("B1", "B2")}
    seats = {"A1": {"opening": "series"}, "A2": partner} | opponents
    return parse_report({"outcome": "finished", "finisher": "A1", "seats": seats})


def hands_to_check(tournament: Tournament, **switches: Any) -> list[tuple[int, list[str], list[str]]]:
    """Return deal, new doubts and missing seats of each hand to check."""
    return [
        (hand.deal, [doubt.code for doubt in hand.new_warnings], list(hand.unasked_seats))
        for hand in preview(tournament, **switches).hands_to_review
    ]


NOTHING: dict[str, Any] = {"partner_cancels": PartnerCancels.NOTHING}


def test_hand_without_report_of_the_partner_needs_a_check(tournament, encounter):
    play_hand(encounter, partner_report())
    assert hands_to_check(tournament, **NOTHING) == [(1, [], ["A2"])]
    assert hands_to_check(tournament, partner_cancels=PartnerCancels.EVERYTHING) == []
    [hand] = amend(tournament, **NOTHING).hands
    assert hand.after.totals["A"] == hand.before.totals["A"] + 202


def test_hand_with_an_unopened_partner_needs_no_check(tournament, encounter):
    play_hand(encounter, partner_report(opening="none"))
    assert hands_to_check(tournament, **NOTHING) == []


def test_hand_with_a_rack_never_asked_for_needs_a_check(tournament, encounter):
    play_hand(encounter, partner_report(opening="series"))
    play_hand(encounter, partner_report(opening="series", rack={"points": 12}))
    assert hands_to_check(tournament, **NOTHING) == [(1, ["empty_rack_without_finish"], ["A2"])]
    assert hands_to_check(tournament, partner_cancels=PartnerCancels.RACK_ONLY) == [(1, [], ["A2"])]


def test_hand_with_okeys_never_asked_for_needs_a_check(tournament, encounter):
    play_hand(encounter, uneven_report())
    assert hands_to_check(tournament, okey_left_when_unopened=True) == [(1, [], ["A1"])]


def test_accepted_warning_is_not_raised_again(tournament, encounter):
    play_hand(encounter, report(points=(0, 12), accepted=["empty_rack_without_finish"]))
    assert hands_to_check(tournament, **FLAT) == []


# Preview


@pytest.mark.postgres
def test_preview_equals_the_amendment_and_stores_nothing(turning):
    play_hand(encounters_of(turning)[-3])
    before = stored_state(turning)
    previewed = preview(turning, **FLAT)
    assert stored_state(turning) == before
    assert previewed.hands
    assert previewed.effects.matches
    assert previewed.effects.encounters
    assert previewed.effects.groups
    assert previewed.effects.slots
    assert amend(turning, later=LaterPlayChoice.STANDS, **FLAT) == previewed


def test_listed_encounters_are_named_without_further_queries(turning):
    play_hand(encounters_of(turning)[-3])
    previewed = preview(turning, **FLAT)
    changes: list[Any] = [
        *previewed.hands,
        *previewed.effects.matches,
        *previewed.effects.encounters,
        *previewed.effects.slots,
    ]
    with CaptureQueriesContext(connection) as queries:
        for encounter in (*(change.encounter for change in changes), *previewed.later_play):
            assert all(side.entrant and side.entrant.name for side in encounter.sides.all())
            assert encounter.stage.kind == StageKind.KNOCKOUT or (encounter.group and encounter.group.name)
            assert encounter.table is not None
            assert encounter.table.number
    assert len(queries) == 0


def test_preview_of_another_ledger_state_is_refused(tournament, encounter):
    play_hand(encounter)
    seen = preview(tournament, **FLAT).state_digest
    with pytest.raises(amendments.AmendmentOutOfDate):
        amend(tournament, seen=seen, multiplier=MultiplierRule.HIGHEST)
    amend(tournament, seen=seen, okey_left=OkeyLeft.EACH, **FLAT)
    with pytest.raises(amendments.AmendmentOutOfDate):
        amend(tournament, seen=seen, **FLAT)


@pytest.mark.parametrize("meanwhile", ["hand", "correction", "walkover"])
def test_hand_saved_after_the_preview_requires_a_new_one(tournament, encounter, meanwhile):
    play_hand(encounter)
    seen = preview(tournament, **FLAT).state_digest
    other = encounters_of(tournament)[1]
    {
        "hand": lambda: play_hand(other),
        "correction": lambda: correct(encounter, report(points=(1, 2))),
        "walkover": lambda: walkovers.record_walkover(
            encounter=other, winner=SideLetter.B, change=Change(CONSOLE, NOW)
        ),
    }[meanwhile]()
    before = stored_state(tournament)
    with pytest.raises(amendments.AmendmentOutOfDate):
        amend(tournament, seen=seen, **FLAT)
    assert stored_state(tournament) == before


def test_refreshed_standings_do_not_invalidate_the_preview(tournament, encounter):
    play_hand(encounter)
    seen = preview(tournament, **FLAT).state_digest
    standings_rows = StandingsCache.objects.filter(group__stage__tournament=tournament)
    before = standings_rows.count()
    standings_cache.refresh(stage=encounter.stage, at=NOW)
    assert standings_rows.count() > before
    assert amend(tournament, seen=seen, **FLAT).state_digest == seen


# Size


def statements(tournament: Tournament, **switches: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        preview(tournament, **switches)
    return len(queries)


def test_statements_do_not_grow_with_the_hands_of_an_encounter(long_tournament):
    encounter = encounters_of(long_tournament)[0]
    play_hand(encounter, turning_hands()[0])
    with_one = statements(long_tournament, **FLAT)
    for _hand in range(20):
        play_hand(encounter, turning_hands()[0])
    assert statements(long_tournament, **FLAT) == with_one


def test_statements_grow_linearly_with_encounters(long_tournament):
    counted = []
    for encounter in encounters_of(long_tournament)[::2]:
        play_hand(encounter, turning_hands()[0])
        counted.append(statements(long_tournament, **FLAT))
    steps = {more - fewer for fewer, more in pairwise(counted)}
    assert steps == {5}


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (16, 4)])
def test_turning_stage_takes_few_statements_per_hand(pairs, groups, turning):
    tournament = turning if (pairs, groups) == (8, 2) else all_turning(pairs, groups)
    hands = Hand.objects.filter(match__encounter__stage__tournament=tournament)
    assert statements(tournament, **FLAT) <= 8 * hands.count()
