from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Q

from scoring.confirmation.domain.agreement_status import EncounterMark, agreements_in, marks_among
from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import BestPlacedAcrossGroups
from scoring.officials.queries.finish_estimate import FinishEstimate, estimate_finish
from scoring.officials.queries.pace_of_play import Arrivals, read_arrivals
from scoring.officials.queries.pending_draws import ToDraw, to_draw
from scoring.officials.queries.unconfirmed_matches import Unconfirmed, unconfirmed
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import group_places, qualification_of
from scoring.queries.rounds import RoundName, key_of, names_among
from scoring.queries.table_queues import QueuedEncounter, TableStatus, encounter_to_take, read_tables
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from tournaments.formats.pace import Pace
from tournaments.models import Group, Table, TieDecision, Tournament


@dataclass(frozen=True)
class TableInRoom:
    """`ahead` is how many hands it is ahead of the room, `ends_at` the earliest end."""

    table: Table
    current: EncounterListing | None
    last_hand_at: datetime | None
    pace: Pace | None
    ahead: int | None
    ends_at: datetime | None
    following: QueuedEncounter | None
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
    def undecided(self) -> int:
        return sum(not listing.decided for listing in self.listings)


@dataclass(frozen=True)
class RoomOverview:
    """`closed` are tables with nothing left to play.

    `marks` are by primary key of encounters that wait for a confirmation.
    """

    frame: TournamentContext
    tables: Sequence[TableInRoom]
    closed: Sequence[Table]
    to_take: EncounterListing | None
    rounds: Sequence[RoundInRoom]
    lots: Sequence[Group]
    lots_across: Sequence[StageContext]
    to_draw: Sequence[ToDraw]
    decided_ties: Sequence[TieDecision]
    outlook: FinishEstimate
    unconfirmed: Sequence[Unconfirmed]
    marks: Mapping[int, EncounterMark]

    @property
    def on_tables(self) -> set[int]:
        return {place.current.encounter.pk for place in self.tables if place.current and place.current.ready}

    @property
    def playing(self) -> int:
        return sum(bool(place.current and place.current.playing) for place in self.tables)

    @property
    def decided(self) -> int:
        return sum(len(part.listings) - part.undecided for part in self.rounds)

    @property
    def encounters(self) -> int:
        return sum(len(part.listings) for part in self.rounds)


def read_room_overview(tournament: Tournament, *, at: datetime) -> RoomOverview:
    context, listings = read_tournament_context(tournament.public_id), read_listings(tournament)
    tables, places = read_tables(tournament, listings), group_places(tournament)
    arrivals, agreements = read_arrivals(tournament, at=at), agreements_in(tournament, at=at)
    estimate = estimate_finish(context, listings, places, arrivals, sum(not place.closed for place in tables))
    lots_across = [
        stage
        for stage in context.tabular
        if stage.best and ties.open_ties(BestPlacedAcrossGroups(stage.stage))
    ]
    return RoomOverview(
        frame=context,
        tables=[_table(place, arrivals, estimate) for place in tables if not place.over],
        closed=[place.table for place in tables if place.over],
        to_take=encounter_to_take(listings) if any(place.free for place in tables) else None,
        rounds=_rounds(context, listings),
        lots=qualification_of(places, listings).lots,
        lots_across=lots_across,
        to_draw=to_draw(context, places, listings, lots_across),
        decided_ties=_newest_decisions(tournament),
        outlook=estimate,
        unconfirmed=unconfirmed(listings, agreements),
        marks=marks_among(agreements),
    )


def read_rounds(tournament: Tournament) -> list[RoundInRoom]:
    return _rounds(read_tournament_context(tournament.public_id), read_listings(tournament))


def _newest_decisions(tournament: Tournament) -> list[TieDecision]:
    of_tournament = Q(group__stage__tournament=tournament) | Q(stage__tournament=tournament)
    decisions = (
        TieDecision.objects.filter(of_tournament).select_related("group__stage", "stage").order_by("pk")
    )
    return list({(decision.group_id, decision.stage_id): decision for decision in decisions}.values())


def _table(place: TableStatus, arrivals: Arrivals, estimate: FinishEstimate) -> TableInRoom:
    """An encounter that waits at a table is its current one even before it begins."""
    queue = list(place.queue)
    waiting = queue.pop(0) if place.now is None and queue else None
    current = waiting.listing if waiting else place.now
    playing = current.encounter if current and current.playing else None
    return TableInRoom(
        table=place.table,
        current=current,
        last_hand_at=arrivals.last(current.encounter) if current else None,
        pace=arrivals.pace_of(playing) if playing else None,
        ahead=arrivals.ahead(playing) if playing else None,
        ends_at=estimate.end_of(playing.pk) if playing else None,
        following=queue[0] if queue else None,
        waits_for=waiting if waiting and waiting.busy else None,
        free=place.free,
    )


def _rounds(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[RoundInRoom]:
    names = names_among(listings)
    played = [listing for listing in listings if not listing.bye]
    ordered = sorted(played, key=lambda listing: names[key_of(listing.encounter)].part)
    ordered.sort(key=lambda listing: (listing.encounter.stage.position, listing.encounter.round))
    parts = groupby(ordered, key=lambda listing: key_of(listing.encounter))
    return [RoundInRoom(context.stage(key[0]), names[key], key[2], list(members)) for key, members in parts]
