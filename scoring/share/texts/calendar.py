"""Days of tournaments as a calendar that other programs read and subscribe to (RFC 5545, RFC 7986)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from icalendar import Calendar, Event, vDuration, vText

from tournaments.models import Tournament

ASKED_AGAIN: Final = timedelta(hours=6)
"""How often programs are to look again. Days of an evening change by hand, not by play."""
A_DAY: Final = timedelta(days=1)


def calendar_of(name: str, tournaments: Iterable[Tournament], link: Callable[[Tournament], str]) -> bytes:
    """A calendar with all of these, clubs loaded; the same bytes as long as nothing of it has changed."""
    calendar = Calendar()
    calendar.add("prodid", "-//Istaka//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for title in ("name", "x-wr-calname"):
        calendar.add(title, vText(name))
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(ASKED_AGAIN))
    for tournament in tournaments:
        calendar.add_component(_event(tournament, link(tournament)))
    return bytes(calendar.to_ical())


def where_it_is(tournament: Tournament) -> str:
    """The venue, else the club, with the club's address."""
    return ", ".join(filter(None, (tournament.venue or tournament.club.name, tournament.club.address)))


def _event(tournament: Tournament, link: str) -> Event:
    """Whole days, the last one included; known again by the tournament's own id, wherever it is served."""
    event = Event()
    event.add("uid", str(tournament.public_id))
    event.add("dtstamp", tournament.cancelled_at or tournament.created_at)
    event.add("sequence", 1 if tournament.cancelled else 0)
    event.add("dtstart", tournament.first_day)
    event.add("dtend", tournament.last_day + A_DAY)
    event.add("summary", tournament.name)
    event.add("location", where_it_is(tournament))
    event.add("url", link)
    event.add("status", "CANCELLED" if tournament.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event
