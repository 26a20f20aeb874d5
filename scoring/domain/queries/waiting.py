"""Encounters that cannot begin: whom each waits for, and who plays for that place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bracket import drawn_brackets
from .frame import Frame
from .meetings import Meeting
from .slots import Slot, Tie

SHOWN = 12
"""Later ones are in the picture of the bracket."""


@dataclass(frozen=True)
class Waiting:
    """The next ties that miss a side, and what each side that is missing waits for, by its primary key."""

    ties: Sequence[Tie]
    slots: Mapping[int, Slot]


def waiting_among(frame: Frame, meetings: Sequence[Meeting]) -> Waiting:
    """Those for which somebody waits already come first, then round by round; nothing is read for it."""
    ties = [
        tie
        for bracket in drawn_brackets(frame, meetings)
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
            if tie.meeting is not None
            for side in tie.meeting.sides
            for slot in tie.slots
            if slot.letter == side.letter and slot.entrant is None
        },
    )


def _somebody(tie: Tie) -> bool:
    return any(slot.entrant for slot in tie.slots)
