"""Which encounters of a tournament a page lists: what is played, what is next, what was decided last."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from scoring.queries.encounters.encounter_cache import TOLD, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.tournament_context import Frame
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet


def read_on_now(
    frame: Frame, *, results: int, playing: bool, beside: Q | None = None
) -> list[EncounterListing]:
    """What is played, or else what each table can begin; what was decided last; and some `beside` these.

    In one query, and one more while nothing is `playing`; in three more where any changed.
    """
    every = Encounter.objects.standing().filter(stage__in=[one.stage.pk for one in frame.stages])
    decided = every.filter(decided_at__isnull=False).exclude(decided_by=DecidedBy.BYE)
    newest = decided.order_by("-decided_at", "-pk").values("pk")[:results]
    at_tables = Q(state=EncounterState.PLAYING) if playing else Q(pk__in=_first_at_tables(every))
    wanted = at_tables | Q(pk__in=newest)
    told = every.filter(wanted if beside is None else wanted | beside).order_by().values_list(*TOLD)
    return listings_of(frame.tournament, told)


def _first_at_tables(every: EncounterQuerySet) -> list[int]:
    """The first encounter that each table can begin, by primary key."""
    ready = every.filter(state=EncounterState.READY, table__isnull=False).order_by("pk")
    first: dict[int | None, Encounter] = {}
    for one in sorted(ready.only("table_id", "started_at", "queue_place"), key=lambda one: one.turn):
        first.setdefault(one.table_id, one)
    return [one.pk for one in first.values()]


def in_play(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those being played, by table."""
    playing = [listing for listing in listings if listing.playing]
    return sorted(playing, key=lambda listing: (table_number(listing), listing.encounter.pk))


def nearest_to_the_end(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those being played, the one with the fewest hands to go first; a match that just began comes last."""
    return sorted(
        in_play(listings),
        key=lambda listing: (
            not listing.current.played,
            -listing.current.number,
            -listing.current.played,
            listing.encounter.pk,
        ),
    )


def newest_results(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those decided at a table or by walkover, the last one first."""
    decided = [
        (listing.encounter.decided_at, listing) for listing in listings if listing.decided and not listing.bye
    ]
    dated = [(at, listing) for at, listing in decided if at is not None]
    return [listing for at, listing in sorted(dated, key=lambda pair: (pair[0], pair[1].encounter.pk))][::-1]
