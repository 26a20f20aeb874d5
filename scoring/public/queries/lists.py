"""Tournaments as the first page lists them, and the pairs of one tournament."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Prefetch, Q

from tournaments.enums import TournamentState
from tournaments.models import Club, Entrant, EntrantPlayer, GroupPlace, Tournament
from tournaments.models.counts import count_of
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order


def listed_tournaments(state: TournamentState) -> TournamentQuerySet:
    """Listed tournaments of a state, newest first, with their number of pairs.

    What was cancelled stands among the finished ones, whatever its state.
    """
    over = Q(state=TournamentState.FINISHED) | Q(cancelled_at__isnull=False)
    wanted = over if state == TournamentState.FINISHED else Q(state=state, cancelled_at=None)
    return as_listed(Tournament.objects.public().filter(wanted)).newest_first()


def as_listed(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Tournaments with what a list shows of them: club, champion and number of pairs."""
    return tournaments.select_related("club", "champion").annotate(
        pairs=count_of(Entrant.objects.filter(tournament=OuterRef("pk")))
    )


def years_with_tournaments() -> list[int]:
    """The years in which a listed tournament began, the last one first."""
    found = Tournament.objects.public().values_list("first_day__year", flat=True).distinct()
    return sorted(found, reverse=True)


def read_clubs() -> tuple[list[Club], list[Club]]:
    """Every club of the house by name, and those of which a tournament is listed, in one query."""
    listed = Tournament.objects.public().filter(club=OuterRef("pk"))
    found = Club.objects.annotate(hosts=Exists(listed)).order_by("pk")
    clubs = sorted(found, key=lambda club: (turkish_order(club.name), club.pk))
    return list(clubs), [club for club in clubs if club.hosts]


def read_entrants(tournament: Tournament) -> list[tuple[Entrant, GroupPlace | None]]:
    """Everybody by name, with the players and the last place in a group, in three queries."""
    places = GroupPlace.objects.filter(group__stage__tournament=tournament).select_related("group__stage")
    placed = {place.entrant_id: place for place in places.order_by("group__stage__position", "pk")}
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    entrants = tournament.entrants.prefetch_related(Prefetch("roster", roster)).order_by("number")
    by_name = sorted(entrants, key=lambda entrant: (turkish_order(entrant.name), entrant.number))
    return [(entrant, placed.get(entrant.pk)) for entrant in by_name]
