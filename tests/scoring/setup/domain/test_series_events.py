"""A club night made: like the one before it or by a template, with whoever comes, and once."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from scoring.models import ScreenSettings
from scoring.setup.domain.series_events import last_of, make_night, who_may_come
from tests.factories import NOW, open_tournament
from tournaments.checkin.domain.presence import mark
from tournaments.enums import EntrantKind, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Evening, Series, Tournament
from tournaments.series.domain.series_changes import (
    NightIsMade,
    NoSuchNight,
    NothingToBeginWith,
    Rhythm,
    start_series,
)
from tournaments.setup.domain.templates import keep_template
from tournaments.setup.domain.tournament_settings import settings_of

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


def weekly(like: Tournament, *, template: bool = False) -> Series:
    kept = keep_template(tournament=like, name="Salı", by=CONSOLE, at=NOW) if template else None
    rhythm = Rhythm("Salı gecesi {tarih}", (1,), 1, TUESDAY, time(19), time(23), kept, None if kept else like)
    return start_series(club=like.club, rhythm=rhythm, by=CONSOLE, at=NOW)


def make(series: Series, day: date = TUESDAY, entrants: list[Entrant] | None = None) -> Tournament:
    ids = [one.public_id for one in entrants or ()]
    return make_night(series=series, day=day, entrants=ids, by=CONSOLE, at=NOW)


def names(tournament: Tournament) -> list[str]:
    return [one.name for one in tournament.entrants.order_by("number")]


def test_it_is_set_up_as_the_one_before_it_and_so_is_the_next():
    like = open_tournament(tables=3, pairs=4, first_day=TUESDAY, last_day=TUESDAY)
    ScreenSettings.objects.create(tournament=like, seconds=21)
    series = weekly(like)
    made = make(series, entrants=[*like.entrants.order_by("-number")][:3])
    assert (made.name, made.first_day, made.last_day, made.draft) == (
        "Salı gecesi 1 Aralık",
        TUESDAY,
        TUESDAY,
        True,
    )
    assert settings_of(made).tables == 3
    assert names(made) == ["Takım 2", "Takım 3", "Takım 4"]
    assert ScreenSettings.objects.get(tournament=made).seconds == 21
    assert last_of(series) == made
    following = make(series, TUESDAY + WEEK, [*made.entrants.all()])
    assert names(following) == names(made)


def test_by_a_template_it_is_always_set_up_by_that():
    like = open_tournament(tables=3, pairs=3)
    series = weekly(like, template=True)
    made = make(series)
    Tournament.objects.filter(pk=made.pk).update(venue="Başka salon")
    assert make(series, TUESDAY + WEEK).venue == like.venue


def test_a_night_is_made_once_and_only_on_its_day():
    series = weekly(open_tournament())
    make(series)
    with pytest.raises(NightIsMade):
        make(series)
    with pytest.raises(NoSuchNight):
        make(series, TUESDAY + timedelta(days=1))
    assert Evening.objects.filter(series=series).count() == 1


def test_a_night_left_out_can_still_be_made():
    series = weekly(open_tournament())
    Evening.objects.create(series=series, day=TUESDAY, skipped=True)
    made = make(series)
    assert Evening.objects.get(series=series, day=TUESDAY).tournament == made


def test_who_was_in_the_room_is_proposed_first():
    like = open_tournament(pairs=3)
    second = like.entrants.get(number=2)
    assert [one.here for one in who_may_come(weekly(like))] == [True, True, True]
    mark(entrant=second, here=True, by=CONSOLE, at=NOW)
    proposed = [(one.entrant.number, one.here) for one in who_may_come(weekly(like))]
    assert proposed == [(2, True), (1, False), (3, False)]


def test_nobody_is_proposed_where_others_enter():
    series = weekly(open_tournament(pairs=3), template=True)
    make(series, entrants=[])
    assert series.template is not None
    series.template.kind = EntrantKind.SINGLES
    assert who_may_come(series) == []


def test_with_the_last_one_erased_and_no_template_there_is_nothing_to_begin_with():
    like = open_tournament()
    series = weekly(like)
    Tournament.objects.filter(pk=like.pk).update(visibility=Visibility.ERASED)
    with pytest.raises(NothingToBeginWith):
        make(series)


def test_proposals_take_as_many_queries_for_thirty_as_for_one(django_assert_num_queries):
    for pairs in (1, 30):
        series = Series.objects.select_related("like", "template").get(
            pk=weekly(open_tournament(pairs=pairs)).pk
        )
        with django_assert_num_queries(3):
            who_may_come(series)
