"""Comparisons with stored times, which a wrong clock may have written."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

YEARS: Final = range(1990, 2200)
"""Years accepted for stored dates; the margins leave space for arithmetic and time zones."""
CLOCKS_DIFFER: Final = timedelta(minutes=1)
"""The largest difference between the clocks of machines that serve one site."""


def is_recent(stored: datetime, *, at: datetime, within: timedelta) -> bool:
    """Return whether something happened less than `within` ago. A time in the future is not recent."""
    return at - within < stored <= at + CLOCKS_DIFFER


def recent(field: str, *, at: datetime, within: timedelta) -> Q:
    """Return `is_recent` as a query condition on a column."""
    return Q(**{f"{field}__gt": at - within, f"{field}__lte": at + CLOCKS_DIFFER})
