from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.backups.retention import ALWAYS_KEPT, find_expired_times

NOW = datetime(2026, 11, 26, 12, 30, tzinfo=ZoneInfo("Europe/Istanbul"))


def hourly(days: int) -> list[datetime]:
    return [NOW - timedelta(hours=hours) for hours in range(24 * days)]


def kept_backups(times: list[datetime], good: list[datetime] | None = None) -> list[datetime]:
    return sorted(set(times) - find_expired_times(times, verified=times if good is None else good, now=NOW))


def test_retention_is_all_for_a_day_daily_for_a_month_and_monthly_for_a_year():
    remaining = kept_backups(hourly(800))
    assert sum(NOW - at <= timedelta(hours=24) for at in remaining) == 25
    older = [at for at in remaining if NOW - at > timedelta(hours=24)]
    assert len({at.date() for at in older if NOW - at <= timedelta(days=30)}) == 29
    assert [at for at in remaining if NOW - at > timedelta(days=367)] == []
    months = {(at.year, at.month) for at in remaining}
    assert len(months) == 13


def test_last_good_backup_of_a_day_is_kept():
    new = hourly(1)
    day = [NOW - timedelta(days=5, hours=hours) for hours in range(3)]
    assert kept_backups([*new, *day]) == sorted([*new, day[0]])
    assert kept_backups([*new, *day], good=[NOW, day[2]]) == sorted([*new, day[2]])


@pytest.mark.parametrize("years", [1, 2, -1, -2])
def test_wrong_clock_expires_none_of_the_newest(years: int):
    times = hourly(3)
    expired_times = find_expired_times(times, verified=times, now=NOW + years * timedelta(days=366))
    assert not expired_times & set(times[:ALWAYS_KEPT])


@given(st.lists(st.integers(0, 20_000), min_size=1), st.data())
def test_newest_and_newest_good_backup_never_expire(ages: list[int], data: st.DataObject):
    times = [NOW - timedelta(hours=age) for age in ages]
    good = data.draw(st.lists(st.sampled_from(times)))
    remaining = kept_backups(times, good)
    assert max(times) in remaining
    assert not good or max(good) in remaining
    assert kept_backups(remaining, [time for time in good if time in remaining]) == remaining
