"""Every run and set that there is where 1 may follow 13 (S1, S3, S4), and how a rack lays one."""

from functools import cache
from itertools import combinations
from typing import Final

from rules.tile_piles import Piles
from rules.tiles import HIGHEST, Colour, Tile

Faces = tuple[Tile, ...]

LONGEST_RUN: Final = HIGHEST + 1
"""1 to 13 and 1 once more; nothing goes on past that."""


@cache
def runs_of(size: int) -> tuple[Faces, ...]:
    """Give the runs of so many tiles: 12-13-1 is one, 13-1-2 is none."""
    return tuple(
        tuple(Tile(colour, (number - 1) % HIGHEST + 1) for number in range(first, first + size))
        for colour in Colour
        for first in range(1, LONGEST_RUN + 2 - size)
    )


@cache
def sets_of(size: int) -> tuple[Faces, ...]:
    """Give the sets of so many tiles: one number, every colour once at most."""
    return tuple(
        tuple(Tile(colour, number) for colour in colours)
        for number in range(1, HIGHEST + 1)
        for colours in combinations(Colour, size)
    )


def taken(faces: Faces, piles: Piles) -> tuple[tuple[int, ...], Piles] | None:
    """Lay a meld, wild tiles for those that lack: the places of its tiles and what is left, or None.

    A wild tile is kept where the tile itself is there, since it can do whatever that could.
    """
    rest = {face: [*places] for face, places in piles.items()}
    group = []
    for face in faces:
        pile = rest.get(face) or rest.get(None)
        if not pile:
            return None
        group.append(pile.pop())
    return tuple(group), rest
