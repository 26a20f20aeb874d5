"""A bracket as small as a map: a stroke for each tie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.reading.bracket.board import Board
from scoring.reading.bracket.slots import Tie

HEIGHT: Final = 34
STROKE: Final = 7
"""How long a stroke is, and with the space after it how far apart two rounds are."""
STEP: Final = 10


@dataclass(frozen=True)
class Miniature:
    """Paths of a picture `width` by `HEIGHT`: ties that are decided, in play, and to come."""

    width: int
    decided: str
    playing: str
    to_come: str

    @property
    def height(self) -> int:
        return HEIGHT


def miniature(board: Board) -> Miniature:
    paths: dict[str, list[str]] = {"decided": [], "playing": [], "to_come": []}
    for at, column in enumerate(board.columns):
        pitch = HEIGHT / max(1, len(column.places))
        for row, place in enumerate(column.places):
            if place.tie is not None:
                paths[_state(place.tie)].append(f"M{at * STEP} {(row + 0.5) * pitch:g}h{STROKE}")
    width = STEP * len(board.columns) - (STEP - STROKE)
    return Miniature(width, **{state: "".join(path) for state, path in paths.items()})


def _state(tie: Tie) -> str:
    if tie.listing is None or not (tie.listing.decided or tie.listing.playing):
        return "to_come"
    return "decided" if tie.listing.decided else "playing"
