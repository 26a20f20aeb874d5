"""Which backups are kept: all of the last day, one of each day of a month, one of each month of a year.

The newest stay whatever the clock says: one that is a year ahead would let go of all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

NEWEST: Final = 24
ALL_OF: Final = timedelta(hours=24)
DAILY_FOR: Final = timedelta(days=30)
MONTHLY_FOR: Final = timedelta(days=366)


def forgettable(made: Sequence[datetime], *, good: Sequence[datetime], now: datetime) -> set[datetime]:
    """Those that the rule needs no more; never the NEWEST, nor the newest good one.

    Of a day and of a month the last is kept, a good one before others. Days are those of the times' zone.
    """
    kept, well = {*sorted(made)[-NEWEST:], *sorted(good)[-1:]}, set(good)
    days: dict[tuple[int, ...], datetime] = {}
    months: dict[tuple[int, ...], datetime] = {}
    for at in sorted(made, key=lambda one: (one in well, one)):  # a later one replaces those before it
        age = now - at
        if age <= ALL_OF:
            kept.add(at)
        if age <= DAILY_FOR:
            days[at.year, at.month, at.day] = at
        if age <= MONTHLY_FOR:
            months[at.year, at.month] = at
    return set(made) - kept - {*days.values()} - {*months.values()}
