from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from scoring.public.queries.tournament_lists import with_list_data
from tournaments.blueprints.domain.event_dates import (
    SeriesEvent,
    active_series,
    prefetch_decided_days,
    upcoming_events,
)
from tournaments.models import Blueprint, Club, Tournament
from tournaments.models.tournament import TournamentQuerySet


@dataclass(frozen=True)
class SeriesPage:
    """Coming nights, also skipped ones, and past evenings, newest first."""

    series: Blueprint
    coming_events: list[SeriesEvent]
    past_tournaments: TournamentQuerySet


def read_series_page(series: Blueprint, today: date) -> SeriesPage:
    """Read a series in two queries, plus one for the page of past events."""
    (series_row,) = prefetch_decided_days(Blueprint.objects.filter(pk=series.pk).select_related("club"))
    past = Tournament.objects.public().filter(evening__blueprint=series, first_day__lt=today)
    coming = [event for event in upcoming_events(series_row, today=today) if not event.withdrawn]
    return SeriesPage(series_row, coming, with_list_data(past).newest_first())


def listed_series(club: Club | None, hosts: Collection[Club], search_text: str) -> list[Blueprint]:
    return [] if club is None or search_text or club not in hosts else list(active_series([club]))
