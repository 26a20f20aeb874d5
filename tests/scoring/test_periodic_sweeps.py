from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.celery import app
from scoring import periodic_sweeps, tasks
from scoring.models import Notice
from scoring.play import round_clock
from scoring.screen.domain import post_notice
from scoring.standings import standings_cache
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    play_encounter,
    play_hand,
    report,
)
from tests.run_sweeps import sweep, sweep_one
from tests.scoring.play.timed_rounds import timed_knockout
from tournaments.enums import TimeUp, TournamentState
from tournaments.live import counters
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LATER = NOW + timedelta(hours=3)
AGAIN = LATER + timedelta(seconds=10)


def tournament_with_all_due() -> Tournament:
    tournament = timed_knockout(time_up=TimeUp.CLOCK, best_of=1)
    first, second = encounters_of(tournament)[:2]
    play_encounter(first)
    play_hand(second)
    sweep_one(tournament.pk, NOW)
    round_clock.start_clock(tournament=tournament, plan=round_clock.ClockPlan(minutes=50), by=CONSOLE, at=NOW)
    until = NOW + timedelta(minutes=10)
    post_notice(tournament=tournament, text="Çay", until=until, by=CONSOLE, at=NOW)
    return tournament


def tournament_with_stale_table() -> Tournament:
    tournament = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(tournament)[0])
    return tournament


def count_queries(ask) -> int:
    with CaptureQueriesContext(connection) as queries:
        ask()
    return len(queries)


@pytest.mark.release
def test_finding_due_tournaments_takes_a_constant_number_of_queries():
    counts = []
    for more in (1, 5):
        created = [
            due_tournament
            for _one in range(more)
            for due_tournament in (tournament_with_all_due(), tournament_with_stale_table())
        ]
        counts.append(count_queries(lambda: periodic_sweeps.due_tournaments(at=LATER)))
        assert {created_tournament.pk for created_tournament in created} <= {
            *periodic_sweeps.due_tournaments(at=LATER)
        }
    assert counts[0] == counts[1] == 6


@pytest.mark.release
def test_all_due_work_is_done_once():
    tournament, stale = tournament_with_all_due(), tournament_with_stale_table()
    swept_keys = sweep(LATER)
    assert sorted(swept_keys) == [tournament.pk, stale.pk]
    assert encounters_of(tournament)[1].stopped_at == LATER
    assert not Notice.objects.filter(removed_at=None).exists()
    assert list(standings_cache.find_differences(first_stage(stale))) == []
    assert stale.pk not in sweep(AGAIN), "its own news stir a tournament once more at most"
    assert sweep(AGAIN) == []


@pytest.mark.release
def test_change_to_a_finished_tournament_is_swept():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    sweep(LATER)
    assert Tournament.objects.get().state == TournamentState.FINISHED
    correct(encounters_of(tournament)[0], report(points=(8, 9)), keep_later_play=True)
    assert sweep(LATER) == [tournament.pk]
    assert list(standings_cache.find_differences(first_stage(tournament))) == []


def test_failure_in_one_tournament_is_logged_and_stops_nothing_else(caplog):
    faulty, well = tournament_with_stale_table(), tournament_with_stale_table()
    sweep(NOW)
    for tournament in (faulty, well):
        play_hand(encounters_of(tournament)[1])
        post_notice(tournament=tournament, text="Çay", until=LATER, by=CONSOLE, at=NOW)
    faulty.stages.update(tie_breaks=["?"])
    assert [tasks.sweep_tournament(pk) for pk in (faulty.pk, well.pk)] == [False, True]
    assert f"refresh_stale failed for tournament {faulty.public_id}" in caplog.text
    assert periodic_sweeps.due_tournaments(at=LATER)[0] == faulty.pk
    assert not Notice.objects.filter(removed_at=None).exists()
    assert list(standings_cache.find_differences(first_stage(well))) == []


@pytest.mark.release
def test_tournaments_beyond_the_limit_follow_in_the_next_sweep(monkeypatch):
    monkeypatch.setattr(periodic_sweeps, "MAX_TOURNAMENTS", 2)
    created = [tournament_with_stale_table().pk for _one in range(5)]
    turns = [sweep(LATER) for _turn in range(3)]
    assert [len(turn) for turn in turns] == [2, 2, 1]
    assert [pk for turn in turns for pk in turn] == created


def test_action_during_a_sweep_is_found_by_the_next():
    tournament = tournament_with_stale_table()
    swept = Tournament.objects.get()
    log_and_publish("tournament_changed", by=CONSOLE, at=NOW, tournament=tournament)
    counters.mark_swept(swept)
    assert Tournament.objects.get().unswept_since is not None
    counters.mark_swept(Tournament.objects.get())
    assert Tournament.objects.get().unswept_since is None


def test_each_tournament_has_its_own_message_that_expires():
    created = [tournament_with_stale_table().pk for _one in range(2)]
    with app.connection_for_write() as broker:
        broker.default_channel.queue_purge("celery")
        assert tasks.sweep() == 2
        messages = [broker.default_channel.basic_get("celery", no_ack=True) for _one in range(2)]
    assert [message.headers["task"] for message in messages] == [tasks.sweep_tournament.name] * 2
    assert [message.payload[0] for message in messages] == [[pk] for pk in created]
    assert all(message.headers["expires"] for message in messages)


def test_beat_messages_expire_with_the_next_turn_and_sweeps_run_every_ten_seconds():
    beats = app.conf.beat_schedule.values()
    assert {beat["task"]: beat["schedule"].seconds for beat in beats}[tasks.sweep.name] == 10
    assert [beat["options"]["expires"] for beat in beats] == [beat["schedule"].seconds for beat in beats]
