"""Listings that were read for the page before: with each hand nothing changes of nearly all encounters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores_shown
from tournaments.models import Encounter, Tournament

Told = tuple[int, int]
"""An encounter by its primary key, and how often its hands alone were told of."""

TOLD: Final = ("pk", "hands_told")
MOST: Final = 8_192
"""Six kilobytes each."""


class Version(NamedTuple):
    """What a list shows of an encounter depends on the acts of its tournament and on its own hands alone."""

    tournament: UUID
    acts: int
    told: Told


class Newest:
    """The listings that were asked for last, at most so many. Any thread may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[Version, EncounterListing] = OrderedDict()

    def of(self, versions: Iterable[Version]) -> dict[Version, EncounterListing]:
        """Those of these that are kept."""
        with self._lock:
            found = {one: self._kept[one] for one in versions if one in self._kept}
            for one in found:
                self._kept.move_to_end(one)
            return found

    def keep(self, listings: Mapping[Version, EncounterListing]) -> None:
        with self._lock:
            self._kept.update(listings)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


newest = Newest(MOST)


def listings_of(tournament: Tournament, told: Iterable[Told]) -> list[EncounterListing]:
    """Encounters of a tournament as `with_scores_shown` reads them: those alone that are not kept.

    `told` was read of them after the tournament was, so that what is kept is never older than its version.
    """
    versions = {one[0]: Version(tournament.public_id, tournament.acts, one) for one in told}
    found = newest.of(versions.values())
    lacking = [pk for pk, version in versions.items() if version not in found]
    if lacking:
        read = with_scores_shown(Encounter.objects.filter(pk__in=lacking))
        made = {versions[one.encounter.pk]: one for one in read}
        newest.keep(made)
        found |= made
    return sorted(found.values(), key=lambda one: one.order)


def every_listing_of(tournament: Tournament) -> list[EncounterListing]:
    """All of its encounters that stand, as `listings_of` gives them."""
    standing = Encounter.objects.standing().filter(stage__tournament=tournament)
    return listings_of(tournament, standing.order_by().values_list(*TOLD))
