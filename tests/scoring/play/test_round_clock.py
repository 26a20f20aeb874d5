from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.enums import ExtraTime
from scoring.models import RoundClock
from scoring.play import round_clock
from scoring.play.round_clock import ClockPlan
from scoring.screen.queries.clock_face import ClockFace, clock_text
from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.enums import TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return open_tournament()


def after(minutes: float = 0, seconds: float = 0):
    return NOW + timedelta(minutes=minutes, seconds=seconds)


def start(tournament: Tournament, **plan) -> RoundClock:
    return round_clock.start_clock(tournament=tournament, plan=ClockPlan(**plan), by=CONSOLE, at=NOW)


def face(tournament: Tournament, **passed) -> ClockFace:
    clock = round_clock.current_clock(tournament)
    assert clock is not None
    return ClockFace(clock, after(**passed))


def test_clock_counts_down_to_the_end(tournament):
    start(tournament, minutes=50)
    assert (face(tournament, minutes=11, seconds=40).time_label, face(tournament).phase) == ("38:20", "runs")
    assert clock_text(6500) == "1:48:20"


def test_pause_takes_no_time_away(tournament):
    start(tournament, minutes=50)
    round_clock.pause_clock(tournament=tournament, by=CONSOLE, at=after(10))
    assert (face(tournament, minutes=30).time_label, face(tournament, minutes=30).phase) == ("40:00", "rests")
    round_clock.resume_clock(tournament=tournament, by=CONSOLE, at=after(30))
    assert face(tournament, minutes=31).time_label == "39:00"


def test_minutes_are_added_and_removed(tournament):
    start(tournament, minutes=50)
    round_clock.add_time(tournament=tournament, minutes=5, by=CONSOLE, at=after(10))
    round_clock.add_time(tournament=tournament, minutes=-1, by=CONSOLE, at=after(10))
    assert face(tournament, minutes=10).time_label == "44:00"


@pytest.mark.parametrize(
    ("extra", "amount", "minutes", "phase", "figure"),
    [
        (ExtraTime.COUNTS, 0, 52, "extra", "+2:00"),
        (ExtraTime.MINUTES, 10, 52, "extra", "8:00"),
        (ExtraTime.MINUTES, 10, 63, "over", "+3:00"),
        (ExtraTime.HANDS, 2, 52, "extra", "+2"),
        (ExtraTime.HANDS, 0, 90, "extra", "0"),
    ],
)
def test_agreed_extra_time_follows(tournament, extra, amount, minutes, phase, figure):  # noqa: PLR0917
    start(tournament, minutes=50, extra=extra, extra_amount=amount)
    shown = face(tournament, minutes=minutes)
    assert (shown.phase, shown.time_label) == (phase, figure)


def test_warnings_longer_than_the_round_are_left_out(tournament):
    assert start(tournament, minutes=5, warnings=(10, 5, 1, 1)).warnings == [1]


def test_next_clock_can_start_after_a_stop(tournament):
    start(tournament)
    round_clock.stop_clock(tournament=tournament, by=CONSOLE, at=after(3))
    assert round_clock.current_clock(tournament) is None
    start(tournament)
    assert RoundClock.objects.count() == 2


def test_forgotten_clock_is_hidden_and_gives_way_to_the_next(tournament):
    start(tournament, minutes=50)
    late, forgotten = after(minutes=50 + 6 * 60), after(minutes=51 + 6 * 60)
    assert round_clock.visible_clock(tournament, at=late) is not None
    assert round_clock.visible_clock(tournament, at=forgotten) is None
    with pytest.raises(round_clock.ClockRuns):
        round_clock.start_clock(tournament=tournament, plan=ClockPlan(), by=CONSOLE, at=late)
    clock = round_clock.start_clock(tournament=tournament, plan=ClockPlan(), by=CONSOLE, at=forgotten)
    assert round_clock.visible_clock(tournament, at=forgotten) == clock


def test_paused_clock_is_not_forgotten(tournament):
    start(tournament, minutes=50)
    round_clock.pause_clock(tournament=tournament, by=CONSOLE, at=after(minutes=49))
    assert round_clock.visible_clock(tournament, at=after(minutes=50 + 7 * 60)) is not None


@pytest.mark.parametrize("over", [{"state": TournamentState.FINISHED}, {"cancelled_at": NOW}])
def test_clock_is_hidden_once_the_tournament_is_over(tournament, over):
    start(tournament)
    for field, value in over.items():
        setattr(tournament, field, value)
    assert round_clock.visible_clock(tournament, at=NOW) is None


def test_request_for_an_older_clock_does_not_change_the_next(tournament):
    old = start(tournament).key
    round_clock.stop_clock(tournament=tournament, by=CONSOLE, at=after(3), key=old)
    round_clock.start_clock(tournament=tournament, plan=round_clock.ClockPlan(), by=CONSOLE, at=after(4))
    with pytest.raises(round_clock.AnotherClockRuns):
        round_clock.stop_clock(tournament=tournament, by=CONSOLE, at=after(5), key=old)
    assert round_clock.current_clock(tournament) is not None


def test_every_change_is_logged_and_notifies_pages(tournament):
    before = Tournament.objects.get(pk=tournament.pk).counter
    start(tournament)
    for action in (
        round_clock.pause_clock,
        round_clock.pause_clock,
        round_clock.resume_clock,
        round_clock.resume_clock,
    ):
        action(tournament=tournament, by=CONSOLE, at=after(1))
    round_clock.add_time(tournament=tournament, minutes=5, by=CONSOLE, at=after(2))
    round_clock.stop_clock(tournament=tournament, by=CONSOLE, at=after(3))
    rows = LogRow.objects.filter(action__startswith="clock_").order_by("pk")
    assert list(rows.values_list("action", flat=True)) == [
        "clock_started",
        "clock_paused",
        "clock_resumed",
        "clock_time_added",
        "clock_stopped",
    ]
    tournament.refresh_from_db()
    assert tournament.counter == before + 5


def test_only_one_clock_runs_at_a_time(tournament):
    start(tournament)
    with pytest.raises(round_clock.ClockRuns):
        start(tournament)


@pytest.mark.parametrize("minutes", [0, 601])
def test_round_length_out_of_range_is_refused(tournament, minutes):
    with pytest.raises(round_clock.RoundLengthOutOfRange):
        start(tournament, minutes=minutes)


@pytest.mark.parametrize(
    ("extra", "amount"), [(ExtraTime.MINUTES, 0), (ExtraTime.MINUTES, 121), (ExtraTime.HANDS, 12)]
)
def test_extra_time_out_of_range_is_refused(tournament, extra, amount):
    with pytest.raises(round_clock.ExtraOutOfRange):
        start(tournament, extra=extra, extra_amount=amount)


@pytest.mark.parametrize("minutes", [0, -50, 181])
def test_round_keeps_at_least_a_minute(tournament, minutes):
    start(tournament)
    with pytest.raises(round_clock.AddedOutOfRange):
        round_clock.add_time(tournament=tournament, minutes=minutes, by=CONSOLE, at=NOW)


@pytest.mark.parametrize("act", [round_clock.pause_clock, round_clock.resume_clock, round_clock.stop_clock])
def test_missing_clock_can_not_be_changed(tournament, act):
    with pytest.raises(round_clock.NoClockRuns):
        act(tournament=tournament, by=CONSOLE, at=NOW)
