"""Runs and sets where 1 may follow 13 (S1, S3, S4)."""

from functools import cache
from itertools import combinations
from typing import Final

from rules.tile_piles import Piles
from rules.tiles import HIGHEST, Colour, Tile

Faces = tuple[Tile, ...]

LONGEST_RUN: Final = HIGHEST + 1
"""1 to 13, and 1 again."""


@cache
def runs_of_length(size: int) -> tuple[Faces, ...]:
    """12-13-1 is a run, 13-1-2 isn't."""
    return tuple(
        tuple(Tile(colour, (number - 1) % HIGHEST + 1) for number in range(first, first + size))
        for colour in Colour
        for first in range(1, LONGEST_RUN + 2 - size)
    )


@cache
def sets_of_size(size: int) -> tuple[Faces, ...]:
    return tuple(
        tuple(Tile(colour, number) for colour in colours)
        for number in range(1, HIGHEST + 1)
        for colours in combinations(Colour, size)
    )


def lay_meld(faces: Faces, piles: Piles) -> tuple[tuple[int, ...], Piles] | None:
    """Return the meld's tile indexes, okeys for missing tiles, and remaining piles; None if impossible."""
    left_over = {face: [*places] for face, places in piles.items()}
    group = []
    for face in faces:
        pile = left_over.get(face) or left_over.get(None)
        if not pile:
            return None
        group.append(pile.pop())
    return tuple(group), left_over
