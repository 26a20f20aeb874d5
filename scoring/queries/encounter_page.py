from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from scoring.ledger.seating import advancing_from_table
from scoring.queries.bracket_links import (
    BracketLinks,
    RoundNeighbours,
    read_bracket_links,
    read_round_neighbours,
)
from scoring.queries.decision_reasons import DecisionReason, read_decision_reasons
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import SIDES, read_scored_listings
from scoring.queries.player_labels import make_names_distinct
from scoring.queries.round_names import RoundKey, RoundName, TieName, read_round_names, tie_name_of
from tournaments.models import Encounter, EntrantPlayer, Tournament


@dataclass(frozen=True)
class EncounterView:
    """With the number of encounters before it at its table."""

    listing: EncounterListing
    tournament: Tournament
    tie: TieName | None
    encounters_ahead: int
    names: Mapping[RoundKey, RoundName]
    advancing_count: int | None = None

    @property
    def reopened(self) -> bool:
        return self.encounter.reopened_at is not None and not self.listing.decided

    @property
    def first_places(self) -> int:
        return self.advancing_count or 1

    @property
    def encounter(self) -> Encounter:
        return self.listing.encounter


@dataclass(frozen=True)
class EncounterLinks:
    bracket_links: BracketLinks
    decision_reasons: Sequence[DecisionReason]
    neighbours: RoundNeighbours | None


def read_encounter_links(view: EncounterView) -> EncounterLinks:
    listing = view.listing
    return EncounterLinks(
        read_bracket_links(listing, view.names),
        read_decision_reasons(listing),
        read_round_neighbours(view.encounter),
    )


def read_encounter(encounter_id: UUID) -> EncounterView:
    """Read what an encounter's page shows; visibility isn't checked. Raises Encounter.DoesNotExist."""
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    seated = SIDES.prefetch_related(Prefetch("entrant__roster", roster))
    related = Encounter.objects.select_related("stage__tournament__club", "stage__tournament__rule_book")
    listings = read_scored_listings(related.filter(public_id=encounter_id), sides=seated)
    if not listings:
        raise Encounter.DoesNotExist
    listing = listings[0]
    make_names_distinct(player for side in listing.sides for player in side.players)
    encounter = listing.encounter
    round_names = {} if encounter.group_id is not None else read_round_names([encounter.stage])
    return EncounterView(
        listing=listing,
        tournament=encounter.stage.tournament,
        tie=tie_name_of(encounter, round_names),
        encounters_ahead=_count_encounters_ahead(encounter) if listing.ready else 0,
        names=round_names,
        advancing_count=advancing_from_table(encounter),
    )


def _count_encounters_ahead(encounter: Encounter) -> int:
    return (
        Encounter.objects.undecided()
        .filter(table=encounter.table_id, queue_place__lt=encounter.queue_place or 0)
        .count()
    )
