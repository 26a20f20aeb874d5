from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from scoring.models import ScreenSettings
from scoring.setup.domain.series_events import create_event, last_event, returning_entrants_of
from tests.factories import NOW, open_tournament
from tournaments.checkin.domain.presence import set_present
from tournaments.enums import EntrantKind, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Evening, Series, Tournament
from tournaments.series.domain.planned_events import EventAlreadyCreated, NoSuchEvent
from tournaments.series.domain.series_changes import SeriesNeedsSource, SeriesSettings, start_series
from tournaments.setup.domain.templates import save_as_template
from tournaments.setup.domain.tournament_settings import settings_of

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


def start_weekly_series(like: Tournament, *, template: bool = False) -> Series:
    setup_template = save_as_template(tournament=like, name="Salı", by=CONSOLE, at=NOW) if template else None
    rhythm = SeriesSettings(
        "Salı gecesi {tarih}",
        (1,),
        1,
        TUESDAY,
        time(19),
        time(23),
        setup_template,
        None if setup_template else like,
    )
    return start_series(club=like.club, settings=rhythm, by=CONSOLE, at=NOW)


def make(series: Series, day: date = TUESDAY, entrants: list[Entrant] | None = None) -> Tournament:
    ids = [entrant.public_id for entrant in entrants or ()]
    return create_event(series=series, day=day, entrants=ids, by=CONSOLE, at=NOW)


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
    assert last_event(series) == event
    following = make(series, TUESDAY + WEEK, [*event.entrants.all()])
    assert names(following) == names(event)


def test_event_of_a_series_with_a_template_uses_it():
    like = open_tournament(tables=3, pairs=3)
    series = start_weekly_series(like, template=True)
    event = make(series)
    Tournament.objects.filter(pk=event.pk).update(venue="Başka salon")
    assert make(series, TUESDAY + WEEK).venue == like.venue


def test_event_is_created_once_and_only_on_its_day():
    series = start_weekly_series(open_tournament())
    make(series)
    with pytest.raises(EventAlreadyCreated):
        make(series)
    with pytest.raises(NoSuchEvent):
        make(series, TUESDAY + timedelta(days=1))
    assert Evening.objects.filter(series=series).count() == 1


def test_skipped_event_can_still_be_created():
    series = start_weekly_series(open_tournament())
    Evening.objects.create(series=series, day=TUESDAY, skipped=True)
    event = make(series)
    assert Evening.objects.get(series=series, day=TUESDAY).tournament == event


def test_present_entrants_are_proposed_first():
    like = open_tournament(pairs=3)
    second = like.entrants.get(number=2)
    assert [returning.here for returning in returning_entrants_of(start_weekly_series(like))] == [
        True,
        True,
        True,
    ]
    set_present(entrant=second, present=True, by=CONSOLE, at=NOW)
    proposed = [
        (returning.entrant.number, returning.here)
        for returning in returning_entrants_of(start_weekly_series(like))
    ]
    assert proposed == [(2, True), (1, False), (3, False)]


def test_nobody_is_proposed_if_the_kind_of_entrants_differs():
    series = start_weekly_series(open_tournament(pairs=3), template=True)
    make(series, entrants=[])
    assert series.template is not None
    series.template.kind = EntrantKind.SINGLES
    assert returning_entrants_of(series) == []


def test_creating_without_template_or_last_event_is_refused():
    like = open_tournament()
    series = start_weekly_series(like)
    Tournament.objects.filter(pk=like.pk).update(visibility=Visibility.ERASED)
    with pytest.raises(SeriesNeedsSource):
        make(series)


def test_queries_do_not_grow_with_proposals(django_assert_num_queries):
    for pairs in (1, 30):
        series = Series.objects.select_related("like", "template").get(
            pk=start_weekly_series(open_tournament(pairs=pairs)).pk
        )
        with django_assert_num_queries(3):
            returning_entrants_of(series)
