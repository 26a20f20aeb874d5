"""When the nights of a series are, and what became of each."""

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
"""So long before a night its club is asked to make it."""
PLANNED: Final = timedelta(weeks=8)
"""So far ahead nights are told."""
LONGEST_NAME: Final = 120
_A_WEEK: Final = 7


@dataclass(frozen=True)
class Night:
    """A day of a series: its tournament, once it was made, or that there is none: left out, or erased."""

    series: Series
    day: date
    tournament: Tournament | None = None
    skipped: bool = False

    @property
    def open(self) -> bool:
        """Whether it still waits to be made."""
        return self.tournament is None and not self.skipped

    @property
    def published(self) -> Tournament | None:
        """Its tournament, once everybody may look at it."""
        made = self.tournament
        return made if made is not None and made.visibility == Visibility.PUBLIC else None

    @property
    def planned(self) -> bool:
        """Whether it is to come for all that everybody knows: a draft tells nobody more than the plan."""
        return not self.skipped and self.published is None


def with_evenings(series: QuerySet[Series]) -> QuerySet[Series]:
    """Series with what was decided of each of their days, for `nights_of`."""
    return series.prefetch_related("evenings__tournament")


def going_on(clubs: Collection[Club]) -> QuerySet[Series]:
    """The series of clubs that have not ended, with these."""
    return Series.objects.filter(club__in=clubs, ended_at=None).select_related("club").order_by("pk")


def nights_of(series: Series, *, start: date, until: date) -> list[Night]:
    """Its days from start to until, both included; of series `with_evenings` without a query.

    A day that was decided on stays, also where the series has other days by now.
    """
    decided = {one.day: one for one in series.evenings.all() if start <= one.day <= until}
    planned = () if series.ended_at else days_of(series, start=start, until=until)
    return [_night(series, day, decided.get(day)) for day in sorted({*planned, *decided})]


def coming_nights(series: Series, *, today: date) -> list[Night]:
    """Its nights from today on, as far ahead as they are told."""
    return nights_of(series, start=today, until=today + PLANNED)


def next_night(series: Series, *, today: date, within: timedelta = PLANNED) -> Night | None:
    """The next one that waits to be made, if it is not further away."""
    found = nights_of(series, start=today, until=today + within)
    return next((night for night in found if night.open), None)


def played_on(club: Club, day: date) -> QuerySet[Tournament]:
    """What the club plays on a day already, whoever set it up; cancelled ones aside."""
    there = Tournament.objects.standing().filter(club=club, cancelled_at=None)
    return there.filter(first_day__lte=day, last_day__gte=day).order_by("pk")


def days_of(series: Series, *, start: date, until: date) -> Iterator[date]:
    """The days on which the series has a night, in order."""
    monday = series.first_day - timedelta(days=series.first_day.weekday())
    day = max(start, series.first_day)
    while day <= until:
        weeks = (day - monday).days // _A_WEEK
        if day.weekday() in series.days_of_week and weeks % series.every == 0:
            yield day
        day += timedelta(days=1)


def name_of(series: Series, day: date) -> str:
    """How its night of a day is called; a day that the name has no place for stands at its end."""
    for word, language in zip(DAY_WORDS, ("tr", "en"), strict=True):
        if word in series.name:
            return series.name.replace(word, _told(day, language))[:LONGEST_NAME]
    told = f", {date_format(day, 'j F')}"
    return f"{series.name[: LONGEST_NAME - len(told)]}{told}"


def _told(day: date, language: str) -> str:
    return f"{day.day} {MONTHS[language][day.month - 1]}"


def _night(series: Series, day: date, decided: Evening | None) -> Night:
    if decided is None:
        return Night(series, day)
    made = decided.tournament
    if made is None or made.visibility == Visibility.ERASED:
        return Night(series, day, skipped=True)
    return Night(series, day, made)
