from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from scoring.ledger.seating import advancing_from_table
from scoring.queries.bracket_links import BracketLinks, RoundNeighbours, bracket_links_of, round_neighbours
from scoring.queries.decision_reasons import DecisionReason, decision_reasons_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import SIDES, with_scores
from scoring.queries.rounds import RoundKey, RoundName, TieName, read_round_names, tie_name_of
from tournaments.models import Encounter, EntrantPlayer, Tournament


@dataclass(frozen=True)
class EncounterView:
    """An encounter as its page shows it, with the number of those before it at its table."""

    listing: EncounterListing
    tournament: Tournament
    tie: TieName | None
    ahead: int
    names: Mapping[RoundKey, RoundName]
    sent_on: int | None = None

    @property
    def reopened(self) -> bool:
        return self.encounter.reopened_at is not None and not self.listing.decided

    @property
    def first_places(self) -> int:
        return self.sent_on or 1

    @property
    def encounter(self) -> Encounter:
        return self.listing.encounter


@dataclass(frozen=True)
class EncounterLinks:
    ways: BracketLinks
    grounds: Sequence[DecisionReason]
    beside: RoundNeighbours | None


def read_encounter_links(view: EncounterView) -> EncounterLinks:
    listing = view.listing
    return EncounterLinks(
        bracket_links_of(listing, view.names), decision_reasons_of(listing), round_neighbours(view.encounter)
    )


def read_encounter(encounter_id: UUID) -> EncounterView:
    """Read an encounter by public id in a constant number of queries.

    Raises Encounter.DoesNotExist.
    """
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    seated = SIDES.prefetch_related(Prefetch("entrant__roster", roster))
    related = Encounter.objects.select_related("stage__tournament__club", "stage__tournament__rule_book")
    listings = with_scores(related.filter(public_id=encounter_id), sides=seated)
    if not listings:
        raise Encounter.DoesNotExist
    listing = listings[0]
    encounter = listing.encounter
    round_names = {} if encounter.group_id is not None else read_round_names([encounter.stage])
    return EncounterView(
        listing=listing,
        tournament=encounter.stage.tournament,
        tie=tie_name_of(encounter, round_names),
        ahead=_ahead(encounter) if listing.ready else 0,
        names=round_names,
        sent_on=advancing_from_table(encounter),
    )


def _ahead(encounter: Encounter) -> int:
    return (
        Encounter.objects.undecided()
        .filter(table=encounter.table_id, queue_place__lt=encounter.queue_place or 0)
        .count()
    )
