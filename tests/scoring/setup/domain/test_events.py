from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from scoring.models import ScreenSettings
from scoring.setup.domain.new_tournaments import create_event, last_tournament, returning_entrants_of
from tests.factories import NOW, open_tournament
from tests.tournaments.blueprints.domain.stored_blueprints import keep_weekly
from tournaments.blueprints.domain.planned_events import EventAlreadyCreated, NoSuchEvent
from tournaments.checkin.domain.presence import set_present
from tournaments.enums import EntrantKind, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, Entrant, Evening, Tournament
from tournaments.setup.domain.tournament_settings import settings_of

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


def start_weekly_series(like: Tournament, *, like_previous: bool = True) -> Blueprint:
    return keep_weekly(like, like_previous=like_previous)


def make(series: Blueprint, day: date = TUESDAY, entrants: list[Entrant] | None = None) -> Tournament:
    ids = [entrant.public_id for entrant in entrants or ()]
    return create_event(blueprint=series, day=day, returning=ids, by=CONSOLE, at=NOW)


def names(tournament: Tournament) -> list[str]:
    return [entrant.name for entrant in tournament.entrants.order_by("number")]


def test_event_copies_the_one_before():
    like = open_tournament(tables=3, pairs=4, first_day=TUESDAY, last_day=TUESDAY)
    ScreenSettings.objects.create(tournament=like, seconds=21)
    series = start_weekly_series(like)
    event = make(series, entrants=[*like.entrants.order_by("-number")][:3])
    assert (event.name, event.first_day, event.last_day, event.draft) == (
        "Salı gecesi 1 Aralık",
        TUESDAY,
        TUESDAY,
        True,
    )
    assert settings_of(event).tables == 3
    assert names(event) == ["Takım 2", "Takım 3", "Takım 4"]
    assert ScreenSettings.objects.get(tournament=event).seconds == 21
    assert last_tournament(series) == event
    following = make(series, TUESDAY + WEEK, [*event.entrants.all()])
    assert names(following) == names(event)


def test_event_is_set_up_from_the_blueprint_unless_each_is_like_the_last():
    like = open_tournament(tables=3, pairs=3)
    series = start_weekly_series(like, like_previous=False)
    event = make(series)
    Tournament.objects.filter(pk=event.pk).update(venue="Başka salon")
    assert make(series, TUESDAY + WEEK).venue == like.venue


def test_doors_that_would_open_after_the_announced_start_are_left_out():
    like = open_tournament()
    series = start_weekly_series(like)
    Tournament.objects.filter(pk=like.pk).update(begins=time(21), ends=time(23), doors=time(20))
    event = make(series)
    assert (event.begins, event.ends, event.doors) == (time(19), time(23), None)


def test_event_is_created_once_and_only_on_its_day():
    series = start_weekly_series(open_tournament())
    make(series)
    with pytest.raises(EventAlreadyCreated):
        make(series)
    with pytest.raises(NoSuchEvent):
        make(series, TUESDAY + timedelta(days=1))
    assert Evening.objects.filter(blueprint=series).count() == 1


def test_skipped_event_can_still_be_created():
    series = start_weekly_series(open_tournament())
    Evening.objects.create(blueprint=series, day=TUESDAY, skipped=True)
    event = make(series)
    assert Evening.objects.get(blueprint=series, day=TUESDAY).tournament == event


def test_present_entrants_are_proposed_first():
    like = open_tournament(pairs=3)
    series = start_weekly_series(like)

    def proposed() -> list[tuple[int, bool]]:
        return [(member.entrant.number, member.here) for member in returning_entrants_of(series)]

    assert proposed() == [(1, True), (2, True), (3, True)]
    set_present(entrant=like.entrants.get(number=2), present=True, by=CONSOLE, at=NOW)
    assert proposed() == [(2, True), (1, False), (3, False)]


def test_nobody_is_proposed_if_the_kind_of_entrants_differs():
    series = start_weekly_series(open_tournament(pairs=3), like_previous=False)
    make(series, entrants=[])
    series.kind = EntrantKind.SINGLES
    assert returning_entrants_of(series) == []


def test_first_event_is_like_the_blueprint_once_its_tournament_is_erased():
    like = open_tournament(pairs=3, tables=5)
    series = start_weekly_series(like)
    Tournament.objects.filter(pk=like.pk).update(visibility=Visibility.ERASED)
    series.refresh_from_db()
    event = make(series)
    assert (settings_of(event).tables, event.entrants.count()) == (5, 0)


def test_queries_do_not_grow_with_proposals(django_assert_num_queries):
    for pairs in (1, 30):
        series = Blueprint.objects.select_related("made_from").get(
            pk=start_weekly_series(open_tournament(pairs=pairs)).pk
        )
        with django_assert_num_queries(3):
            returning_entrants_of(series)
