from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from scoring.public.queries.pagination import Page, page_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import VERSION_FIELDS, ListingVersion, read_cached_listings
from scoring.queries.play_progress import RoundProgress, names_of_rounds
from scoring.queries.round_names import RoundKey, RoundListing, RoundName
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide

ENCOUNTERS_A_PAGE: Final = 128
ALL: Final = "all"
"""Page number for all encounters, for printing."""
SORTS_LAST: Final = float("inf")


@dataclass(frozen=True)
class ScheduledRound:
    stage: StageContext
    name: RoundName
    round_progress: RoundProgress
    listings: Sequence[EncounterListing]
    is_continued: bool

    @property
    def key(self) -> str:
        return f"{self.stage.stage.position}-{self.name.part}-{self.name.number}"

    @property
    def is_over(self) -> bool:
        return self.round_progress.decided == self.round_progress.total


@dataclass(frozen=True)
class ScheduledTable:
    number: int
    listings: Sequence[RoundListing]
    earlier_count: int


@dataclass(frozen=True)
class ScheduledEncounter:
    listing_version: ListingVersion
    key: RoundKey
    table: int | None
    decided: bool
    order_at_table: tuple[float, int, int]

    @property
    def pk(self) -> int:
        return self.listing_version[0]

    @property
    def number(self) -> float:
        return SORTS_LAST if self.table is None else self.table


@dataclass(frozen=True)
class Schedule:
    tournament_context: TournamentContext
    rounds: Mapping[RoundKey, RoundProgress]
    names: Mapping[RoundKey, RoundName]
    earlier_encounters: Sequence[ScheduledEncounter]
    page: Page[ScheduledEncounter]
    listings: Mapping[int, EncounterListing]

    @property
    def waiting_keys(self) -> set[int]:
        return {key for key, listing in self.listings.items() if not listing.has_all_entrants}

    def by_round(self) -> list[ScheduledRound]:
        """Return the page's rounds; `is_continued` if the first began before."""
        by_key = groupby(self.page.items, key=lambda scheduled: scheduled.key)
        return [
            ScheduledRound(
                stage=self.tournament_context.stage(key[0]),
                name=self.names[key],
                round_progress=self.rounds[key],
                listings=[self.listings[scheduled.pk] for scheduled in members],
                is_continued=bool(self.earlier_encounters) and key == self.earlier_encounters[-1].key,
            )
            for key, members in by_key
        ]

    def by_table(self) -> list[ScheduledTable]:
        """Return tables of a page read by table, each with its number of encounters on earlier pages."""
        by_number = groupby(self.page.items, key=lambda scheduled: scheduled.table)
        return [
            ScheduledTable(
                number=number or 0,
                listings=[
                    RoundListing(self.listings[scheduled.pk], self.names[scheduled.key])
                    for scheduled in members
                ],
                earlier_count=sum(earlier.table == number for earlier in self.earlier_encounters),
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
    """Return encounters without byes: page `requested_page` (or ALL), by default that of current play.

    With `by` "table" they are by table, without those that have none, and the default is the page of `table`;
    with any other, by round.
    """
    scheduled_encounters = _read_encounters(context, names_of_rounds(context, rounds))
    if by == "table":
        scheduled_encounters = sorted(
            (scheduled for scheduled in scheduled_encounters if scheduled.table),
            key=lambda scheduled: (scheduled.number, scheduled.order_at_table),
        )
        current_places = [at for at, scheduled in enumerate(scheduled_encounters) if scheduled.table == table]
    else:
        current_places = [at for at, scheduled in enumerate(scheduled_encounters) if not scheduled.decided]
    page_size = max(1, len(scheduled_encounters)) if requested_page == ALL else ENCOUNTERS_A_PAGE
    return _build_schedule(
        context,
        rounds,
        scheduled_encounters,
        page_of(
            scheduled_encounters, requested_page, page_size=page_size, index=next(iter(current_places), 0)
        ),
    )


def read_followed_schedule(
    context: TournamentContext, rounds: Sequence[RoundProgress], followed: Collection[UUID]
) -> Schedule:
    """Return entrants' (public ids) encounters without byes on one page."""
    sides = EncounterSide.objects.filter(entrant__public_id__in=followed)
    followed_keys = set(sides.order_by().values_list("encounter", flat=True))
    scheduled_encounters = [
        scheduled
        for scheduled in _read_encounters(context, names_of_rounds(context, rounds))
        if scheduled.pk in followed_keys
    ]
    return _build_schedule(context, rounds, scheduled_encounters, Page(scheduled_encounters, 1, 1))


def _read_encounters(
    context: TournamentContext, names: Mapping[RoundKey, RoundName]
) -> list[ScheduledEncounter]:
    """Return all but byes and annulled ones, by stage, round, part and number."""
    stages = {stage_context.stage.pk: stage_context.stage.position for stage_context in context.stages}
    encounters = Encounter.objects.not_annulled().filter(stage__in=stages).exclude(decided_by=DecidedBy.BYE)
    rows = encounters.order_by("pk").values_list(
        *VERSION_FIELDS,
        *("stage_id", "part", "round", "table__number", "state"),
        *("started_at", "decided_at", "queue_place"),
    )
    scheduled_encounters = [
        ScheduledEncounter(
            listing_version=(pk, hands),
            key=(stage, part, number),
            table=table,
            decided=state == EncounterState.DECIDED,
            order_at_table=(_seconds(began or ended), place or 0, pk),
        )
        for pk, hands, stage, part, number, table, state, began, ended, place in rows
    ]
    scheduled_encounters.sort(
        key=lambda scheduled: (
            stages[scheduled.key[0]],
            scheduled.key[2],
            names[scheduled.key].part,
            scheduled.number,
            scheduled.pk,
        )
    )
    return scheduled_encounters


def _build_schedule(
    context: TournamentContext,
    rounds: Sequence[RoundProgress],
    scheduled_encounters: Sequence[ScheduledEncounter],
    page: Page[ScheduledEncounter],
) -> Schedule:
    """Read listings of the page only; `earlier_encounters` are those before it."""
    listings = read_cached_listings(
        context.tournament, [scheduled.listing_version for scheduled in page.items]
    )
    return Schedule(
        tournament_context=context,
        rounds={round_progress.key: round_progress for round_progress in rounds},
        names=names_of_rounds(context, rounds),
        earlier_encounters=scheduled_encounters[: page.start],
        page=page,
        listings={listing.encounter.pk: listing for listing in listings},
    )


def _seconds(at: datetime | None) -> float:
    return at.timestamp() if at else SORTS_LAST
