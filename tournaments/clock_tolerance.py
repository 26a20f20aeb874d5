"""A wrong clock may have written stored times."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

ACCEPTED_YEARS: Final = range(1990, 2200)
"""Accepted years; the margins allow for arithmetic and time zones."""
CLOCK_TOLERANCE: Final = timedelta(minutes=1)
"""Clocks of machines of one site differ by less."""


def is_recent(stored: datetime, *, at: datetime, within: timedelta) -> bool:
    """Less than `within` ago, not in the future."""
    return at - within < stored <= at + CLOCK_TOLERANCE


def recent_condition(field: str, *, at: datetime, within: timedelta) -> Q:
    return Q(**{f"{field}__gt": at - within, f"{field}__lte": at + CLOCK_TOLERANCE})
