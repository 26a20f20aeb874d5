"""All of a day, one a day for a month, one a month for a year."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

ALWAYS_KEPT: Final = 24
ALL_FOR: Final = timedelta(hours=24)
DAILY_FOR: Final = timedelta(days=30)
MONTHLY_FOR: Final = timedelta(days=366)


def find_expired_times(
    times: Sequence[datetime], *, verified: Sequence[datetime], now: datetime
) -> set[datetime]:
    """Return times to delete: not the newest ALWAYS_KEPT, the newest verified, or any younger than ALL_FOR.

    Until DAILY_FOR and MONTHLY_FOR the last of a day or month stays, verified first.
    """
    # The clock may be a year ahead.
    retained, good_times = {*sorted(times)[-ALWAYS_KEPT:], *sorted(verified)[-1:]}, set(verified)
    days: dict[tuple[int, ...], datetime] = {}
    months: dict[tuple[int, ...], datetime] = {}
    for at in sorted(times, key=lambda at: (at in good_times, at)):  # later ones replace earlier ones
        age = now - at
        if age <= ALL_FOR:
            retained.add(at)
        if age <= DAILY_FOR:
            days[at.year, at.month, at.day] = at
        if age <= MONTHLY_FOR:
            months[at.year, at.month] = at
    return set(times) - retained - {*days.values()} - {*months.values()}
