"""Tournaments as the first page lists them, and the pairs of one tournament."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Prefetch, Q

from tournaments.enums import TournamentState
from tournaments.models import Club, Entrant, EntrantPlayer, GroupPlace, Tournament
from tournaments.models.counts import count_of
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.names import found_by


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


def read_entrants(
    tournament: Tournament, among: Collection[int] | None = None
) -> list[tuple[Entrant, GroupPlace | None]]:
    """Everybody by name, with the players and the last place in a group, in three queries.

    With `among` those alone whose primary keys are in it.
    """
    asked = tournament.entrants.all() if among is None else tournament.entrants.filter(pk__in=among)
    places = GroupPlace.objects.filter(group__stage__tournament=tournament, entrant__in=asked.values("pk"))
    in_order = places.select_related("group__stage").order_by("group__stage__position", "pk")
    placed = {place.entrant_id: place for place in in_order}
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    entrants = asked.prefetch_related(Prefetch("roster", roster)).order_by("number")
    by_name = sorted(entrants, key=lambda entrant: (turkish_order(entrant.name), entrant.number))
    return [(entrant, placed.get(entrant.pk)) for entrant in by_name]


def names_in_order(tournament: Tournament) -> list[tuple[int, str, tuple[str, ...]]]:
    """Everybody by name: primary key, name, and the names of the players; in two queries."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("place", "pk")
    for entrant, name in roster.values_list("entrant", "player__name"):
        players[entrant].append(name)
    entrants = tournament.entrants.order_by("number").values_list("pk", "name")
    found = [(key, name, tuple(players[key])) for key, name in entrants]
    return sorted(found, key=lambda one: turkish_order(one[1]))


def entrants_called(tournament: Tournament, wanted: str) -> list[Entrant]:
    """Those who bear a name that is typed, or whose players do, by name; in three queries."""
    keys = [key for key, name, players in names_in_order(tournament) if found_by(wanted, [name, *players])]
    entrants = tournament.entrants.in_bulk(keys)
    return [entrants[key] for key in keys]
