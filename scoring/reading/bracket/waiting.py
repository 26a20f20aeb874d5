"""Encounters that cannot begin: whom each waits for, and who plays for that place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.reading.bracket.slots import Slot, Tie
from scoring.reading.bracket.stage_brackets import drawn_brackets
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.frame import Frame

SHOWN = 12
"""Later ones are in the picture of the bracket."""


@dataclass(frozen=True)
class Waiting:
    """The next ties that miss a side, and what each side that is missing waits for, by its primary key."""

    ties: Sequence[Tie]
    slots: Mapping[int, Slot]


def waiting_among(frame: Frame, listings: Sequence[EncounterListing]) -> Waiting:
    """Those for which somebody waits already come first, then round by round; nothing is read for it."""
    ties = [
        tie
        for bracket in drawn_brackets(frame, listings)
        for one in bracket.rounds
        for tie in one.ties
        if tie.waiting and not tie.bye
    ]
    ties.sort(
        key=lambda tie: (not _somebody(tie), tie.name.round.number, tie.name.round.part, tie.name.number)
    )
    return Waiting(
        ties=ties[:SHOWN],
        slots={
            side.pk: slot
            for tie in ties
            if tie.listing is not None
            for side in tie.listing.sides
            for slot in tie.slots
            if slot.letter == side.letter and slot.entrant is None
        },
    )


def _somebody(tie: Tie) -> bool:
    return any(slot.entrant for slot in tie.slots)
