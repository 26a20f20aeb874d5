from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from scoring.enums import ExtraTime
from scoring.models import Bell
from scoring.play import automatic_bell, round_clock
from scoring.setup.domain import cancellation
from tests.factories import NOW, encounters_of, play_encounter
from tests.scoring.play.timed_rounds import (
    encounters_of_round,
    play,
    ring_bell,
    take_bell_back,
    timed_knockout,
)
from tournaments.enums import EncounterState, TimeUp
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

START = NOW - timedelta(minutes=1)


def minutes(number: int) -> datetime:
    return START + timedelta(minutes=number)


def start(tournament: Tournament, **plan) -> None:
    clock_plan = round_clock.ClockPlan(minutes=50, **plan)
    round_clock.start_clock(tournament=tournament, plan=clock_plan, by=CONSOLE, at=START)


def bells_rung(*, at: datetime) -> int:
    tournament = Tournament.objects.get()
    due = [pk for _since, pk in automatic_bell.due_tournaments(at=at)]
    rang = automatic_bell.ring_by_clock(tournament=tournament, at=at)
    assert not rang or (due, automatic_bell.due_tournaments(at=at)) == ([tournament.pk], [])
    return rang


def begun_round(time_up: TimeUp = TimeUp.CLOCK) -> tuple[Tournament, Encounter, Encounter]:
    tournament = timed_knockout(time_up=time_up, best_of=1)
    first, second = encounters_of_round(tournament)
    play(first, "AAA")
    play(second, "B")
    return tournament, first, second


def test_bell_rings_once_when_the_time_is_up():
    tournament, first, second = begun_round()
    start(tournament)
    assert bells_rung(at=minutes(49)) == 0
    assert [bells_rung(at=minutes(50)) for _sweep in range(2)] == [1, 0]
    assert bells_rung(at=minutes(51)) == 0
    for encounter in (first, second):
        encounter.refresh_from_db()
        assert (encounter.stopped_at, encounter.state) == (minutes(50), EncounterState.PLAYING)
    assert Bell.objects.get().rung_by is None
    assert LogRow.objects.get(action="bell_rung").device == "round clock"


@pytest.mark.parametrize(
    ("plan", "rings_at"),
    [
        ({"extra": ExtraTime.MINUTES, "extra_amount": 10}, 60),
        ({"extra": ExtraTime.HANDS, "extra_amount": 0}, 50),
        ({"extra": ExtraTime.HANDS, "extra_amount": 2}, None),
    ],
)
def test_agreed_extra_time_delays_the_bell(plan, rings_at):
    tournament, *_ = begun_round()
    start(tournament, **plan)
    rang = next((at for at in range(40, 90) if bells_rung(at=minutes(at))), None)
    assert rang == rings_at


def test_paused_clock_rings_no_bell():
    tournament, *_ = begun_round()
    start(tournament)
    round_clock.pause_clock(tournament=tournament, by=CONSOLE, at=minutes(10))
    assert bells_rung(at=minutes(60)) == 0


@pytest.mark.parametrize("time_up", [TimeUp.OFF, TimeUp.BELL])
def test_stage_without_automatic_bell_is_not_rung(time_up):
    tournament, *_ = begun_round(time_up)
    start(tournament)
    assert bells_rung(at=minutes(60)) == 0
    assert not Bell.objects.exists()


def test_bell_that_was_taken_back_rings_again_only_after_added_time():
    tournament, first, _other = begun_round()
    start(tournament)
    bells_rung(at=minutes(50))
    take_bell_back(first, at=minutes(51))
    assert bells_rung(at=minutes(52)) == 0
    round_clock.add_time(tournament=tournament, minutes=10, by=CONSOLE, at=minutes(52))
    assert bells_rung(at=minutes(59)) == 0
    assert bells_rung(at=minutes(60)) == 1


def test_clock_of_the_previous_round_does_not_stop_the_next():
    tournament, first, second = begun_round()
    start(tournament)
    play(second, "BB")
    ring_bell(first, between=[first, second], at=minutes(45))
    (final,) = encounters_of_round(tournament, 2)
    play(final, "A")
    Encounter.objects.filter(pk=final.pk).update(started_at=minutes(46))
    assert bells_rung(at=minutes(50)) == 0


def test_round_that_begins_after_the_end_is_not_stopped():
    tournament, first, second = begun_round()
    start(tournament)
    for encounter in (first, second):
        play_encounter(encounter)
    (final,) = encounters_of_round(tournament, 2)
    play(final, "A")
    Encounter.objects.filter(pk=final.pk).update(started_at=minutes(55))
    assert bells_rung(at=minutes(56)) == 0


def test_cancelled_tournament_is_not_rung():
    tournament, *_ = begun_round()
    start(tournament)
    cancellation.cancel(tournament=tournament, reason="Salon kapandı", by=CONSOLE, at=minutes(20))
    assert bells_rung(at=minutes(50)) == 0
    assert encounters_of(tournament)[0].stopped_at is None


def test_bell_from_the_future_does_not_block_later_rounds():
    tournament, *_others = begun_round()
    start(tournament)
    assert bells_rung(at=minutes(50)) == 1
    Bell.objects.update(rung_at=NOW + timedelta(days=365))
    Encounter.objects.update(stopped_at=None)
    round_clock.stop_clock(tournament=tournament, by=CONSOLE, at=minutes(51))
    started = minutes(52)
    round_clock.start_clock(
        tournament=tournament, plan=round_clock.ClockPlan(minutes=50), by=CONSOLE, at=started
    )
    assert bells_rung(at=minutes(102)) == 1
