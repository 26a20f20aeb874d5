from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest
from django.utils.translation import override

from tournaments.event_times import days, ends_at, hours, starts_at, when
from tournaments.models import Club, Tournament

SATURDAY, SUNDAY = date(2026, 11, 21), date(2026, 11, 22)


def tournament(last_day: date = SATURDAY, zone: str = "Europe/Istanbul", **hours_: time) -> Tournament:
    return Tournament(club=Club(time_zone=zone), first_day=SATURDAY, last_day=last_day, **hours_)


@pytest.mark.parametrize(
    ("last_day", "expected"),
    [
        (SATURDAY, "21 November 2026"),
        (SUNDAY, "21–22 November 2026"),
        (date(2026, 12, 1), "21 November – 1 December 2026"),
        (date(2027, 1, 2), "21 November 2026 – 2 January 2027"),
    ],
)
def test_days_name_month_and_year_once(last_day, expected):
    with override("en"):
        assert days(tournament(last_day)) == expected


def test_hours_of_one_day_have_start_end_and_doors():
    with override("en"):
        assert hours(tournament()) == ""
        assert hours(tournament(begins=time(19), ends=time(23))) == "19:00–23:00"
        assert hours(tournament(begins=time(19), doors=time(18, 30))) == (
            "starts at 19:00, doors open at 18:30"
        )


def test_hours_of_several_days_have_the_start_only():
    with override("en"):
        assert hours(tournament(SUNDAY, begins=time(10), ends=time(18))) == "starts at 10:00"


def test_when_is_days_and_hours():
    with override("tr"):
        assert when(tournament(begins=time(19), ends=time(23))) == "21 Kasım 2026, 19:00–23:00"
        assert when(tournament()) == "21 Kasım 2026"


@pytest.mark.parametrize(
    ("last_day", "begins", "ends", "expected"),
    [
        (SATURDAY, time(19), time(23), datetime(2026, 11, 21, 20, tzinfo=UTC)),
        (SATURDAY, time(19), time(1), datetime(2026, 11, 21, 22, tzinfo=UTC)),
        (SATURDAY, time(19), time(19), datetime(2026, 11, 22, 16, tzinfo=UTC)),
        (SATURDAY, time(19), None, datetime(2026, 11, 21, 21, tzinfo=UTC)),
        (SUNDAY, time(19), time(17), datetime(2026, 11, 22, 14, tzinfo=UTC)),
        (SUNDAY, time(19), time(1), datetime(2026, 11, 22, 22, tzinfo=UTC)),
    ],
)
def test_end_is_on_the_last_day_or_in_its_night(last_day, begins, ends, expected):
    given = {name: value for name, value in (("begins", begins), ("ends", ends)) if value}
    assert ends_at(tournament(last_day, **given)) == expected


def test_start_is_in_the_time_zone_of_the_club():
    assert starts_at(tournament(zone="Europe/Berlin", begins=time(19))) == datetime(
        2026, 11, 21, 18, tzinfo=UTC
    )
    assert starts_at(tournament()) is None
