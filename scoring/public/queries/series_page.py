"""The public data of club nights."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from scoring.public.queries.tournament_lists import as_listed
from tournaments.models import Club, Series, Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.series.domain.event_dates import Night, coming_nights, going_on, with_evenings


@dataclass(frozen=True)
class NightsPage:
    """A series: coming nights, also skipped ones, and past evenings, newest first."""

    series: Series
    coming: list[Night]
    held: TournamentQuerySet


def read_nights(series: Series, today: date) -> NightsPage:
    """Return a series page in two queries, plus one for the page of `held`."""
    (series_row,) = with_evenings(Series.objects.filter(pk=series.pk).select_related("club"))
    over = Tournament.objects.public().filter(evening__series=series, evening__day__lt=today)
    return NightsPage(series_row, coming_nights(series_row, today=today), as_listed(over).newest_first())


def nights_told(club: Club | None, hosts: Collection[Club], wanted: str) -> list[Series]:
    """Return the series a club page links; none while the page searches a name."""
    return [] if club is None or wanted or club not in hosts else list(going_on([club]))
