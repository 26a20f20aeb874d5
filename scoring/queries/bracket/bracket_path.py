"""The way of an entrant through the brackets of a tournament, tie by tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from tournaments.models import Entrant
from tournaments.naming.collation import turkish_order


@dataclass(frozen=True)
class Step:
    """A tie on the way: the entrant's own slot, and who sits against it."""

    tie: Tie
    own: Slot
    against: Sequence[Slot]


@dataclass(frozen=True)
class Trail:
    """An entrant's way, the first tie first; without steps where it plays in no bracket yet."""

    entrant: Entrant
    steps: Sequence[Step]


def entrants_in(brackets: Sequence[StageBracket]) -> list[Entrant]:
    """Everybody who plays in these brackets, by name in Turkish order."""
    ties = (tie for bracket in brackets for one in bracket.rounds for tie in one.ties)
    found = {slot.entrant.pk: slot.entrant for tie in ties for slot in tie.slots if slot.entrant}
    return sorted(found.values(), key=lambda one: (turkish_order(one.name), one.number))


def trail_of(brackets: Sequence[StageBracket], public_id: UUID) -> Trail | None:
    """The way of the entrant with a public id; nothing for one that is in no bracket."""
    entrant = next((one for one in entrants_in(brackets) if one.public_id == public_id), None)
    if entrant is None:
        return None
    ties = [tie for bracket in brackets for tie in _in_order(bracket) if tie.slot_of(entrant)]
    return Trail(entrant, [_step(tie, entrant) for tie in ties])


def _in_order(bracket: StageBracket) -> list[Tie]:
    """The ties of a stage in the order of its rounds, which winners' and losers' brackets share."""
    ties = [tie for one in bracket.rounds for tie in one.ties]
    return sorted(ties, key=lambda tie: (tie.listing.encounter.round if tie.listing else 0, tie.name.number))


def _step(tie: Tie, entrant: Entrant) -> Step:
    own = next(slot for slot in tie.slots if slot.entrant == entrant)
    return Step(tie, own, [slot for slot in tie.slots if slot is not own])
