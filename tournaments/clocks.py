"""Stored times, read by a clock that may have been wrong when they were stored, or may be wrong now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

YEARS: Final = range(1990, 2200)
"""Of stored days and moments: a clock may be wrong, but times are added and moved between zones."""
CLOCKS_DIFFER: Final = timedelta(minutes=1)
"""Clocks of machines that serve one site differ by less."""


def is_recent(stored: datetime, *, at: datetime, within: timedelta) -> bool:
    """Whether something happened less than `within` ago. What lies in the future is not recent."""
    return at - within < stored <= at + CLOCKS_DIFFER


def recent(field: str, *, at: datetime, within: timedelta) -> Q:
    """`is_recent` as a condition on a column."""
    return Q(**{f"{field}__gt": at - within, f"{field}__lte": at + CLOCKS_DIFFER})
