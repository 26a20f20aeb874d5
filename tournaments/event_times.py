"""When and where a tournament takes place: texts in the reader's language, moments in the club's zone."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament

NIGHT_ENDS: Final = time(6)
"""An end before it belongs to the night that begins on the last day."""
_CLOCK: Final = "%H:%M"


def days(tournament: Tournament) -> str:
    """Return “21–22 November 2026”, for example."""
    first, last = tournament.first_day, tournament.last_day
    if first == last:
        return date_format(last, "j F Y")
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{date_format(last, 'j F Y')}"
    return (
        f"{date_format(first, 'j F' if first.year == last.year else 'j F Y')} – {date_format(last, 'j F Y')}"
    )


def hours(tournament: Tournament) -> str:
    """Return “19:00–23:00, doors open at 18:30”, for example; of several days without the end."""
    begins, ends = tournament.begins, tournament.ends
    parts = []
    if begins and ends and tournament.first_day == tournament.last_day:
        parts.append(f"{begins:{_CLOCK}}–{ends:{_CLOCK}}")
    elif begins:
        parts.append(_("starts at %(time)s") % {"time": f"{begins:{_CLOCK}}"})
    if tournament.doors:
        parts.append(_("doors open at %(time)s") % {"time": f"{tournament.doors:{_CLOCK}}"})
    return ", ".join(parts)


def when(tournament: Tournament) -> str:
    return ", ".join(filter(None, (days(tournament), hours(tournament))))


def day_and_place(tournament: Tournament) -> str:
    return " · ".join(part for part in (when(tournament), tournament.venue or tournament.club.name) if part)


def starts_at(tournament: Tournament) -> datetime | None:
    if tournament.begins is None:
        return None
    return datetime.combine(tournament.first_day, tournament.begins, ZoneInfo(tournament.club.time_zone))


def ends_at(tournament: Tournament) -> datetime:
    """Return the end in the club's time zone; without one, that of the last day.

    An end that isn't after the start is on the next day; with several days, only one before 6:00.
    """
    begins, ends = tournament.begins, tournament.ends
    one_day = tournament.first_day == tournament.last_day
    next_day = ends is None or (begins is not None and ends <= begins and (one_day or ends < NIGHT_ENDS))
    day = tournament.last_day + timedelta(days=next_day)
    return datetime.combine(day, ends or time(), ZoneInfo(tournament.club.time_zone))
