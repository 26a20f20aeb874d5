from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.queries.agreement_status import MatchAgreement
from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.models import EncounterSide, Tournament


@dataclass(frozen=True)
class UnconfirmedMatch:
    listing: EncounterListing
    match_agreement: MatchAgreement

    @property
    def missing_sides(self) -> list[EncounterSide]:
        return [side for side in self.listing.sides if not self.match_agreement.is_confirmed_by(side.letter)]


def find_unconfirmed_matches(
    tournament: Tournament, listings: Sequence[EncounterListing], agreements: Iterable[MatchAgreement]
) -> list[UnconfirmedMatch]:
    """Return the matches that wait for a side, longest wait first; none once the tournament is over.

    Protested matches are left out: they are among the calls.
    """
    if tournament.is_over:
        return []
    by_encounter = {listing.encounter.pk: listing for listing in listings}
    waiting = [state for state in agreements if state.closes_at and state.match.encounter_id in by_encounter]
    waiting.sort(key=lambda state: (state.last_change, state.match.pk))
    return [UnconfirmedMatch(by_encounter[state.match.encounter_id], state) for state in waiting]
