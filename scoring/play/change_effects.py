from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.validation import Problem
from scoring.standings.ranking import RankedEntrant
from tournaments.enums import DecidedBy
from tournaments.models import Encounter, Entrant, Group, Stage


@dataclass(frozen=True)
class HandTotals:
    totals: Mapping[str, int]
    void: bool


@dataclass(frozen=True)
class HandPlace:
    encounter: Encounter
    match: int
    deal: int
    number: int

    @property
    def parts(self) -> tuple[Encounter, int, int, int]:
        return self.encounter, self.match, self.deal, self.number


@dataclass(frozen=True)
class RescoredHand(HandPlace):
    """`ruling`: a referee added an infraction."""

    before: HandTotals
    after: HandTotals
    ruling: bool = False

    @property
    def has_same_totals(self) -> bool:
        return self.before == self.after


@dataclass(frozen=True)
class RefusedHand(HandPlace):
    problems: Sequence[Problem]


@dataclass(frozen=True)
class HandWithWarnings(HandPlace):
    """A hand that only the new rules warn about.

    Seats may pay for an opening or rack that keepers weren't asked about.
    """

    new_warnings: Sequence[Problem]
    unasked_seats: Sequence[str]


@dataclass(frozen=True)
class ChangedMatch:
    encounter: Encounter
    number: int
    before: str | None
    after: str | None
    counts: bool


@dataclass(frozen=True)
class ChangedEncounter:
    encounter: Encounter
    now: Encounter

    @property
    def before(self) -> str | None:
        return self.encounter.winner

    @property
    def after(self) -> str | None:
        return self.now.winner

    @property
    def winner_before(self) -> Entrant | None:
        return winner_of(self.encounter)

    @property
    def winner_after(self) -> Entrant | None:
        return winner_of(self.now)

    @property
    def lost_by_both_before(self) -> bool:
        return is_lost_by_both(self.encounter)

    @property
    def lost_by_both_after(self) -> bool:
        return is_lost_by_both(self.now)


@dataclass(frozen=True)
class ChangedPlace:
    encounter: Encounter
    entrant: Entrant
    before: int | None
    after: int | None


@dataclass(frozen=True)
class ChangedRank:
    before: RankedEntrant
    after: RankedEntrant

    @property
    def entrant(self) -> Entrant:
        return self.after.entrant

    @property
    def only_tie_changed(self) -> bool:
        return self.before.rank == self.after.rank


@dataclass(frozen=True)
class ReorderedGroup:
    group: Group
    before: Sequence[RankedEntrant]
    after: Sequence[RankedEntrant]

    @property
    def changed_ranks(self) -> list[ChangedRank]:
        """Return entrants whose rank or tie changed, in new order, without new or removed entrants."""
        ranked_before = {ranked.entrant: ranked for ranked in self.before}
        changes = [
            ChangedRank(ranked_before[ranked.entrant], ranked)
            for ranked in self.after
            if ranked.entrant in ranked_before
        ]
        return [
            change
            for change in changes
            if (change.before.rank, change.before.tied) != (change.after.rank, change.after.tied)
        ]


@dataclass(frozen=True)
class RefilledSlot:
    """A side with another entrant, none yet, or `vacant` for good."""

    encounter: Encounter
    letter: str
    before: Entrant | None
    after: Entrant | None
    was_vacant: bool = False
    vacant: bool = False


@dataclass(frozen=True)
class AnnulledEncounter:
    encounter: Encounter
    replacement: Encounter | None


@dataclass(frozen=True)
class Effects:
    """`added` and `removed` encounters; `drawn` and `undrawn` stages (both if redrawn).

    `same_group`: refilled encounters in which sides from one group then meet, as the draw avoided.
    """

    matches: Sequence[ChangedMatch] = ()
    encounters: Sequence[ChangedEncounter] = ()
    places: Sequence[ChangedPlace] = ()
    groups: Sequence[ReorderedGroup] = ()
    slots: Sequence[RefilledSlot] = ()
    same_group: Sequence[Encounter] = ()
    annulled: Sequence[AnnulledEncounter] = ()
    restored: Sequence[Encounter] = ()
    added: Sequence[Encounter] = ()
    removed: Sequence[Encounter] = ()
    drawn: Sequence[Stage] = ()
    undrawn: Sequence[Stage] = ()

    @property
    def has_changes(self) -> bool:
        return any(vars(self).values())


def winner_of(encounter: Encounter) -> Entrant | None:
    return next((side.entrant for side in encounter.sides_in_order if side.letter == encounter.winner), None)


def is_lost_by_both(encounter: Encounter) -> bool:
    return encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
