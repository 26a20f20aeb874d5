"""What a change does to a tournament: hands, and results before and after laid side by side.

Encounters here are as they were before, with everything that names them loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.validation import Problem
from scoring.standings.ranking import RankedEntrant
from tournaments.enums import DecidedBy
from tournaments.models import Encounter, Entrant, Group, Stage


@dataclass(frozen=True)
class Figures:
    """What a hand cost the sides; 0 where it is void."""

    totals: Mapping[str, int]
    void: bool


@dataclass(frozen=True)
class HandPlace:
    """Where a hand stands; `number` is the one that it bears before the rules change."""

    encounter: Encounter
    match: int
    deal: int
    number: int

    @property
    def parts(self) -> tuple[Encounter, int, int, int]:
        return self.encounter, self.match, self.deal, self.number


@dataclass(frozen=True)
class RescoredHand(HandPlace):
    """A hand that the new rules score otherwise; a `ruling` is one to which a referee added an infraction."""

    before: Figures
    after: Figures
    ruling: bool = False

    @property
    def same_figures(self) -> bool:
        """Whether the sides pay what they paid: seats or the explanation differ."""
        return self.before == self.after


@dataclass(frozen=True)
class RefusedHand(HandPlace):
    """A hand that could not have been played by the new rules, with everything that is wrong with it."""

    problems: Sequence[Problem]


@dataclass(frozen=True)
class DoubtfulHand(HandPlace):
    """A hand to look at again: what the new rules doubt and the old ones did not.

    `unasked` are seats that now pay for an opening or a rack of which nobody was asked.
    """

    doubts: Sequence[Problem]
    unasked: Sequence[str]


@dataclass(frozen=True)
class TurnedMatch:
    """A match with another winner, or none; `counts` says whether it counts afterwards."""

    encounter: Encounter
    number: int
    before: str | None
    after: str | None
    counts: bool


@dataclass(frozen=True)
class TurnedEncounter:
    """An encounter that somebody else wins; `now` is the same one afterwards, perhaps with other sides."""

    encounter: Encounter
    now: Encounter

    @property
    def before(self) -> str | None:
        return self.encounter.winner

    @property
    def after(self) -> str | None:
        """The letter of the side that wins; None: it is open again, or both lose."""
        return self.now.winner

    @property
    def winner_before(self) -> Entrant | None:
        return winner_of(self.encounter)

    @property
    def winner_after(self) -> Entrant | None:
        return winner_of(self.now)

    @property
    def lost_by_both_before(self) -> bool:
        return lost_by_both(self.encounter)

    @property
    def lost_by_both_after(self) -> bool:
        return lost_by_both(self.now)


@dataclass(frozen=True)
class MovedPlace:
    """Somebody at a table of four who ends elsewhere than before; None is no place yet."""

    encounter: Encounter
    entrant: Entrant
    before: int | None
    after: int | None


@dataclass(frozen=True)
class MovedRank:
    """An entrant who stands elsewhere in its group, or shares its rank where it did not, or no longer."""

    before: RankedEntrant
    after: RankedEntrant

    @property
    def entrant(self) -> Entrant:
        return self.after.entrant

    @property
    def only_tie(self) -> bool:
        """Whether nothing changes but that the rank is shared, or no longer."""
        return self.before.rank == self.after.rank


@dataclass(frozen=True)
class ReorderedGroup:
    group: Group
    before: Sequence[RankedEntrant]
    after: Sequence[RankedEntrant]

    @property
    def moved(self) -> list[MovedRank]:
        """Those who stand elsewhere, the first one first; who came or went is not among them.

        The order in which those are listed who share a rank says nothing, so it moves nobody.
        """
        was = {ranked.entrant: ranked for ranked in self.before}
        both = [MovedRank(was[one.entrant], one) for one in self.after if one.entrant in was]
        return [one for one in both if (one.before.rank, one.before.tied) != (one.after.rank, one.after.tied)]


@dataclass(frozen=True)
class RefilledSlot:
    """A side of the knock-out that goes to somebody else, or to nobody yet; `vacant` is to nobody ever."""

    encounter: Encounter
    letter: str
    before: Entrant | None
    after: Entrant | None
    was_vacant: bool = False
    vacant: bool = False


@dataclass(frozen=True)
class Annulled:
    """An encounter that counts no more; `instead` is what waits in its place, if anything does."""

    encounter: Encounter
    instead: Encounter | None


@dataclass(frozen=True)
class Effects:
    """Everything that differs between two moments, and nothing that doesn't.

    `restored` were annulled and count again; `added` and `removed` come and go one by one, while a stage
    that is `drawn` or `undrawn` comes or goes whole; one that is drawn anew is both.
    """

    matches: Sequence[TurnedMatch] = ()
    encounters: Sequence[TurnedEncounter] = ()
    places: Sequence[MovedPlace] = ()
    groups: Sequence[ReorderedGroup] = ()
    slots: Sequence[RefilledSlot] = ()
    annulled: Sequence[Annulled] = ()
    restored: Sequence[Encounter] = ()
    added: Sequence[Encounter] = ()
    removed: Sequence[Encounter] = ()
    drawn: Sequence[Stage] = ()
    undrawn: Sequence[Stage] = ()

    @property
    def decides(self) -> bool:
        """Whether any result, order or slot is otherwise."""
        return any(vars(self).values())


def winner_of(encounter: Encounter) -> Entrant | None:
    return next((side.entrant for side in encounter.sides_in_order if side.letter == encounter.winner), None)


def lost_by_both(encounter: Encounter) -> bool:
    return encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
