"""Windows that end by themselves are told to the pages once, and cheaply."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.confirmation.domain import protest_windows
from scoring.models import WindowsTold
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.kept import kept
from tests.scoring.confirmation.agreeing import (
    A_MINUTE,
    LATE,
    SOON,
    agree,
    begun_match,
    confirm_by,
    decided_match,
    protest,
)
from tests.sweeping import sweep
from tournaments.enums import Agreement
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@kept
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def rises(at: datetime) -> int:
    """By how much the counter rises when the sweep comes at that time."""
    before = Tournament.objects.get()
    told = protest_windows.tell_ended_windows(tournament=before, at=at)
    risen = Tournament.objects.get().counter - before.counter
    assert risen == told
    return risen


def test_a_window_that_ends_is_told_once(encounter):
    decided_match(encounter)
    assert [rises(at) for at in (SOON, LATE - A_MINUTE, LATE, LATE, LATE + A_MINUTE)] == [0, 0, 1, 0, 0]


def test_one_that_ended_while_no_worker_ran_is_told_later(encounter):
    decided_match(encounter)
    rises(SOON)
    assert [rises(LATE + timedelta(days=2)), rises(LATE + timedelta(days=2))] == [1, 0]


def test_one_that_ended_before_anybody_looked_is_told_too(encounter):
    decided_match(encounter)
    assert [rises(LATE), rises(LATE)] == [1, 0]


def test_each_of_several_is_told_at_its_time(tournament, encounter):
    decided_match(encounter)
    other = encounters_of(tournament)[1]
    decided_match(other)
    correct(other, report(points=(9, 9)), at=NOW + 5 * A_MINUTE)
    assert [rises(SOON), rises(LATE), rises(LATE + 5 * A_MINUTE)] == [0, 1, 1]


def test_hands_of_a_match_that_is_played_tell_nothing(encounter):
    begun_match(encounter, hands=2)
    assert [rises(SOON), rises(LATE)] == [0, 0]


def test_what_both_sides_agreed_on_needs_no_telling(encounter):
    agree(decided_match(encounter))
    assert [rises(SOON), rises(LATE)] == [0, 0]


def test_nor_does_what_a_protest_keeps_open(encounter):
    protest(decided_match(encounter))
    assert [rises(SOON), rises(LATE)] == [0, 0]


def test_nor_what_nobody_confirms(tournament, encounter):
    confirm_by(tournament, Agreement.NOTHING)
    decided_match(encounter)
    assert [rises(SOON), rises(LATE)] == [0, 0]


def test_nothing_is_written_but_how_far_it_was_told(encounter):
    decided_match(encounter)
    rows = LogRow.objects.count()
    rises(SOON)
    assert WindowsTold.objects.get().next_end == LATE
    rises(LATE)
    assert (LogRow.objects.count(), WindowsTold.objects.get().next_end) == (rows, None)


def test_acts_and_ends_have_a_tournament_looked_at_and_hands_do_not(encounter):
    decided_match(encounter)
    begun, other = encounters_of(encounter.stage.tournament)[1:3]
    play_hand(begun)
    assert sweep(SOON) == [encounter.stage.tournament_id]
    play_hand(begun)
    assert list(protest_windows.due(at=LATE - A_MINUTE)) == []
    assert Tournament.objects.get().stirred_at is None
    play_hand(other)
    assert Tournament.objects.get().stirred_at is not None
    assert list(protest_windows.due(at=LATE)) == [(LATE, encounter.stage.tournament_id)]


def test_hands_of_windows_that_were_told_are_not_read_again(encounter):
    decided_match(encounter)
    rises(SOON)
    with CaptureQueriesContext(connection) as asked:
        rises(SOON)
    rises(LATE)
    with CaptureQueriesContext(connection) as quiet:
        rises(LATE + A_MINUTE)
    assert len(quiet) < len(asked)


def test_windows_are_told_after_a_clock_that_was_ahead_came_back(encounter):
    rises(NOW + timedelta(days=365))
    decided_match(encounter)
    assert [rises(LATE), rises(LATE)] == [1, 0]
