"""The schedule: every encounter, round by round or table by table, with what is known of when."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.frame import Frame, StageInFrame
from scoring.reading.rounds import InRound, RoundName, in_rounds, key_of, names_among
from tournaments.models import Table


@dataclass(frozen=True)
class ScheduledRound:
    """A round of a stage with its encounters by table; those without a table come last."""

    stage: StageInFrame
    name: RoundName
    listings: Sequence[EncounterListing]

    @property
    def key(self) -> str:
        return f"{self.stage.stage.position}-{self.name.part}-{self.name.number}"

    @property
    def decided(self) -> int:
        return sum(listing.decided for listing in self.listings)

    @property
    def playing(self) -> bool:
        return any(listing.playing for listing in self.listings)

    @property
    def over(self) -> bool:
        return self.decided == len(self.listings)


@dataclass(frozen=True)
class ScheduledTable:
    """A table with its encounters in the order in which it played and will play them."""

    table: Table
    listings: Sequence[InRound]


def only_of(listings: Sequence[EncounterListing], followed: Container[UUID]) -> list[EncounterListing]:
    """The encounters of those who are followed, by their public ids."""
    return [
        listing
        for listing in listings
        if any(side.entrant and side.entrant.public_id in followed for side in listing.sides)
    ]


def by_round(
    frame: Frame, listings: Sequence[EncounterListing], shown: Sequence[EncounterListing] | None = None
) -> list[ScheduledRound]:
    """Rounds in the order of play, of the `shown` among all encounters; byes are left out."""
    names = names_among(listings)
    played = [listing for listing in (listings if shown is None else shown) if not listing.bye]
    ordered = sorted(played, key=lambda listing: _turn(listing, names[key_of(listing.encounter)]))
    return [
        ScheduledRound(frame.stage(key[0]), names[key], list(members))
        for key, members in groupby(ordered, key=lambda listing: key_of(listing.encounter))
    ]


def by_table(listings: Sequence[EncounterListing]) -> list[ScheduledTable]:
    """Tables that have something to play, by number."""
    placed = [one for one in in_rounds(listings) if one.listing.encounter.table and not one.listing.bye]
    placed.sort(key=lambda one: (_number(one.listing), *_order_at_table(one.listing)))
    tables = []
    for _number_of, members in groupby(placed, key=lambda one: _number(one.listing)):
        ours = list(members)
        table = ours[0].listing.encounter.table
        assert table is not None, "only what has a table is listed"
        tables.append(ScheduledTable(table, ours))
    return tables


def _turn(listing: EncounterListing, name: RoundName) -> tuple[int, int, str, float, int]:
    encounter = listing.encounter
    return (
        encounter.stage.position,
        encounter.round,
        name.part,
        _number(listing) or float("inf"),
        encounter.pk,
    )


def _order_at_table(listing: EncounterListing) -> tuple[float, int, int]:
    """What has begun by when it did, then the queue."""
    encounter = listing.encounter
    begun = encounter.started_at or encounter.decided_at
    return (begun.timestamp() if begun else float("inf"), encounter.queue_place or 0, encounter.pk)


def _number(listing: EncounterListing) -> int:
    return listing.encounter.table.number if listing.encounter.table else 0
