"""Tournament days as a calendar (RFC 5545, RFC 7986)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vDuration, vText

from tournaments.blueprints.domain.event_dates import SeriesEvent, event_name
from tournaments.event_times import ends_at, hours, starts_at
from tournaments.models import Blueprint, Tournament
from tournaments.stages.time_available import USUAL_END, USUAL_START

REFRESH_INTERVAL: Final = timedelta(hours=6)
"""The refresh interval for programs. Days are changed by people, not by play."""
A_DAY: Final = timedelta(days=1)


def build_calendar(
    name: str,
    tournaments: Iterable[Tournament],
    link: Callable[[Tournament], str],
    *,
    series_events: Iterable[SeriesEvent] = (),
    link_of_series: Callable[[Blueprint], str] = str,
) -> bytes:
    """Return an iCalendar file whose bytes change only with the content.

    Load the tournaments' clubs and series first.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Istaka//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for title in ("name", "x-wr-calname"):
        calendar.add(title, vText(name))
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH_INTERVAL))
    for tournament in tournaments:
        calendar.add_component(_tournament_event(tournament, link(tournament)))
    for series_event in series_events:
        calendar.add_component(_planned_event(series_event, link_of_series(series_event.blueprint)))
    return bytes(calendar.to_ical())


def location_label(tournament: Tournament) -> str:
    return ", ".join(filter(None, (tournament.venue or tournament.club.name, tournament.club.address)))


def night_uid(series: Blueprint, day: date) -> str:
    """The same from the first announcement on, also when it is published or moved."""
    return f"{series.public_id}-{day.isoformat()}"


def _planned_event(series_event: SeriesEvent, link: str) -> Event:
    """Return a planned series event: tentative, or cancelled if called off."""
    series, evening = series_event.blueprint, series_event.evening
    zone = ZoneInfo(series.club.time_zone)
    start, end = series.begins or USUAL_START, series.ends or USUAL_END  # missing once it no longer repeats
    begins = datetime.combine(series_event.held_on, start, zone)
    ends = datetime.combine(series_event.held_on + A_DAY * (end <= start), end, zone)
    event = Event()
    event.add("uid", night_uid(series, series_event.day))
    _add_revision(event, series, *([evening.tournament] if evening and evening.tournament else []))
    event.add("dtstart", begins.astimezone(UTC))
    event.add("dtend", ends.astimezone(UTC))
    event.add("summary", event_name(series, series_event.held_on))
    event.add("location", ", ".join(filter(None, (series.venue or series.club.name, series.club.address))))
    event.add("url", link)
    event.add("status", "CANCELLED" if series_event.called_off else "TENTATIVE")
    event.add("transp", "TRANSPARENT")
    return event


def _tournament_event(tournament: Tournament, link: str) -> Event:
    """Return a tournament's event; without a start, of whole days, including the last.

    The UID is the same on any domain; a series event keeps that of its plan.
    """
    event, begins, evening = Event(), starts_at(tournament), getattr(tournament, "evening", None)
    event.add("uid", night_uid(evening.blueprint, evening.day) if evening else str(tournament.public_id))
    _add_revision(event, tournament, *([evening.blueprint] if evening else []))
    event.add("dtstart", begins.astimezone(UTC) if begins else tournament.first_day)
    event.add("dtend", ends_at(tournament).astimezone(UTC) if begins else tournament.last_day + A_DAY)
    event.add("summary", tournament.name)
    if tournament.doors:
        event.add("description", hours(tournament))
    event.add("location", location_label(tournament))
    event.add("url", link)
    event.add("status", "CANCELLED" if tournament.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event


def _add_revision(event: Event, *sources: Tournament | Blueprint) -> None:
    """Add up a night's revisions in the series and in its tournament, so that publishing raises the sum."""
    revised_at = max(source.revised_at for source in sources)
    event.add("sequence", sum(source.revision for source in sources))
    event.add("last-modified", revised_at)
    event.add("dtstamp", revised_at)
