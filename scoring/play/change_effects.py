"""Describe the effects of a change to a tournament: hands and results before and after.

Encounters here are in their state before the change, with everything that names them loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.validation import Problem
from scoring.standings.ranking import RankedEntrant
from tournaments.enums import DecidedBy
from tournaments.models import Encounter, Entrant, Group, Stage


@dataclass(frozen=True)
class HandTotals:
    """What a hand cost the sides; 0 where it is void."""

    totals: Mapping[str, int]
    void: bool


@dataclass(frozen=True)
class HandPlace:
    """The place of a hand; `number` is its hand number before the change."""

    encounter: Encounter
    match: int
    deal: int
    number: int

    @property
    def parts(self) -> tuple[Encounter, int, int, int]:
        return self.encounter, self.match, self.deal, self.number


@dataclass(frozen=True)
class RescoredHand(HandPlace):
    """A hand that the new rules score differently; in a `ruling` a referee added an infraction."""

    before: HandTotals
    after: HandTotals
    ruling: bool = False

    @property
    def same_figures(self) -> bool:
        """Return whether the sides' points are unchanged: only seats or the explanation differ."""
        return self.before == self.after


@dataclass(frozen=True)
class RefusedHand(HandPlace):
    """A hand that the new rules don't allow, with everything that is wrong with it."""

    problems: Sequence[Problem]


@dataclass(frozen=True)
class HandWithWarnings(HandPlace):
    """A hand to review because the new rules warn about it and the old ones did not.

    `unasked` are seats that now pay for an opening or a rack that keepers were not asked about.
    """

    doubts: Sequence[Problem]
    unasked: Sequence[str]


@dataclass(frozen=True)
class ChangedMatch:
    """A match with another winner, or none; `counts` is whether it counts afterwards."""

    encounter: Encounter
    number: int
    before: str | None
    after: str | None
    counts: bool


@dataclass(frozen=True)
class ChangedEncounter:
    """An encounter with another winner; `now` is the same one afterwards, perhaps with other sides."""

    encounter: Encounter
    now: Encounter

    @property
    def before(self) -> str | None:
        return self.encounter.winner

    @property
    def after(self) -> str | None:
        """Return the letter of the winning side; None if it is open again or both lose."""
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
    """An entrant at a table of four who ends in another place; None is no place yet."""

    encounter: Encounter
    entrant: Entrant
    before: int | None
    after: int | None


@dataclass(frozen=True)
class ChangedRank:
    """An entrant whose rank in its group, or the sharing of it, changes."""

    before: RankedEntrant
    after: RankedEntrant

    @property
    def entrant(self) -> Entrant:
        return self.after.entrant

    @property
    def only_tie(self) -> bool:
        return self.before.rank == self.after.rank


@dataclass(frozen=True)
class ReorderedGroup:
    group: Group
    before: Sequence[RankedEntrant]
    after: Sequence[RankedEntrant]

    @property
    def moved(self) -> list[ChangedRank]:
        """Return the entrants whose rank changes, best first; those who came or went are left out.

        The listed order within a shared rank means nothing, so it moves nobody.
        """
        was = {ranked.entrant: ranked for ranked in self.before}
        both = [ChangedRank(was[ranked.entrant], ranked) for ranked in self.after if ranked.entrant in was]
        return [
            moved
            for moved in both
            if (moved.before.rank, moved.before.tied) != (moved.after.rank, moved.after.tied)
        ]


@dataclass(frozen=True)
class RefilledSlot:
    """A side of the knock-out that gets another entrant, none yet, or stays `vacant` for good."""

    encounter: Encounter
    letter: str
    before: Entrant | None
    after: Entrant | None
    was_vacant: bool = False
    vacant: bool = False


@dataclass(frozen=True)
class AnnulledEncounter:
    """An encounter that no longer counts; `instead` is the one that replaces it, if any."""

    encounter: Encounter
    instead: Encounter | None


@dataclass(frozen=True)
class Effects:
    """Everything that differs between two moments.

    `restored` were annulled and count again; `added` and `removed` are single encounters, while a stage that
    is `drawn` or `undrawn` comes or goes whole. A stage that is redrawn is in both.
    """

    matches: Sequence[ChangedMatch] = ()
    encounters: Sequence[ChangedEncounter] = ()
    places: Sequence[ChangedPlace] = ()
    groups: Sequence[ReorderedGroup] = ()
    slots: Sequence[RefilledSlot] = ()
    annulled: Sequence[AnnulledEncounter] = ()
    restored: Sequence[Encounter] = ()
    added: Sequence[Encounter] = ()
    removed: Sequence[Encounter] = ()
    drawn: Sequence[Stage] = ()
    undrawn: Sequence[Stage] = ()

    @property
    def decides(self) -> bool:
        return any(vars(self).values())


def winner_of(encounter: Encounter) -> Entrant | None:
    return next((side.entrant for side in encounter.sides_in_order if side.letter == encounter.winner), None)


def is_lost_by_both(encounter: Encounter) -> bool:
    return encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
