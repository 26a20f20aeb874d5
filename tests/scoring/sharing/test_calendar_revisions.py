"""SEQUENCE and LAST-MODIFIED rise with every change of an event, and never fall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from scoring.archive.writer import archive_as_text
from scoring.public.queries.series_page import read_series_page
from scoring.setup.domain import cancellation, erasure, visibility
from scoring.setup.domain.new_tournaments import create_event
from tests.factories import NOW, drawn_tournament, open_tournament
from tests.scoring.archive.sample_archives import archive_and_roll_back, restore_archive
from tests.tournaments.blueprints.domain.stored_blueprints import change, keep_weekly
from tournaments.blueprints.domain.blueprints import end_blueprint
from tournaments.blueprints.domain.event_dates import ANNOUNCED_PERIOD, upcoming_events
from tournaments.blueprints.domain.planned_events import skip_event
from tournaments.clubs.domain import change_club
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, Club, Tournament
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of

pytestmark = pytest.mark.django_db

Change = Callable[[datetime], None]
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


class Subscriber:
    """Reads an event of a club's calendar."""

    def __init__(self, club: Club, uid: object) -> None:
        self.club, self.uid, self.last = club, str(uid), (-1, datetime.min.replace(tzinfo=NOW.tzinfo))

    def read(self) -> Any:
        answer = Client().get(reverse("scoring:club_calendar", args=[self.club.public_id]))
        events = Calendar.from_ical(answer.content).walk("VEVENT")
        return next(event for event in events if str(event["uid"]) == self.uid)

    def sees_newer_version(self) -> bool:
        event = self.read()
        before, self.last = self.last, (int(event["sequence"]), event.decoded("last-modified"))
        return self.last[0] > before[0] and self.last[1] >= before[1]


def edit(tournament: Tournament, at: datetime, **changes: Any) -> None:
    common = {name: changes.pop(name) for name in ("begins", "venue", "protest_minutes") if name in changes}
    settings = replace(settings_of(tournament).with_common(**common), **changes)
    change_tournament(tournament=tournament, settings=settings, by=CONSOLE, at=at)


def rename_club(club: Club, at: datetime, **changes: str) -> None:
    present: dict[str, Any] = {"name": club.name, "address": club.address, "colour": "plum"}
    change_club(club=club, **{**present, **changes}, by=CONSOLE, at=at)


def test_each_change_of_a_tournament_is_a_newer_version():
    tournament = open_tournament()
    club, day = tournament.club, date(2026, 12, 5)
    subscriber = Subscriber(club, tournament.public_id)
    changes: list[Change] = [
        lambda at: edit(tournament, at, name="Bahar Kupası"),
        lambda at: edit(tournament, at, first_day=day, last_day=day),
        lambda at: edit(tournament, at, begins=time(19)),
        lambda at: edit(tournament, at, venue="Lokal"),
        lambda at: cancellation.cancel(tournament=tournament, reason="Kar", by=CONSOLE, at=at),
        lambda at: cancellation.resume(tournament=tournament, by=CONSOLE, at=at),
        lambda at: rename_club(club, at, address="Çınar Sok. 5"),
        lambda at: rename_club(club, at, time_zone="Europe/Berlin"),
    ]
    assert subscriber.sees_newer_version()
    for number, make_change in enumerate(changes):
        make_change(NOW + MINUTE * number)
        assert subscriber.sees_newer_version(), number


def test_version_does_not_fall_when_the_clock_does():
    tournament = open_tournament()
    subscriber = Subscriber(tournament.club, tournament.public_id)
    for number in range(3):
        edit(tournament, NOW - DAY * number, name=f"Kupa {number}")
        assert subscriber.sees_newer_version()


def test_settings_that_calendars_do_not_show_make_no_newer_version():
    tournament = open_tournament()
    before = Subscriber(tournament.club, tournament.public_id).read()
    edit(tournament, NOW + DAY, protest_minutes=3)
    rename_club(tournament.club, NOW + DAY)
    assert Subscriber(tournament.club, tournament.public_id).read().to_ical() == before.to_ical()


@pytest.fixture
def night_day() -> date:
    return timezone.localdate() + 2 * DAY


@pytest.fixture
def series(night_day: date) -> Blueprint:
    like = open_tournament(first_day=night_day - 7 * DAY, last_day=night_day - 7 * DAY)
    return keep_weekly(like, "Gece {tarih}", weekdays=(night_day.weekday(),), first_day=night_day)


