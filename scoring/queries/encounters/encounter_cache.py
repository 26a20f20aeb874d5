from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings_as_shown
from tournaments.models import Encounter, Tournament

ListingVersion = tuple[int, int]
"""An encounter's primary key and the number of notifications for its own hands."""

VERSION_FIELDS: Final = ("pk", "hand_changes")
MAX_LISTINGS: Final = 8_192
"""Six kilobytes each."""


class ListingKey(NamedTuple):
    """Depends only on its tournament's acts and its own hands."""

    tournament: UUID
    acts: int
    listing_version: ListingVersion


class ListingCache:
    """Thread-safe least-recently-used cache."""

    def __init__(self, max_listings: int) -> None:
        self._most = max_listings
        self._lock = Lock()
        self._kept: OrderedDict[ListingKey, EncounterListing] = OrderedDict()

    def find_listings(self, versions: Iterable[ListingKey]) -> dict[ListingKey, EncounterListing]:
        with self._lock:
            cached = {version: self._kept[version] for version in versions if version in self._kept}
            for version in cached:
                self._kept.move_to_end(version)
            return cached

    def store_listings(self, listings: Mapping[ListingKey, EncounterListing]) -> None:
        with self._lock:
            self._kept.update(listings)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


listing_cache = ListingCache(MAX_LISTINGS)


def read_cached_listings(
    tournament: Tournament, listing_versions: Iterable[ListingVersion]
) -> list[EncounterListing]:
    """Read like `read_listings_as_shown`, from the cache if possible, in playing order.

    Read versions after the tournament, so that no listing is older than its version.
    """
    versions = {
        key[0]: ListingKey(tournament.public_id, tournament.other_changes, key) for key in listing_versions
    }
    cached = listing_cache.find_listings(versions.values())
    missing = [pk for pk, version in versions.items() if version not in cached]
    if missing:
        read = read_listings_as_shown(Encounter.objects.filter(pk__in=missing))
        fresh = {versions[listing.encounter.pk]: listing for listing in read}
        listing_cache.store_listings(fresh)
        cached |= fresh
    return sorted(cached.values(), key=lambda listing: listing.order)


def read_all_listings(tournament: Tournament) -> list[EncounterListing]:
    active = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    return read_cached_listings(tournament, active.order_by().values_list(*VERSION_FIELDS))
