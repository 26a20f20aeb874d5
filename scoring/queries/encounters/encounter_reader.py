from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from scoring.queries.encounters.encounter_list import TWO_SIDES, EncounterListing, table_number
from scoring.queries.encounters.match_totals import MatchListing, read_scores
from scoring.queries.round_names import TieName, read_tie_names, tie_names
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import DecidedBy, EncounterState
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Encounter, EncounterSide, Tournament
from tournaments.models.encounter import EncounterQuerySet

SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")
LISTING_SECONDS = 3_600.0

ListingVersion = tuple[int, int]
"""An encounter's primary key and the number of notifications for its own hands."""

VERSION_FIELDS: Final = ("pk", "hand_changes")


class ListingKey(NamedTuple):
    """Depends only on its tournament's acts and its own hands."""

    tournament: UUID
    acts: int
    listing_version: ListingVersion


def read_cached_listings(
    tournament: Tournament, listing_versions: Iterable[ListingVersion]
) -> list[EncounterListing]:
    """Read like `read_listings_as_shown`, from the store if possible, in playing order.

    Read versions after the tournament, so that no listing is older than its version.
    """
    keys = {
        version[0]: ListingKey(tournament.public_id, tournament.other_changes, version)
        for version in listing_versions
    }
    listings = fragment_store.find_many(keys.values())
    missing = [pk for pk, key in keys.items() if key not in listings]
    if missing:
        read = read_listings_as_shown(Encounter.objects.filter(pk__in=missing))
        fresh = {keys[listing.encounter.pk]: listing for listing in read}
        fragment_store.store_many(fresh, seconds=LISTING_SECONDS)
        listings |= fresh
    return sorted(listings.values(), key=lambda listing: listing.order)


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


def read_all_listings(tournament: Tournament) -> list[EncounterListing]:
    active = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    return read_cached_listings(tournament, active.order_by().values_list(*VERSION_FIELDS))


def read_listings(tournament: Tournament, *, annulled: bool = False) -> list[EncounterListing]:
    """In three queries."""
    encounters = Encounter.objects.all() if annulled else Encounter.objects.not_annulled()
    listed = _load_encounters(encounters.filter(stage__tournament=tournament))
    scores = read_scores([encounter.pk for encounter in listed])
    return _build_listings(listed, scores, lambda: tie_names(listed))


def read_fixtures(tournament: Tournament) -> list[EncounterListing]:
    """Without matches, in two queries."""
    listed = _load_encounters(Encounter.objects.not_annulled().filter(stage__tournament=tournament))
    return _build_listings(listed, {}, lambda: tie_names(listed))


def read_fixtures_among(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Without matches, in two queries."""
    listed = _load_encounters(encounters)
    return _build_listings(listed, {}, lambda: read_tie_names(_feeder_keys(listed)))


def read_scored_listings(
    encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] | None = None
) -> list[EncounterListing]:
    """In three queries."""
    listed = _load_encounters(encounters, sides)
    scores = read_scores([encounter.pk for encounter in listed])
    return _build_listings(listed, scores, lambda: read_tie_names(_feeder_keys(listed)))


def read_listings_as_shown(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Read listings; decided ones of two sides and several matches in a group come without their matches."""
    listed = _load_encounters(encounters)
    scored = [
        encounter.pk
        for encounter in listed
        if encounter.state != EncounterState.DECIDED or _matches_shown(encounter)
    ]
    scores = read_scores(scored)
    return _build_listings(listed, scores, lambda: read_tie_names(_feeder_keys(listed)))


def _matches_shown(decided: Encounter) -> bool:
    stage = decided.stage
    return decided.group_id is None or stage.best_of == 1 or len(stage.letters) > TWO_SIDES


def _load_encounters(
    encounters: EncounterQuerySet, sides: QuerySet[EncounterSide] | None = None
) -> list[Encounter]:
    """Load in playing order; `sides` replaces the default query of sides."""
    rows = encounters.select_related("stage", "group", "table")
    listed = list(rows.order_by("stage__position", "round", "group__position", "position", "pk"))
    prefetch_related_objects(listed, Prefetch("sides", SIDES if sides is None else sides))
    return listed


def _build_listings(
    listed: Sequence[Encounter],
    scores: Mapping[int, list[MatchListing]],
    names: Callable[[], Mapping[int, TieName]],
) -> list[EncounterListing]:
    """Build listings; `scores` are by primary key, tie names are computed on demand."""
    cached_names = cache(names)
    return [
        EncounterListing(
            encounter, tuple(encounter.sides.all()), tuple(scores.get(encounter.pk, ())), cached_names
        )
        for encounter in listed
    ]


def _feeder_keys(encounters: Iterable[Encounter]) -> set[int]:
    sides = (side for encounter in encounters for side in encounter.sides.all())
    return {side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id}


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
