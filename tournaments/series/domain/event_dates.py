from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.formats import date_format

from tournaments.enums import Visibility
from tournaments.models import Club, Evening, Series, Tournament
from tournaments.models.series import DAY_WORDS
from tournaments.naming.dates_in_names import MONTHS

PROPOSED: Final = timedelta(days=7)
"""How long before an event the club is asked to create it."""
PLANNED: Final = timedelta(weeks=8)
"""How far ahead events are announced."""
LONGEST_NAME: Final = 120
_A_WEEK: Final = 7


@dataclass(frozen=True)
class Night:
    """A day of a series with its tournament, or without one: skipped or erased."""

    series: Series
    day: date
    tournament: Tournament | None = None
    skipped: bool = False

    @property
    def open(self) -> bool:
        return self.tournament is None and not self.skipped

    @property
    def published(self) -> Tournament | None:
        tournament = self.tournament
        return tournament if tournament is not None and tournament.visibility == Visibility.PUBLIC else None

    @property
    def planned(self) -> bool:
        """Whether the public sees it as upcoming: a draft shows no more than the plan."""
        return not self.skipped and self.published is None


def with_evenings(series: QuerySet[Series]) -> QuerySet[Series]:
    """Prefetch the decided days of each series for `nights_of`."""
    return series.prefetch_related("evenings__tournament")


def going_on(clubs: Collection[Club]) -> QuerySet[Series]:
    return Series.objects.filter(club__in=clubs, ended_at=None).select_related("club").order_by("pk")


def nights_of(series: Series, *, start: date, until: date) -> list[Night]:
    """Return the events from start to until, inclusive; runs no query for series from `with_evenings`.

    Decided days stay, even if the series no longer has them.
    """
    decided = {event.day: event for event in series.evenings.all() if start <= event.day <= until}
    planned = () if series.ended_at else days_of(series, start=start, until=until)
    return [_night(series, day, decided.get(day)) for day in sorted({*planned, *decided})]


def coming_nights(series: Series, *, today: date) -> list[Night]:
    return nights_of(series, start=today, until=today + PLANNED)


def next_night(series: Series, *, today: date, within: timedelta = PLANNED) -> Night | None:
    events = nights_of(series, start=today, until=today + within)
    return next((night for night in events if night.open), None)


def played_on(club: Club, day: date) -> QuerySet[Tournament]:
    """Return the club's tournaments of a day, in or outside the series, without cancelled ones."""
    active = Tournament.objects.standing().filter(club=club, cancelled_at=None)
    return active.filter(first_day__lte=day, last_day__gte=day).order_by("pk")


def days_of(series: Series, *, start: date, until: date) -> Iterator[date]:
    monday = series.first_day - timedelta(days=series.first_day.weekday())
    day = max(start, series.first_day)
    while day <= until:
        weeks = (day - monday).days // _A_WEEK
        if day.weekday() in series.days_of_week and weeks % series.every == 0:
            yield day
        day += timedelta(days=1)


def name_of(series: Series, day: date) -> str:
    """Return the name of a day's event; without a placeholder, the day comes at the end."""
    for word, language in zip(DAY_WORDS, ("tr", "en"), strict=True):
        if word in series.name:
            return series.name.replace(word, _told(day, language))[:LONGEST_NAME]
    suffix = f", {date_format(day, 'j F')}"
    return f"{series.name[: LONGEST_NAME - len(suffix)]}{suffix}"


def _told(day: date, language: str) -> str:
    return f"{day.day} {MONTHS[language][day.month - 1]}"


def _night(series: Series, day: date, decided: Evening | None) -> Night:
    if decided is None:
        return Night(series, day)
    tournament = decided.tournament
    if tournament is None or tournament.visibility == Visibility.ERASED:
        return Night(series, day, skipped=True)
    return Night(series, day, tournament)
