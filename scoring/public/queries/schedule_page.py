"""The schedule: every encounter, by round or by table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from scoring.public.queries.pagination import Page, page_of
from scoring.queries.encounters.encounter_cache import VERSION_FIELDS, ListingVersion, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.progress import RoundProgress, names_of
from scoring.queries.rounds import InRound, RoundKey, RoundName
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide

ENCOUNTERS_A_PAGE: Final = 128
ALL: Final = "all"
"""The page number that means all encounters, for printing."""
FAR: Final = float("inf")


@dataclass(frozen=True)
class ScheduledRound:
    stage: StageContext
    name: RoundName
    so_far: RoundProgress
    listings: Sequence[EncounterListing]
    goes_on: bool

    @property
    def key(self) -> str:
        return f"{self.stage.stage.position}-{self.name.part}-{self.name.number}"

    @property
    def over(self) -> bool:
        return self.so_far.decided == self.so_far.total


@dataclass(frozen=True)
class ScheduledTable:
    number: int
    listings: Sequence[InRound]
    before: int


@dataclass(frozen=True)
class ScheduledEncounter:
    told: ListingVersion
    key: RoundKey
    table: int | None
    decided: bool
    at_table: tuple[float, int, int]

    @property
    def pk(self) -> int:
        return self.told[0]

    @property
    def number(self) -> float:
        return FAR if self.table is None else self.table


@dataclass(frozen=True)
class Schedule:
    frame: TournamentContext
    rounds: Mapping[RoundKey, RoundProgress]
    names: Mapping[RoundKey, RoundName]
    before: Sequence[ScheduledEncounter]
    page: Page[ScheduledEncounter]
    listings: Mapping[int, EncounterListing]

    @property
    def waiting(self) -> set[int]:
        return {key for key, listing in self.listings.items() if not listing.known}

    def by_round(self) -> list[ScheduledRound]:
        parted = groupby(self.page.items, key=lambda one: one.key)
        return [
            ScheduledRound(
                stage=self.frame.stage(key[0]),
                name=self.names[key],
                so_far=self.rounds[key],
                listings=[self.listings[scheduled.pk] for scheduled in members],
                goes_on=bool(self.before) and key == self.before[-1].key,
            )
            for key, members in parted
        ]

    def by_table(self) -> list[ScheduledTable]:
        parted = groupby(self.page.items, key=lambda one: one.table)
        return [
            ScheduledTable(
                number=number or 0,
                listings=[
                    InRound(self.listings[scheduled.pk], self.names[scheduled.key]) for scheduled in members
                ],
                before=sum(earlier.table == number for earlier in self.before),
            )
            for number, members in parted
        ]


def read_schedule(
    frame: TournamentContext,
    rounds: Sequence[RoundProgress],
    *,
    by: str,
    asked: str | None,
    table: int | None = None,
) -> Schedule:
    """Return a page of encounters without byes; by default the page of current play.

    By table, `table` selects the page of that table.
    """
    every = _read(frame, names_of(frame, rounds))
    if by == "table":
        every = sorted(
            (scheduled for scheduled in every if scheduled.table), key=lambda one: (one.number, one.at_table)
        )
        first = [at for at, scheduled in enumerate(every) if scheduled.table == table]
    else:
        first = [at for at, scheduled in enumerate(every) if not scheduled.decided]
    page_size = max(1, len(every)) if asked == ALL else ENCOUNTERS_A_PAGE
    return _listed(frame, rounds, every, page_of(every, asked, most=page_size, near=next(iter(first), 0)))


def read_schedule_of(
    frame: TournamentContext, rounds: Sequence[RoundProgress], followed: Collection[UUID]
) -> Schedule:
    sides = EncounterSide.objects.filter(entrant__public_id__in=followed)
    followed_keys = set(sides.order_by().values_list("encounter", flat=True))
    every = [
        scheduled for scheduled in _read(frame, names_of(frame, rounds)) if scheduled.pk in followed_keys
    ]
    return _listed(frame, rounds, every, Page(every, 1, 1))


def _read(frame: TournamentContext, names: Mapping[RoundKey, RoundName]) -> list[ScheduledEncounter]:
    stages = {stage_context.stage.pk: stage_context.stage.position for stage_context in frame.stages}
    encounters = Encounter.objects.standing().filter(stage__in=stages).exclude(decided_by=DecidedBy.BYE)
    rows = encounters.order_by("pk").values_list(
        *VERSION_FIELDS,
        *("stage_id", "part", "round", "table__number", "state"),
        *("started_at", "decided_at", "queue_place"),
    )
    every = [
        ScheduledEncounter(
            told=(pk, hands),
            key=(stage, part, number),
            table=table,
            decided=state == EncounterState.DECIDED,
            at_table=(_seconds(began or ended), place or 0, pk),
        )
        for pk, hands, stage, part, number, table, state, began, ended, place in rows
    ]
    every.sort(key=lambda one: (stages[one.key[0]], one.key[2], names[one.key].part, one.number, one.pk))
    return every


def _listed(
    frame: TournamentContext,
    rounds: Sequence[RoundProgress],
    every: Sequence[ScheduledEncounter],
    page: Page[ScheduledEncounter],
) -> Schedule:
    listings = listings_of(frame.tournament, [scheduled.told for scheduled in page.items])
    return Schedule(
        frame=frame,
        rounds={round_so_far.key: round_so_far for round_so_far in rounds},
        names=names_of(frame, rounds),
        before=every[: page.start],
        page=page,
        listings={listing.encounter.pk: listing for listing in listings},
    )


def _seconds(at: datetime | None) -> float:
    return at.timestamp() if at else FAR
