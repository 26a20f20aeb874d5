from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.enums import Visibility
from tournaments.models import Blueprint, Club, Evening, Tournament
from tournaments.models.blueprint import DATE_PLACEHOLDERS, BlueprintQuerySet
from tournaments.naming.dates_in_names import MONTHS
from tournaments.setup.domain.tournament_settings import LONGEST_NAME

PROPOSAL_PERIOD: Final = timedelta(days=7)
"""How long before an event the club is asked to create it."""
ANNOUNCED_PERIOD: Final = timedelta(weeks=8)
"""How far ahead events are announced."""
_A_WEEK: Final = 7


@dataclass(frozen=True)
class SeriesEvent:
    """`day` is a day of the series; the tournament may have moved to another one."""

    blueprint: Blueprint
    day: date
    tournament: Tournament | None = None
    skipped: bool = False
    evening: Evening | None = None

    @property
    def held_on(self) -> date:
        return self.tournament.first_day if self.tournament is not None else self.day

    @property
    def moved(self) -> bool:
        return self.held_on != self.day

    @property
    def open(self) -> bool:
        return self.tournament is None and not self.skipped

    @property
    def takes_place(self) -> bool:
        return self.tournament is not None and not self.tournament.cancelled

    @property
    def published_tournament(self) -> Tournament | None:
        tournament = self.tournament
        return tournament if tournament is not None and tournament.visibility == Visibility.PUBLIC else None

    @property
    def called_off(self) -> bool:
        """Skipped, withdrawn, or cancelled before it was published."""
        cancelled = self.tournament is not None and self.tournament.cancelled
        return self.skipped or self.withdrawn or (cancelled and self.published_tournament is None)

    @property
    def withdrawn(self) -> bool:
        """A draft of an ended series: only calendars that had it show it, crossed out."""
        draft = self.tournament is not None and self.published_tournament is None
        return draft and self.blueprint.ended_at is not None

    @property
    def was_announced(self) -> bool:
        """Unless the series ended before calendars had the day."""
        ended_at = self.blueprint.ended_at
        if ended_at is None:
            return True
        ended_on = timezone.localdate(ended_at, ZoneInfo(self.blueprint.club.time_zone))
        return self.day <= ended_on + ANNOUNCED_PERIOD

    @property
    def planned(self) -> bool:
        """The public sees it as upcoming: a draft shows no more than the plan."""
        return not self.called_off and self.published_tournament is None

    @property
    def dropped(self) -> bool:
        """Announced once, but the series has ended or no longer has this day."""
        if self.evening is None or self.evening.tournament_id is not None:
            return False
        return self.day not in series_days(self.blueprint, start=self.day, until=self.day)


def prefetch_decided_days(blueprints: BlueprintQuerySet) -> BlueprintQuerySet:
    return blueprints.prefetch_related("evenings__tournament")


def active_series(clubs: Collection[Club]) -> BlueprintQuerySet:
    repeating = Blueprint.objects.in_use().exclude(weekdays="")
    return repeating.filter(club__in=clubs).select_related("club").order_by("pk")


def announced_series(club: Club, *, today: date) -> BlueprintQuerySet:
    """Return active series, and ended ones with nights that calendars still have."""
    announced = Q(ended_at=None) | Q(evenings__day__gte=today)
    return Blueprint.objects.series().filter(announced, club=club).order_by("pk")


def events_of(
    blueprint: Blueprint, *, start: date, until: date, with_dropped: bool = False
) -> list[SeriesEvent]:
    """Return planned, decided and skipped events by the day held; moved ones if either day is in the period.

    An ended series plans none. Decided ones may be on days that the series no longer has, skipped ones of
    these only `with_dropped`. `until` counts. `prefetch_decided_days` saves the query.
    """
    decided = [_build_event(blueprint, evening) for evening in blueprint.evenings.all()]
    decided = [event for event in decided if with_dropped or not event.dropped]
    taken = {event.day for event in decided} | {event.held_on for event in decided if event.takes_place}
    days = series_days(blueprint, start=start, until=until)
    events = [SeriesEvent(blueprint, day) for day in days if day not in taken]
    events += [event for event in decided if start <= event.day <= until or start <= event.held_on <= until]
    return sorted(events, key=lambda event: (event.held_on, event.day))


def upcoming_events(blueprint: Blueprint, *, today: date, with_dropped: bool = False) -> list[SeriesEvent]:
    events = events_of(blueprint, start=today, until=today + ANNOUNCED_PERIOD, with_dropped=with_dropped)
    return [event for event in events if event.held_on >= today]


def next_open_event(
    blueprint: Blueprint, *, today: date, within: timedelta = ANNOUNCED_PERIOD
) -> SeriesEvent | None:
    return next(iter(open_events(blueprint, today=today, within=within)), None)


def open_events(
    blueprint: Blueprint, *, today: date, within: timedelta = ANNOUNCED_PERIOD
) -> list[SeriesEvent]:
    events = events_of(blueprint, start=today, until=today + within)
    return [event for event in events if event.open]


def tournaments_in_period(club: Club, *, first: date, last: date) -> QuerySet[Tournament]:
    """Return those that aren't cancelled; both days count."""
    active = Tournament.objects.not_erased().filter(club=club, cancelled_at=None)
    return active.filter(first_day__lte=last, last_day__gte=first).order_by("pk")


def series_days(blueprint: Blueprint, *, start: date, until: date) -> Iterator[date]:
    """Yield none if the blueprint doesn't repeat, or has ended."""
    first = blueprint.first_day
    if not blueprint.repeats or first is None:
        return
    monday = first - timedelta(days=first.weekday())
    day = max(start, first)
    while day <= until:
        weeks = (day - monday).days // _A_WEEK
        if day.weekday() in blueprint.days_of_week and weeks % blueprint.every == 0:
            yield day
        day += timedelta(days=1)


def event_name(blueprint: Blueprint, day: date) -> str:
    """Without a placeholder, the day comes at the end."""
    named = name_on_day(blueprint, day)
    if named:
        return named
    suffix = f", {date_format(day, 'j F')}"
    return f"{blueprint.name[: LONGEST_NAME - len(suffix)]}{suffix}"


def name_on_day(blueprint: Blueprint, day: date) -> str:
    """Return "" without a placeholder."""
    for language, placeholder in DATE_PLACEHOLDERS.items():
        if placeholder in blueprint.name:
            return blueprint.name.replace(placeholder, _format_day(day, language))[:LONGEST_NAME]
    return ""


def _format_day(day: date, language: str) -> str:
    return f"{day.day} {MONTHS[language][day.month - 1]}"


def _build_event(blueprint: Blueprint, evening: Evening) -> SeriesEvent:
    tournament = evening.tournament
    if tournament is None or tournament.visibility == Visibility.ERASED:
        return SeriesEvent(blueprint, evening.day, skipped=True, evening=evening)
    return SeriesEvent(blueprint, evening.day, tournament, evening=evening)
