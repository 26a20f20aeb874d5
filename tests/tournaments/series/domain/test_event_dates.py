from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from tests.concurrent_change import run_meanwhile
from tests.factories import NOW, ClubFactory, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Evening, LogRow, Series, Tournament
from tournaments.series.domain import planned_events, series_changes
from tournaments.series.domain.event_dates import event_name, events_of, next_open_event, series_days
from tournaments.setup.domain.templates import TemplateDeleted, delete_template, save_as_template
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


@module_fixture
def like() -> Tournament:
    return open_tournament(name="Güz Kupası")


def rhythm(held: Tournament, **changes: Any) -> series_changes.SeriesSettings:
    usual = series_changes.SeriesSettings(
        "Salı gecesi {tarih}", (1,), 1, TUESDAY, time(19), time(23), None, held
    )
    return replace(usual, **changes)


def start(held: Tournament, **changes: Any) -> Series:
    return series_changes.start_series(club=held.club, settings=rhythm(held, **changes), by=CONSOLE, at=NOW)


def test_deleted_template_starts_no_series(like):
    template = save_as_template(tournament=like, name="Salı", by=CONSOLE, at=NOW)
    deletion = partial(delete_template, template=template, by=CONSOLE, at=NOW)
    with run_meanwhile(deletion), pytest.raises(TemplateDeleted):
        start(like, template=template, like=None)


def next_day(series: Series) -> date | None:
    night = next_open_event(Series.objects.get(pk=series.pk), today=TUESDAY)
    return night.day if night else None


def skip(series: Series, day: date, *, skip: bool = True) -> None:
    planned_events.skip_event(series=series, day=day, skip=skip, by=CONSOLE, at=NOW)


def test_events_follow_weekdays_and_interval(like):
    def days(**changes: Any) -> list[int]:
        series = start(like, **changes)
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
    actions = ["series_started", "series_event_skipped", "series_event_skip_undone"]
    assert list(rows.values_list("action", flat=True)) == actions


def test_erased_tournament_skips_its_event(like):
    series, tournament = start(like), open_tournament(club=like.club)
    planned_events.record_created_event(series=series, day=TUESDAY, tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.ERASED)
    night = events_of(series, start=TUESDAY, until=TUESDAY)[0]
    assert (night.skipped, night.tournament) == (True, None)


def test_database_refuses_duplicate_events_and_created_ones_that_are_skipped(like):
    series = start(like)
    Evening.objects.create(series=series, day=TUESDAY, skipped=True)
    created: dict[str, Any] = {"day": TUESDAY + WEEK, "skipped": True, "tournament": like}
    for invalid in ({"day": TUESDAY, "skipped": True}, created):
        with pytest.raises(IntegrityError), transaction.atomic():
            Evening.objects.create(series=series, **invalid)


def test_only_open_days_of_the_series_can_be_skipped(like):
    series = start(like)
    with pytest.raises(planned_events.NoSuchEvent):
        skip(series, TUESDAY + timedelta(days=1))
    planned_events.record_created_event(series=series, day=TUESDAY, tournament=like)
    with pytest.raises(planned_events.EventAlreadyCreated):
        skip(series, TUESDAY)


@pytest.mark.parametrize(
    "changes",
    [{"name": " "}, {"name": "x" * 101}, {"weekdays": ()}, {"weekdays": (7,)}, {"every": 0}, {"every": 9}],
)
def test_impossible_rhythm_is_refused(like, changes: dict[str, Any]):
    with pytest.raises(series_changes.SeriesNotPossible):
        start(like, **changes)


def test_source_of_another_club_is_refused(like):
    foreign_tournament = open_tournament(club=ClubFactory.create())
    template = save_as_template(tournament=foreign_tournament, name="Salı", by=CONSOLE, at=NOW)
    for invalid in ({"like": None}, {"like": foreign_tournament}, {"template": template}):
        with pytest.raises(series_changes.SeriesNeedsSource):
            start(like, **invalid)


def test_number_of_series_is_limited(like, monkeypatch):
    monkeypatch.setattr(series_changes, "MOST_SERIES", 1)
    first = start(like)
    with pytest.raises(series_changes.TooManySeries):
        start(like)
    series_changes.end_series(series=first, by=CONSOLE, at=NOW)
    start(like)


def test_changed_series_has_other_days_and_keeps_created_events(like):
    series = start(like)
    planned_events.record_created_event(series=series, day=TUESDAY, tournament=like)
    series_changes.change_series(series=series, settings=rhythm(like, weekdays=(3,)), by=CONSOLE, at=NOW)
    changed = Series.objects.get(pk=series.pk)
    nights = events_of(changed, start=TUESDAY, until=TUESDAY + WEEK)
    assert [(night.day.day, night.open) for night in nights] == [(1, False), (3, True)]


def test_skipped_night_stays_skipped_when_the_rhythm_is_changed_and_changed_back(like):
    series = start(like)
    skip(series, TUESDAY + WEEK)
    for weekday in (3, 1):
        settings = rhythm(like, weekdays=(weekday,))
        series_changes.change_series(series=series, settings=settings, by=CONSOLE, at=NOW)
    restored = Series.objects.get(pk=series.pk)
    nights = events_of(restored, start=TUESDAY, until=TUESDAY + 2 * WEEK)
    assert [(night.day, night.skipped) for night in nights] == [
        (TUESDAY, False),
        (TUESDAY + WEEK, True),
        (TUESDAY + 2 * WEEK, False),
    ]


def test_ended_series_plans_nothing_and_frees_its_template(like):
    template = save_as_template(tournament=like, name="Salı", by=CONSOLE, at=NOW)
    series = start(like, template=template, like=None)
    series_changes.end_series(series=series, by=CONSOLE, at=NOW)
    ended = Series.objects.get(pk=series.pk)
    assert next_open_event(ended, today=TUESDAY) is None
    template.delete()
    for action in (
        lambda: skip(ended, TUESDAY),
        lambda: series_changes.end_series(series=ended, by=CONSOLE, at=NOW),
        lambda: series_changes.change_series(series=ended, settings=rhythm(like), by=CONSOLE, at=NOW),
    ):
        with pytest.raises(series_changes.SeriesEnded):
            action()


def test_change_of_a_series_notifies_open_pages(like):
    before = Tournament.objects.get(pk=like.pk).counter
    start(like)
    assert Tournament.objects.get(pk=like.pk).counter == before + 1


def move(tournament: Tournament, day: date) -> None:
    desired = replace(settings_of(tournament), first_day=day, last_day=day)
    change_tournament(tournament=tournament, settings=desired, by=CONSOLE, at=NOW)


def created_night(series: Series) -> Tournament:
    night = open_tournament(
        club=series.club, name="Salı gecesi 1 Aralık", first_day=TUESDAY, last_day=TUESDAY
    )
    planned_events.record_created_event(series=series, day=TUESDAY, tournament=night)
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
    nights = events_of(Series.objects.get(pk=series.pk), start=TUESDAY, until=day + WEEK)
    assert [(event.held_on, event.open) for event in nights] == [(day, False), (day + WEEK, True)]
    assert next_day(series) == day + WEEK
    with pytest.raises(planned_events.EventAlreadyCreated):
        planned_events.lock_event(series, day)
    Tournament.objects.filter(pk=night.pk).update(cancelled_at=NOW, cancelled_because="Kar")
    assert next_day(series) == day
