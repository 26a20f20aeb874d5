"""The schedule: every encounter, round by round or table by table, with what is known of when."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from scoring.public.queries.pagination import Onward, page_of
from scoring.queries.encounters.encounter_cache import TOLD, Told, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.progress import RoundSoFar, names_of
from scoring.queries.rounds import InRound, RoundKey, RoundName
from scoring.queries.tournament_context import Frame, StageInFrame
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide

ENCOUNTERS_A_PAGE: Final = 128
ALL: Final = "all"
"""Asked for as a page it is all of them, as they are printed."""
FAR: Final = float("inf")


@dataclass(frozen=True)
class ScheduledRound:
    """A round of a stage with encounters by table; those without a table come last.

    One that `goes_on` began on the page before.
    """

    stage: StageInFrame
    name: RoundName
    so_far: RoundSoFar
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
    """A table with encounters in the order in which it played and will play them; so many came `before`."""

    number: int
    listings: Sequence[InRound]
    before: int


@dataclass(frozen=True)
class Scheduled:
    """An encounter of the schedule: its round, and its table's number where it has one."""

    told: Told
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
    """A page of the schedule, with its encounters by primary key; `before` are all earlier ones."""

    frame: Frame
    rounds: Mapping[RoundKey, RoundSoFar]
    names: Mapping[RoundKey, RoundName]
    before: Sequence[Scheduled]
    page: Onward[Scheduled]
    listings: Mapping[int, EncounterListing]

    @property
    def waiting(self) -> set[int]:
        """Encounters of the page whose sides are not all known, by primary key."""
        return {key for key, one in self.listings.items() if not one.known}

    def by_round(self) -> list[ScheduledRound]:
        """The rounds on the page, in the order of play."""
        parted = groupby(self.page.items, key=lambda one: one.key)
        return [
            ScheduledRound(
                stage=self.frame.stage(key[0]),
                name=self.names[key],
                so_far=self.rounds[key],
                listings=[self.listings[one.pk] for one in members],
                goes_on=bool(self.before) and key == self.before[-1].key,
            )
            for key, members in parted
        ]

    def by_table(self) -> list[ScheduledTable]:
        """The tables on the page, by number."""
        parted = groupby(self.page.items, key=lambda one: one.table)
        return [
            ScheduledTable(
                number=number or 0,
                listings=[InRound(self.listings[one.pk], self.names[one.key]) for one in members],
                before=sum(one.table == number for one in self.before),
            )
            for number, members in parted
        ]


def read_schedule(
    frame: Frame, rounds: Sequence[RoundSoFar], *, by: str, asked: str | None, table: int | None = None
) -> Schedule:
    """All encounters but byes, by round or by table; the page that is `asked` for, or where play is.

    By table it is the page of the table with a number, if one is given.
    """
    every = _read(frame, names_of(frame, rounds))
    if by == "table":
        every = sorted((one for one in every if one.table), key=lambda one: (one.number, one.at_table))
        first = [at for at, one in enumerate(every) if one.table == table]
    else:
        first = [at for at, one in enumerate(every) if not one.decided]
    most = max(1, len(every)) if asked == ALL else ENCOUNTERS_A_PAGE
    return _listed(frame, rounds, every, page_of(every, asked, most=most, near=next(iter(first), 0)))


def read_schedule_of(frame: Frame, rounds: Sequence[RoundSoFar], followed: Collection[UUID]) -> Schedule:
    """The encounters of those who are followed, by their public ids, round by round."""
    sides = EncounterSide.objects.filter(entrant__public_id__in=followed)
    theirs = set(sides.order_by().values_list("encounter", flat=True))
    every = [one for one in _read(frame, names_of(frame, rounds)) if one.pk in theirs]
    return _listed(frame, rounds, every, Onward(every, 1, 1))


def _read(frame: Frame, names: Mapping[RoundKey, RoundName]) -> list[Scheduled]:
    """All encounters but byes, round by round, those of a round by table; in one query."""
    stages = {one.stage.pk: one.stage.position for one in frame.stages}
    found = Encounter.objects.standing().filter(stage__in=stages).exclude(decided_by=DecidedBy.BYE)
    rows = found.order_by("pk").values_list(
        *TOLD,
        *("stage_id", "part", "round", "table__number", "state"),
        *("started_at", "decided_at", "queue_place"),
    )
    every = [
        Scheduled(
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
    frame: Frame, rounds: Sequence[RoundSoFar], every: Sequence[Scheduled], page: Onward[Scheduled]
) -> Schedule:
    listings = listings_of(frame.tournament, [one.told for one in page.items])
    return Schedule(
        frame=frame,
        rounds={one.key: one for one in rounds},
        names=names_of(frame, rounds),
        before=every[: page.start],
        page=page,
        listings={one.encounter.pk: one for one in listings},
    )


def _seconds(at: datetime | None) -> float:
    return at.timestamp() if at else FAR
