from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores_shown
from tournaments.models import Encounter, Tournament

ListingVersion = tuple[int, int]
"""An encounter's primary key and the number of notifications for its own hands."""

VERSION_FIELDS: Final = ("pk", "hands_told")
MAX_LISTINGS: Final = 8_192
"""Six kilobytes each."""


class Version(NamedTuple):
    """A listing depends only on its tournament's acts and its own hands."""

    tournament: UUID
    acts: int
    told: ListingVersion


class ListingCache:
    """Least-recently-used cache, safe for threads."""

    def __init__(self, max_listings: int) -> None:
        self._most = max_listings
        self._lock = Lock()
        self._kept: OrderedDict[Version, EncounterListing] = OrderedDict()

    def of(self, versions: Iterable[Version]) -> dict[Version, EncounterListing]:
        with self._lock:
            cached = {version: self._kept[version] for version in versions if version in self._kept}
            for version in cached:
                self._kept.move_to_end(version)
            return cached

    def keep(self, listings: Mapping[Version, EncounterListing]) -> None:
        with self._lock:
            self._kept.update(listings)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


newest = ListingCache(MAX_LISTINGS)


def listings_of(tournament: Tournament, listing_versions: Iterable[ListingVersion]) -> list[EncounterListing]:
    """Return encounters as `with_scores_shown` does, from the cache if possible.

    Read the versions after the tournament, so that a cached listing is never older than its version.
    """
    versions = {key[0]: Version(tournament.public_id, tournament.acts, key) for key in listing_versions}
    cached = newest.of(versions.values())
    missing = [pk for pk, version in versions.items() if version not in cached]
    if missing:
        read = with_scores_shown(Encounter.objects.filter(pk__in=missing))
        fresh = {versions[listing.encounter.pk]: listing for listing in read}
        newest.keep(fresh)
        cached |= fresh
    return sorted(cached.values(), key=lambda one: one.order)


def every_listing_of(tournament: Tournament) -> list[EncounterListing]:
    active = Encounter.objects.standing().filter(stage__tournament=tournament)
    return listings_of(tournament, active.order_by().values_list(*VERSION_FIELDS))
