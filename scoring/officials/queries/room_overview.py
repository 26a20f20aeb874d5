from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Q

from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import BestPlacedTieScope
from scoring.officials.queries.finish_estimate import FinishEstimate, estimate_finish
from scoring.officials.queries.pace_of_play import Arrivals, read_arrivals
from scoring.officials.queries.pending_draws import PendingDraw, find_pending_draws
from scoring.officials.queries.unconfirmed_matches import UnconfirmedMatch, find_unconfirmed_matches
from scoring.queries.agreement_status import (
    EncounterMark,
    build_encounter_marks,
    read_tournament_agreements,
)
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import compute_qualification, read_group_places
from scoring.queries.round_names import RoundName, round_key_of, round_names_of_listings
from scoring.queries.table_queues import (
    EncounterToTake,
    QueuedEncounter,
    TableStatus,
    encounter_to_take,
    read_tables,
)
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from tournaments.formats.pace import Pace
from tournaments.models import Group, Table, TieDecision, Tournament


@dataclass(frozen=True)
class TableInRoom:
    """`hands_ahead` of the room; `ends_at` at the earliest."""

    table: Table
    current: EncounterListing | None
    last_hand_at: datetime | None
    pace: Pace | None
    hands_ahead: int | None
    ends_at: datetime | None
    next_in_queue: QueuedEncounter | None
    waits_for: QueuedEncounter | None
    free: bool


@dataclass(frozen=True)
class RoundInRoom:
    stage: StageContext
    name: RoundName
    round: int
    listings: Sequence[EncounterListing]

    @property
    def address(self) -> str:
        return f"{self.stage.stage.position}-{self.name.part}-{self.round}"

    @property
    def undecided_count(self) -> int:
        return sum(not listing.decided for listing in self.listings)


@dataclass(frozen=True)
class RoomOverview:
    """`closed` tables have nothing left to play; `marks` (by primary key) wait for a confirmation."""

    tournament_context: TournamentContext
    tables: Sequence[TableInRoom]
    closed: Sequence[Table]
    encounter_to_take: EncounterToTake | None
    rounds: Sequence[RoundInRoom]
    groups_needing_lot: Sequence[Group]
    stages_needing_lot: Sequence[StageContext]
    pending_draws: Sequence[PendingDraw]
    decided_ties: Sequence[TieDecision]
    finish_estimate: FinishEstimate
    unconfirmed_matches: Sequence[UnconfirmedMatch]
    marks: Mapping[int, EncounterMark]

    @property
    def ready_encounter_ids(self) -> set[int]:
        return {place.current.encounter.pk for place in self.tables if place.current and place.current.ready}

    @property
    def playing_count(self) -> int:
        return sum(bool(place.current and place.current.playing) for place in self.tables)

    @property
    def decided_count(self) -> int:
        return sum(len(part.listings) - part.undecided_count for part in self.rounds)

    @property
    def encounters(self) -> int:
        return sum(len(part.listings) for part in self.rounds)


def read_room_overview(tournament: Tournament, *, at: datetime) -> RoomOverview:
    """Read tables and rounds, and lots, draws and confirmations pending; `tables` has closed ones in use."""
    context, listings = read_tournament_context(tournament.public_id), read_listings(tournament)
    tables, places = read_tables(tournament, listings), read_group_places(tournament)
    arrivals, agreements = read_arrivals(tournament, at=at), read_tournament_agreements(tournament, at=at)
    estimate = estimate_finish(context, listings, places, arrivals, sum(not place.closed for place in tables))
    lots_across = [
        stage for stage in context.tabular if stage.best and ties.open_ties(BestPlacedTieScope(stage.stage))
    ]
    return RoomOverview(
        tournament_context=context,
        tables=[
            _table_in_room(place, arrivals, estimate) for place in tables if not place.is_closed_and_empty
        ],
        closed=[place.table for place in tables if place.is_closed_and_empty],
        encounter_to_take=encounter_to_take(listings) if any(place.free for place in tables) else None,
        rounds=_rounds(context, listings),
        groups_needing_lot=compute_qualification(places, listings).groups_needing_lot,
        stages_needing_lot=lots_across,
        pending_draws=find_pending_draws(context, places, listings, lots_across),
        decided_ties=_newest_decisions(tournament),
        finish_estimate=estimate,
        unconfirmed_matches=find_unconfirmed_matches(tournament, listings, agreements),
        marks=build_encounter_marks(agreements),
    )


def read_rounds(tournament: Tournament) -> list[RoundInRoom]:
    return _rounds(read_tournament_context(tournament.public_id), read_listings(tournament))


def _newest_decisions(tournament: Tournament) -> list[TieDecision]:
    of_tournament = Q(group__stage__tournament=tournament) | Q(stage__tournament=tournament)
    decisions = (
        TieDecision.objects.filter(of_tournament).select_related("group__stage", "stage").order_by("pk")
    )
    return list({(decision.group_id, decision.stage_id): decision for decision in decisions}.values())


def _table_in_room(place: TableStatus, arrivals: Arrivals, estimate: FinishEstimate) -> TableInRoom:
    """Return a table's state by hands' `arrivals`; if no encounter is current, the queue's first is."""
    queue = list(place.queue)
    waiting = queue.pop(0) if place.current_listing is None and queue else None
    current = waiting.listing if waiting else place.current_listing
    playing = current.encounter if current and current.playing else None
    return TableInRoom(
        table=place.table,
        current=current,
        last_hand_at=arrivals.last_arrival(current.encounter) if current else None,
        pace=arrivals.pace_of(playing) if playing else None,
        hands_ahead=arrivals.hands_ahead_of_room(playing) if playing else None,
        ends_at=estimate.earliest_end_of(playing.pk) if playing else None,
        next_in_queue=queue[0] if queue else None,
        waits_for=waiting if waiting and waiting.busy_sides else None,
        free=place.free,
    )


def _rounds(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[RoundInRoom]:
    names = round_names_of_listings(listings)
    played = [listing for listing in listings if not listing.bye]
    ordered = sorted(played, key=lambda listing: names[round_key_of(listing.encounter)].part)
    ordered.sort(key=lambda listing: (listing.encounter.stage.position, listing.encounter.round))
    parts = groupby(ordered, key=lambda listing: round_key_of(listing.encounter))
    return [RoundInRoom(context.stage(key[0]), names[key], key[2], list(members)) for key, members in parts]
