from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from scoring.queries.encounters.encounter_cache import VERSION_FIELDS, read_cached_listings
from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet


def read_current_and_next(
    context: TournamentContext, *, results: int, anything_playing: bool, also: Q | None = None
) -> list[EncounterListing]:
    """Read encounters in play, the newest `results` without byes, and `also`.

    Unless `anything_playing`, each table's first instead of those in play.
    """
    all_active = Encounter.objects.not_annulled().filter(
        stage__in=[stage.stage.pk for stage in context.stages]
    )
    decided = all_active.filter(decided_at__isnull=False).exclude(decided_by=DecidedBy.BYE)
    newest = decided.order_by("-decided_at", "-pk").values("pk")[:results]
    at_tables = (
        Q(state=EncounterState.PLAYING) if anything_playing else Q(pk__in=_first_at_tables(all_active))
    )
    selected = at_tables | Q(pk__in=newest)
    versions = (
        all_active.filter(selected if also is None else selected | also)
        .order_by()
        .values_list(*VERSION_FIELDS)
    )
    return read_cached_listings(context.tournament, versions)


def _first_at_tables(encounters: EncounterQuerySet) -> list[int]:
    ready = encounters.filter(state=EncounterState.READY, table__isnull=False).order_by("pk")
    first: dict[int | None, Encounter] = {}
    for encounter in sorted(
        ready.only("table_id", "state", "started_at", "queue_place"), key=lambda encounter: encounter.turn
    ):
        first.setdefault(encounter.table_id, encounter)
    return [encounter.pk for encounter in first.values()]


def listings_in_play(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    playing = [listing for listing in listings if listing.playing]
    return sorted(playing, key=lambda listing: (table_number(listing), listing.encounter.pk))


def listings_by_progress(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Return the listings in play, furthest first, by match then hands; those without a hand last."""
    return sorted(
        listings_in_play(listings),
        key=lambda listing: (
            not listing.current.played,
            -listing.current.number,
            -listing.current.played,
            listing.encounter.pk,
        ),
    )


def newest_results(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Newest first, without byes."""
    decided = [
        (listing.encounter.decided_at, listing) for listing in listings if listing.decided and not listing.bye
    ]
    dated = [(at, listing) for at, listing in decided if at is not None]
    return [listing for at, listing in sorted(dated, key=lambda pair: (pair[0], pair[1].encounter.pk))][::-1]
