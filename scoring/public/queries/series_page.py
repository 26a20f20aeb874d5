"""Club nights, as everybody reads of them."""

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
    """A series: its nights to come, with those left out, and its evenings before today, newest first."""

    series: Series
    coming: list[Night]
    held: TournamentQuerySet


def read_nights(series: Series, today: date) -> NightsPage:
    """Everything that a series' page tells, in two queries and one for what is shown of `held`."""
    (found,) = with_evenings(Series.objects.filter(pk=series.pk).select_related("club"))
    over = Tournament.objects.public().filter(evening__series=series, evening__day__lt=today)
    return NightsPage(found, coming_nights(found, today=today), as_listed(over).newest_first())


def nights_told(club: Club | None, hosts: Collection[Club], wanted: str) -> list[Series]:
    """The series that the page of a club leads to; none where the page looks for a name."""
    return [] if club is None or wanted or club not in hosts else list(going_on([club]))
