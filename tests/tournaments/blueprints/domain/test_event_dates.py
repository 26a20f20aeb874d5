from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tests.tournaments.blueprints.domain.stored_blueprints import change, keep_weekly
from tournaments.blueprints.domain import planned_events
from tournaments.blueprints.domain.blueprints import BlueprintDeleted, end_blueprint
from tournaments.blueprints.domain.event_dates import event_name, events_of, next_open_event, series_days
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, Evening, LogRow, Tournament
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


@module_fixture
def like() -> Tournament:
    return open_tournament(name="Güz Kupası")


def start(held: Tournament, **changes: Any) -> Blueprint:
    return keep_weekly(held, **changes)


def next_day(series: Blueprint) -> date | None:
    night = next_open_event(Blueprint.objects.get(pk=series.pk), today=TUESDAY)
    return night.day if night else None


def skip(series: Blueprint, day: date, *, skip: bool = True) -> None:
    planned_events.skip_event(blueprint=series, day=day, skip=skip, by=CONSOLE, at=NOW)


def test_events_follow_weekdays_and_interval(like):
    def days(**changes: Any) -> list[int]:
        series = start(like, name=f"Gece {changes}", **changes)
        return [day.day for day in series_days(series, start=date(2026, 11, 1), until=date(2026, 12, 31))]

    assert days() == [1, 8, 15, 22, 29]
    assert days(every=2, weekdays=(1, 0)) == [1, 14, 15, 28, 29]
    assert days(every=3, first_day=date(2026, 12, 2)) == [22]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Salı gecesi {tarih}", "Salı gecesi 1 Aralık"),
        ("Night of {date}, rated", "Night of 1 December, rated"),
        ("Salı gecesi", "Salı gecesi, 1 Aralık"),
        ("x" * 100, "x" * 100 + ", 1 Aralık"),
    ],
)
def test_event_name_contains_its_day(like, name: str, called: str):
    with override("tr"):
        assert event_name(start(like, name=name), TUESDAY) == called


@pytest.mark.parametrize(
    ("name", "title"), [("Salı, {tarih}", "Salı"), ("{date}", "{date}"), ("Gece {tarih} özel", "Gece özel")]
)
def test_series_title_has_no_day(like, name: str, title: str):
    assert start(like, name=name).title == title


def test_skipped_event_can_be_restored(like):
    series = start(like)
    skip(series, TUESDAY)
    skip(series, TUESDAY)
    assert next_day(series) == TUESDAY + WEEK
    skip(series, TUESDAY, skip=False)
    assert next_day(series) == TUESDAY
    rows = LogRow.objects.filter(subject=str(series.public_id)).order_by("pk")
    actions = ["blueprint_saved", "evening_skipped", "evening_skip_undone"]
    assert list(rows.values_list("action", flat=True)) == actions


def test_erased_tournament_skips_its_event(like):
    series, tournament = start(like), open_tournament(club=like.club)
    planned_events.record_created_event(blueprint=series, day=TUESDAY, tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.ERASED)
    night = events_of(series, start=TUESDAY, until=TUESDAY)[0]
    assert (night.skipped, night.tournament) == (True, None)


def test_database_refuses_duplicate_events_and_created_ones_that_are_skipped(like):
    series = start(like)
    Evening.objects.create(blueprint=series, day=TUESDAY, skipped=True)
    created: dict[str, Any] = {"day": TUESDAY + WEEK, "skipped": True, "tournament": like}
    for invalid in ({"day": TUESDAY, "skipped": True}, created):
        with pytest.raises(IntegrityError), transaction.atomic():
            Evening.objects.create(blueprint=series, **invalid)


def test_only_open_days_of_the_series_can_be_skipped(like):
    series = start(like)
    with pytest.raises(planned_events.NoSuchEvent):
        skip(series, TUESDAY + timedelta(days=1))
    planned_events.record_created_event(blueprint=series, day=TUESDAY, tournament=like)
    with pytest.raises(planned_events.EventAlreadyCreated):
        skip(series, TUESDAY)


def test_changed_series_has_other_days_and_keeps_created_events(like):
    series = start(like)
    planned_events.record_created_event(blueprint=series, day=TUESDAY, tournament=like)
    change(series, weekdays=(3,))
    changed = Blueprint.objects.get(pk=series.pk)
    nights = events_of(changed, start=TUESDAY, until=TUESDAY + WEEK)
    assert [(night.day.day, night.open) for night in nights] == [(1, False), (3, True)]


def test_skipped_night_stays_skipped_when_the_rhythm_is_changed_and_changed_back(like):
    series = start(like)
    skip(series, TUESDAY + WEEK)
    for weekday in (3, 1):
        change(Blueprint.objects.get(), weekdays=(weekday,))
    restored = Blueprint.objects.get(pk=series.pk)
    nights = events_of(restored, start=TUESDAY, until=TUESDAY + 2 * WEEK)
    assert [(night.day, night.skipped) for night in nights] == [
        (TUESDAY, False),
        (TUESDAY + WEEK, True),
        (TUESDAY + 2 * WEEK, False),
    ]


def test_ended_series_plans_nothing(like):
    series = start(like)
    end_blueprint(blueprint=series, by=CONSOLE, at=NOW)
    ended = Blueprint.objects.get(pk=series.pk)
    assert next_open_event(ended, today=TUESDAY) is None
    with pytest.raises(BlueprintDeleted):
        skip(ended, TUESDAY)


def move(tournament: Tournament, day: date) -> None:
    desired = replace(settings_of(tournament), first_day=day, last_day=day)
    change_tournament(tournament=tournament, settings=desired, by=CONSOLE, at=NOW)


def created_night(series: Blueprint) -> Tournament:
    night = open_tournament(
        club=series.club, name="Salı gecesi 1 Aralık", first_day=TUESDAY, last_day=TUESDAY
    )
    planned_events.record_created_event(blueprint=series, day=TUESDAY, tournament=night)
    return night


def test_moved_night_has_the_new_date_in_its_name_and_in_the_list(like):
    series = start(like)
    night, day = created_night(series), TUESDAY + timedelta(days=2)
    move(night, day)
    night.refresh_from_db()
    (event,) = events_of(series, start=TUESDAY, until=TUESDAY + timedelta(days=3))
    assert night.name == "Salı gecesi 3 Aralık"
    assert (event.day, event.held_on, event.moved) == (TUESDAY, day, True)


def test_typed_name_of_a_moved_night_is_kept(like):
    night = created_night(start(like))
    day = TUESDAY + WEEK
    desired = replace(settings_of(night), name="Gece, 1 Aralık yerine", first_day=day, last_day=day)
    change_tournament(tournament=night, settings=desired, by=CONSOLE, at=NOW)
    night.refresh_from_db()
    assert night.name == "Gece, 1 Aralık yerine"


def test_no_second_night_on_the_day_a_night_was_moved_to(like):
    series = start(like)
    night, day = created_night(series), TUESDAY + WEEK
    move(night, day)
    nights = events_of(Blueprint.objects.get(pk=series.pk), start=TUESDAY, until=day + WEEK)
    assert [(event.held_on, event.open) for event in nights] == [(day, False), (day + WEEK, True)]
    assert next_day(series) == day + WEEK
    with pytest.raises(planned_events.EventAlreadyCreated):
        planned_events.lock_event(series, day)
    Tournament.objects.filter(pk=night.pk).update(cancelled_at=NOW, cancelled_because="Kar")
    assert next_day(series) == day
