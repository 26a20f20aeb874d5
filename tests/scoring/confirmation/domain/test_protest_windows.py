from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.confirmation.domain import protest_windows
from scoring.models import ProtestWindowSweep
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.module_fixtures import module_fixture
from tests.run_sweeps import sweep
from tests.scoring.confirmation.confirm_matches import (
    A_MINUTE,
    LATE,
    SOON,
    agree,
    begun_match,
    decided_match,
    protest,
    set_agreement,
)
from tournaments.enums import Agreement
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def ended_window_count(at: datetime) -> int:
    before = Tournament.objects.get()
    ended = protest_windows.notify_ended_windows(tournament=before, at=at)
    risen = Tournament.objects.get().counter - before.counter
    assert risen == ended
    return risen


def test_ended_window_is_reported_once(encounter):
    decided_match(encounter)
    assert [ended_window_count(at) for at in (SOON, LATE - A_MINUTE, LATE, LATE, LATE + A_MINUTE)] == [
        0,
        0,
        1,
        0,
        0,
    ]


def test_window_that_ended_without_worker_is_reported_later(encounter):
    decided_match(encounter)
    ended_window_count(SOON)
    assert [ended_window_count(LATE + timedelta(days=2)), ended_window_count(LATE + timedelta(days=2))] == [
        1,
        0,
    ]


def test_window_that_ended_before_the_first_sweep_is_reported(encounter):
    decided_match(encounter)
    assert [ended_window_count(LATE), ended_window_count(LATE)] == [1, 0]


def test_each_window_is_reported_at_its_end(tournament, encounter):
    decided_match(encounter)
    other = encounters_of(tournament)[1]
    decided_match(other)
    correct(other, report(points=(9, 9)), at=NOW + 5 * A_MINUTE)
    assert [ended_window_count(SOON), ended_window_count(LATE), ended_window_count(LATE + 5 * A_MINUTE)] == [
        0,
        1,
        1,
    ]


def test_match_in_play_has_no_window(encounter):
    begun_match(encounter, hands=2)
    assert [ended_window_count(SOON), ended_window_count(LATE)] == [0, 0]


def test_agreed_match_is_not_reported(encounter):
    agree(decided_match(encounter))
    assert [ended_window_count(SOON), ended_window_count(LATE)] == [0, 0]


def test_protested_match_is_not_reported(encounter):
    protest(decided_match(encounter))
    assert [ended_window_count(SOON), ended_window_count(LATE)] == [0, 0]


def test_no_windows_without_confirmations(tournament, encounter):
    set_agreement(tournament, Agreement.NOTHING)
    decided_match(encounter)
    assert [ended_window_count(SOON), ended_window_count(LATE)] == [0, 0]


def test_sweep_writes_only_its_progress(encounter):
    decided_match(encounter)
    rows = LogRow.objects.count()
    ended_window_count(SOON)
    assert ProtestWindowSweep.objects.get().next_end == LATE
    ended_window_count(LATE)
    assert (LogRow.objects.count(), ProtestWindowSweep.objects.get().next_end) == (rows, None)


def test_acts_and_window_ends_trigger_a_sweep_but_hands_do_not(encounter):
    decided_match(encounter)
    begun, other = encounters_of(encounter.stage.tournament)[1:3]
    play_hand(begun)
    assert sweep(SOON) == [encounter.stage.tournament_id]
    play_hand(begun)
    assert list(protest_windows.due_tournaments(at=LATE - A_MINUTE)) == []
    assert Tournament.objects.get().unswept_since is None
    play_hand(other)
    assert Tournament.objects.get().unswept_since is not None
    assert list(protest_windows.due_tournaments(at=LATE)) == [(LATE, encounter.stage.tournament_id)]


def test_reported_windows_are_not_read_again(encounter):
    decided_match(encounter)
    ended_window_count(SOON)
    with CaptureQueriesContext(connection) as first_queries:
        ended_window_count(SOON)
    ended_window_count(LATE)
    with CaptureQueriesContext(connection) as later_queries:
        ended_window_count(LATE + A_MINUTE)
    assert len(later_queries) < len(first_queries)


def test_windows_are_reported_after_a_clock_set_back(encounter):
    ended_window_count(NOW + timedelta(days=365))
    decided_match(encounter)
    assert [ended_window_count(LATE), ended_window_count(LATE)] == [1, 0]
