from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.queries.bracket.board import Board
from scoring.queries.bracket.slot_sources import Tie
from tournaments.enums import EncounterState

HEIGHT: Final = 34
STROKE: Final = 7
"""Length of a stroke; `STEP` is the distance between two rounds."""
STEP: Final = 10


@dataclass(frozen=True)
class Miniature:
    width: int
    decided: str
    playing: str
    to_come: str

    @property
    def height(self) -> int:
        return HEIGHT


def board_miniature(board: Board) -> Miniature:
    return draw_states([[_state(place.tie) for place in column.places] for column in board.columns])


def draw_states(columns: Sequence[Sequence[str | None]]) -> Miniature:
    """Draw a dash per state, as one SVG path per kind; None is a gap, an unknown state is to come."""
    paths: dict[str, list[str]] = {"decided": [], "playing": [], "to_come": []}
    for at, column in enumerate(columns):
        pitch = HEIGHT / max(1, len(column))
        for row, state in enumerate(column):
            if state is not None:
                drawn_state = state if state in paths else "to_come"
                paths[drawn_state].append(f"M{at * STEP} {(row + 0.5) * pitch:g}h{STROKE}")
    width = STEP * len(columns) - (STEP - STROKE)
    return Miniature(width, **{state: "".join(path) for state, path in paths.items()})


def _state(tie: Tie | None) -> str | None:
    if tie is None:
        return None
    return tie.listing.encounter.state if tie.listing else EncounterState.PENDING.value
