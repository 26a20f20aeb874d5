from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, When
from django.utils import timezone

from tournaments.enums import TournamentState
from tournaments.models import Club, Entrant, EntrantPlayer, GroupPlace, SignUp, Tournament
from tournaments.models.aggregate_subqueries import count_subquery
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.names import matches_search


def listed_tournaments(state: TournamentState) -> TournamentQuerySet:
    """Newest first; cancelled ones count as finished."""
    over = Q(state=TournamentState.FINISHED) | Q(cancelled_at__isnull=False)
    condition = over if state == TournamentState.FINISHED else Q(state=state, cancelled_at=None)
    return with_list_data(Tournament.objects.public().filter(condition)).newest_first()


def with_list_data(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Add club, champion, number of entrants (`pairs`) and the state of sign-up.

    `sign_up_open`, `sign_up_closes_at` and `capacity` matter before the draw only. A deadline after the first
    day is None: the draw ends sign-up before it.
    """
    in_time = When(sign_up__closes_at__date__lte=F("first_day"), then=F("sign_up__closes_at"))
    open_to_all = SignUp.objects.open_at(timezone.now()).filter(tournament=OuterRef("pk"))
    return tournaments.select_related("club", "champion").annotate(
        pairs=count_subquery(Entrant.objects.filter(tournament=OuterRef("pk"))),
        sign_up_open=Exists(open_to_all),
        sign_up_closes_at=Case(in_time),
        capacity=F("sign_up__capacity"),
    )


def years_with_tournaments() -> list[int]:
    years = Tournament.objects.public().values_list("first_day__year", flat=True).distinct()
    return sorted(years, reverse=True)


def read_clubs() -> tuple[list[Club], list[Club]]:
    """Return all, and those with a listed tournament, in one query."""
    listed = Tournament.objects.public().filter(club=OuterRef("pk"))
    every_club = Club.objects.annotate(hosts=Exists(listed)).order_by("pk")
    clubs = sorted(every_club, key=lambda club: (turkish_order(club.name), club.pk))
    return list(clubs), [club for club in clubs if club.hosts]


def read_entrants(
    tournament: Tournament, among: Collection[int] | None = None
) -> list[tuple[Entrant, GroupPlace | None]]:
    """Return entrants by name, players prefetched, with the latest stage's group place (None before a draw).

    `among` are primary keys; None means all.
    """
    chosen = tournament.entrants.all() if among is None else tournament.entrants.filter(pk__in=among)
    places = GroupPlace.objects.filter(group__stage__tournament=tournament, entrant__in=chosen.values("pk"))
    in_order = places.select_related("group__stage").order_by("group__stage__position", "pk")
    placed = {place.entrant_id: place for place in in_order}
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    entrants = chosen.prefetch_related(Prefetch("roster", roster)).order_by("number")
    by_name = sorted(entrants, key=lambda entrant: (turkish_order(entrant.name), entrant.number))
    return [(entrant, placed.get(entrant.pk)) for entrant in by_name]


def names_in_order(tournament: Tournament) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return primary key, name and players' names, by name, in two queries."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("place", "pk")
    for entrant, name in roster.values_list("entrant", "player__name"):
        players[entrant].append(name)
    entrants = tournament.entrants.order_by("number").values_list("pk", "name")
    rows = [(key, name, tuple(players[key])) for key, name in entrants]
    return sorted(rows, key=lambda row: turkish_order(row[1]))


def find_entrants(tournament: Tournament, search_text: str) -> list[Entrant]:
    keys = [
        key
        for key, name, players in names_in_order(tournament)
        if matches_search(search_text, [name, *players])
    ]
    entrants = tournament.entrants.in_bulk(keys)
    return [entrants[key] for key in keys]
