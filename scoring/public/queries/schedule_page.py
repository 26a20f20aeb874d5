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
        by_key = groupby(self.page.items, key=lambda one: one.key)
        return [
            ScheduledRound(
                stage=self.frame.stage(key[0]),
                name=self.names[key],
                so_far=self.rounds[key],
                listings=[self.listings[scheduled.pk] for scheduled in members],
                goes_on=bool(self.before) and key == self.before[-1].key,
            )
            for key, members in by_key
        ]

    def by_table(self) -> list[ScheduledTable]:
        by_number = groupby(self.page.items, key=lambda one: one.table)
        return [
            ScheduledTable(
                number=number or 0,
                listings=[
                    InRound(self.listings[scheduled.pk], self.names[scheduled.key]) for scheduled in members
                ],
                before=sum(earlier.table == number for earlier in self.before),
            )
            for number, members in by_number
        ]


def read_schedule(
    context: TournamentContext,
    rounds: Sequence[RoundProgress],
    *,
    by: str,
    requested_page: str | None,
    table: int | None = None,
) -> Schedule:
    """Return a page of encounters without byes; by default the page of current play.

    By table, `table` selects the page of that table.
    """
    scheduled_encounters = _read(context, names_of(context, rounds))
    if by == "table":
        scheduled_encounters = sorted(
            (scheduled for scheduled in scheduled_encounters if scheduled.table),
            key=lambda one: (one.number, one.at_table),
        )
        current_places = [at for at, scheduled in enumerate(scheduled_encounters) if scheduled.table == table]
    else:
        current_places = [at for at, scheduled in enumerate(scheduled_encounters) if not scheduled.decided]
    page_size = max(1, len(scheduled_encounters)) if requested_page == ALL else ENCOUNTERS_A_PAGE
    return _listed(
        context,
        rounds,
        scheduled_encounters,
        page_of(
            scheduled_encounters, requested_page, page_size=page_size, index=next(iter(current_places), 0)
        ),
    )


def read_schedule_of(
    context: TournamentContext, rounds: Sequence[RoundProgress], followed: Collection[UUID]
) -> Schedule:
    sides = EncounterSide.objects.filter(entrant__public_id__in=followed)
    followed_keys = set(sides.order_by().values_list("encounter", flat=True))
    scheduled_encounters = [
        scheduled for scheduled in _read(context, names_of(context, rounds)) if scheduled.pk in followed_keys
    ]
    return _listed(context, rounds, scheduled_encounters, Page(scheduled_encounters, 1, 1))


def _read(context: TournamentContext, names: Mapping[RoundKey, RoundName]) -> list[ScheduledEncounter]:
    stages = {stage_context.stage.pk: stage_context.stage.position for stage_context in context.stages}
    encounters = Encounter.objects.standing().filter(stage__in=stages).exclude(decided_by=DecidedBy.BYE)
    rows = encounters.order_by("pk").values_list(
        *VERSION_FIELDS,
        *("stage_id", "part", "round", "table__number", "state"),
        *("started_at", "decided_at", "queue_place"),
    )
    scheduled_encounters = [
        ScheduledEncounter(
            told=(pk, hands),
            key=(stage, part, number),
            table=table,
            decided=state == EncounterState.DECIDED,
            at_table=(_seconds(began or ended), place or 0, pk),
        )
        for pk, hands, stage, part, number, table, state, began, ended, place in rows
    ]
    scheduled_encounters.sort(
        key=lambda one: (stages[one.key[0]], one.key[2], names[one.key].part, one.number, one.pk)
    )
    return scheduled_encounters


def _listed(
    context: TournamentContext,
    rounds: Sequence[RoundProgress],
    scheduled_encounters: Sequence[ScheduledEncounter],
    page: Page[ScheduledEncounter],
) -> Schedule:
    listings = listings_of(context.tournament, [scheduled.told for scheduled in page.items])
    return Schedule(
        frame=context,
        rounds={round_progress.key: round_progress for round_progress in rounds},
        names=names_of(context, rounds),
        before=scheduled_encounters[: page.start],
        page=page,
        listings={listing.encounter.pk: listing for listing in listings},
    )


def _seconds(at: datetime | None) -> float:
    return at.timestamp() if at else FAR
