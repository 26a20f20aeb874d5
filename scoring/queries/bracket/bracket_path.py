from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from tournaments.models import Entrant
from tournaments.naming.collation import turkish_order


@dataclass(frozen=True)
class PathStep:
    tie: Tie
    own_slot: Slot
    opponent_slots: Sequence[Slot]


@dataclass(frozen=True)
class BracketPath:
    entrant: Entrant
    steps: Sequence[PathStep]


def bracket_entrants(brackets: Sequence[StageBracket]) -> list[Entrant]:
    """Return all entrants in Turkish order."""
    ties = (tie for bracket in brackets for round_ in bracket.rounds for tie in round_.ties)
    entrants = {slot.entrant.pk: slot.entrant for tie in ties for slot in tie.slots if slot.entrant}
    return sorted(entrants.values(), key=lambda entrant: (turkish_order(entrant.name), entrant.number))


def find_bracket_path(brackets: Sequence[StageBracket], public_id: UUID) -> BracketPath | None:
    entrant = next(
        (candidate for candidate in bracket_entrants(brackets) if candidate.public_id == public_id), None
    )
    if entrant is None:
        return None
    ties = [tie for bracket in brackets for tie in _sort_ties(bracket) if tie.slot_of(entrant)]
    return BracketPath(entrant, [_step(tie, entrant) for tie in ties])


def _sort_ties(bracket: StageBracket) -> list[Tie]:
    """Sort ties by round; winners' and losers' brackets share round numbers."""
    ties = [tie for round_ in bracket.rounds for tie in round_.ties]
    return sorted(ties, key=lambda tie: (tie.listing.encounter.round if tie.listing else 0, tie.name.number))


def _step(tie: Tie, entrant: Entrant) -> PathStep:
    own_slot = next(slot for slot in tie.slots if slot.entrant == entrant)
    return PathStep(tie, own_slot, [slot for slot in tie.slots if slot is not own_slot])