@pytest.mark.slow
def test_each_change_of_a_club_night_is_a_newer_version(series: Blueprint, night_day: date):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")
    night: list[Tournament] = []

    def skip(at: datetime, skip: bool = True) -> None:
        skip_event(blueprint=series, day=night_day, skip=skip, by=CONSOLE, at=at)

    def change_hours(at: datetime) -> None:
        change(series, ends=time(23, 30), at=at)

    def create(at: datetime) -> None:
        night.append(create_event(blueprint=series, day=night_day, by=CONSOLE, at=at))

    changes: list[tuple[Change, str]] = [
        (change_hours, "TENTATIVE"),
        (skip, "CANCELLED"),
        (lambda at: skip(at, skip=False), "TENTATIVE"),
        (skip, "CANCELLED"),
        (create, "TENTATIVE"),
        (lambda at: visibility.publish(tournament=night[0], by=CONSOLE, at=at), "CONFIRMED"),
        (lambda at: edit(night[0], at, first_day=night_day + DAY, last_day=night_day + DAY), "CONFIRMED"),
        (lambda at: visibility.unpublish(tournament=night[0], by=CONSOLE, at=at), "TENTATIVE"),
        (lambda at: visibility.publish(tournament=night[0], by=CONSOLE, at=at), "CONFIRMED"),
        (lambda at: erasure.erase(tournament=night[0], by=CONSOLE, at=at), "CANCELLED"),
    ]
    assert subscriber.sees_newer_version()
    for number, (make_change, status) in enumerate(changes):
        make_change(NOW + MINUTE * number)
        assert subscriber.sees_newer_version(), number
        assert subscriber.read()["status"] == status


def test_nights_dropped_by_a_new_rhythm_or_the_end_are_crossed_out(series: Blueprint, night_day: date):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")

    def meet_on(weekday: int) -> Change:
        def change_weekday(at: datetime) -> None:
            change(series, weekdays=(weekday,), at=at)
            series.refresh_from_db()

        return change_weekday

    other_day = (night_day.weekday() + 1) % 7
    changes: list[tuple[Change, str]] = [
        (meet_on(other_day), "CANCELLED"),
        (meet_on(night_day.weekday()), "TENTATIVE"),
        (lambda at: end_blueprint(blueprint=series, by=CONSOLE, at=at), "CANCELLED"),
    ]
    assert subscriber.sees_newer_version()
    for number, (make_change, status) in enumerate(changes):
        make_change(NOW + MINUTE * number)
        assert subscriber.sees_newer_version(), number
        assert subscriber.read()["status"] == status


def test_dropped_night_is_only_in_calendars(series: Blueprint, night_day: date):
    change(series, weekdays=((night_day.weekday() + 1) % 7,))
    series.refresh_from_db()
    shown = [event.day for event in upcoming_events(series, today=timezone.localdate())]
    assert night_day not in shown
    assert night_day + DAY in shown


def test_cancelled_draft_of_a_night_is_crossed_out(series: Blueprint, night_day: date):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")
    draft = create_event(blueprint=series, day=night_day, by=CONSOLE, at=NOW)
    assert subscriber.sees_newer_version()
    cancellation.cancel(tournament=draft, reason="Kar", by=CONSOLE, at=NOW + MINUTE)
    assert subscriber.sees_newer_version()
    assert subscriber.read()["status"] == "CANCELLED"
    cancellation.resume(tournament=draft, by=CONSOLE, at=NOW + 2 * MINUTE)
    assert subscriber.sees_newer_version()
    assert subscriber.read()["status"] == "TENTATIVE"


def test_draft_of_an_ended_series_is_crossed_out_and_no_longer_announced(series: Blueprint, night_day: date):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")
    draft = create_event(blueprint=series, day=night_day, by=CONSOLE, at=NOW)
    assert subscriber.sees_newer_version()
    end_blueprint(blueprint=series, by=CONSOLE, at=timezone.now())
    assert subscriber.sees_newer_version()
    assert subscriber.read()["status"] == "CANCELLED"
    assert read_series_page(series, timezone.localdate()).coming_events == []
    visibility.publish(tournament=draft, by=CONSOLE, at=NOW + MINUTE)
    assert subscriber.sees_newer_version()
    assert subscriber.read()["status"] == "CONFIRMED"


def test_draft_that_no_calendar_had_stays_out_when_its_series_has_ended(series: Blueprint, night_day: date):
    day = night_day + 7 * DAY
    create_event(blueprint=series, day=day, by=CONSOLE, at=NOW)
    end_blueprint(blueprint=series, by=CONSOLE, at=timezone.now() - ANNOUNCED_PERIOD)
    with pytest.raises(StopIteration):
        Subscriber(series.club, f"{series.public_id}-{day.isoformat()}").read()


def test_planned_night_has_a_newer_version_when_it_moves(series: Blueprint, night_day: date):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")
    assert subscriber.sees_newer_version()
    change(series, venue="Yeni lokal", at=NOW + MINUTE)
    assert subscriber.sees_newer_version()
    assert "Yeni lokal" in str(subscriber.read()["location"])


def test_nights_of_what_no_longer_repeats_are_crossed_out_also_without_hours(
    series: Blueprint, night_day: date
):
    subscriber = Subscriber(series.club, f"{series.public_id}-{night_day.isoformat()}")
    change(series, weekdays=(), begins=None, ends=None, at=NOW + MINUTE)
    assert subscriber.read()["status"] == "CANCELLED"


@pytest.mark.slow
def test_restored_tournament_keeps_its_version():
    def renamed() -> Tournament:
        tournament = drawn_tournament(pairs=4, groups=1)
        edit(tournament, NOW + DAY, name="Yeni ad")
        return tournament

    restored = restore_archive(archive_and_roll_back(renamed))
    assert (restored.revision, restored.revised_at) == (1, NOW + DAY)
    assert '"revision":1' in archive_as_text(restored.public_id)
