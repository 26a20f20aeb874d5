"""Matches that are played and that their sides have still to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.confirmation.domain.agreement_status import MatchStanding
from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.models import EncounterSide


@dataclass(frozen=True)
class Unconfirmed:
    """A match with the sides that have not confirmed it."""

    listing: EncounterListing
    standing: MatchStanding

    @property
    def missing(self) -> list[EncounterSide]:
        return [side for side in self.listing.sides if not self.standing.confirmed_by(side.letter)]


def unconfirmed(
    listings: Sequence[EncounterListing], standings: Iterable[MatchStanding]
) -> list[Unconfirmed]:
    """What waits for a side, the longest wait first. Takes no query.

    A protested match waits for the referee and is one of the calls.
    """
    by_encounter = {listing.encounter.pk: listing for listing in listings}
    waiting = [one for one in standings if one.closes_at and one.match.encounter_id in by_encounter]
    waiting.sort(key=lambda one: (one.last_change, one.match.pk))
    return [Unconfirmed(by_encounter[one.match.encounter_id], one) for one in waiting]
