from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.round_names import TieName
from tournaments.live.fragment_store import stored_values
from tournaments.models import EncounterSide, Entrant


@dataclass(frozen=True)
class Slot:
    """A line of a tie: an entrant, or what it waits for.

    `code` is a group place (A1) or seed, `table` where the candidates play.
    """

    letter: str
    entrant: Entrant | None = None
    code: str = ""
    group: str = ""
    rank: int | None = None
    waits_for: TieName | None = None
    from_place: int = 1
    candidates: tuple[Slot, ...] = ()
    side: EncounterSide | None = None
    matches: tuple[MatchListing, ...] = ()
    place: int | None = None
    won: bool = False
    lost: bool = False
    vacant: bool = False
    table: int | None = None
    keeps_old_entrant: bool = False

    @property
    def cache_value(self) -> tuple[object, ...]:
        return self.own_values, *(candidate.own_values for candidate in self.candidates)

    @property
    def own_values(self) -> tuple[object, ...]:
        source = (self.group, self.rank, self.waits_for, self.from_place, self.table)
        outcome = (self.place, self.won, self.lost, self.vacant, self.keeps_old_entrant)
        return self.letter, self.entrant and stored_values(self.entrant), self.code, *source, *outcome

    @property
    def advances(self) -> bool:
        return self.place is not None and self.place <= QUALIFIERS_OF_FOUR


QUALIFIERS_OF_FOUR = 2


def code_of_place(group: str, rank: int) -> str:
    """Return "A1"; blank without group names."""
    return f"{group}{rank}" if group else ""


@dataclass(frozen=True)
class Tie:
    name: TieName
    slots: tuple[Slot, ...]
    listing: EncounterListing | None = None

    @property
    def cache_value(self) -> tuple[object, ...]:
        return (
            self.name,
            self.listing and self.listing.cache_value,
            *(slot.cache_value for slot in self.slots),
        )

    @property
    def waiting(self) -> bool:
        return any(slot.entrant is None and not slot.vacant for slot in self.slots)

    @property
    def slots_by_place(self) -> list[Slot]:
        return sorted(self.slots, key=lambda slot: (slot.place or 0, slot.letter))

    @property
    def bye(self) -> bool:
        return any(slot.vacant for slot in self.slots)

    @property
    def has_no_entrants(self) -> bool:
        return all(slot.vacant for slot in self.slots)

    @property
    def winner(self) -> Slot | None:
        return next((slot for slot in self.slots if slot.won), None)

    @property
    def keeps_old_entrant(self) -> bool:
        return any(slot.keeps_old_entrant for slot in self.slots)

    @property
    def reopened(self) -> bool:
        return self.listing is not None and self.listing.encounter.reopened_at is not None

    @property
    def needs_second_line(self) -> bool:
        if self.listing is None or self.bye:
            return False
        unplayed = self.listing.walkover or self.listing.double_walkover
        due = self.listing.encounter.table is not None and not self.listing.decided
        return bool(due or self.listing.playing or unplayed or self.reopened or self.keeps_old_entrant)

    def slot_of(self, entrant: Entrant | None) -> Slot | None:
        return next((slot for slot in self.slots if entrant is not None and slot.entrant == entrant), None)


def build_slot(
    listing: EncounterListing, side: EncounterSide, codes: Mapping[int, str], ties: Mapping[int, Tie]
) -> Slot:
    """Return a side's slot: with its entrant, vacant or waiting for the winner or loser of another tie.

    `codes` are by entrant's, `ties` (the bracket's encounters) by encounter's primary key.
    """
    feed = ties.get(side.from_encounter_id or 0)
    if side.entrant is None:
        return Slot(side.letter, vacant=True) if side.vacant else _waiting_slot(side, ties)
    return Slot(
        letter=side.letter,
        entrant=side.entrant,
        code=codes.get(side.entrant.pk, ""),
        side=side,
        matches=listing.matches,
        place=side.place,
        won=listing.encounter.winner == side.letter,
        lost=listing.decided and listing.encounter.winner != side.letter,
        keeps_old_entrant=feed is not None and not _sends_entrant(feed, side),
    )


def _sends_entrant(feed: Tie, side: EncounterSide) -> bool:
    if feed.bye:
        return True
    return any(slot.entrant == side.entrant and slot.place == side.from_place for slot in feed.slots)


def _waiting_slot(side: EncounterSide, ties: Mapping[int, Tie]) -> Slot:
    """Return the slot of a side without an entrant: what fills it, as far as known."""
    feed = ties.get(side.from_encounter_id or 0)
    if feed is not None:
        return Slot(
            side.letter,
            waits_for=feed.name,
            from_place=side.from_place,
            candidates=feed.slots,
            table=_table(feed),
        )
    if side.from_rank is not None:
        group = side.from_group.name if side.from_group else ""
        return Slot(side.letter, code=code_of_place(group, side.from_rank), group=group, rank=side.from_rank)
    return Slot(side.letter)


def _table(feed: Tie) -> int | None:
    if feed.listing is None or not feed.listing.playing or feed.listing.encounter.table is None:
        return None
    return feed.listing.encounter.table.number
