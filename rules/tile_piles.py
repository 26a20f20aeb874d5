"""The tiles of a rack by the tile that each plays as: piles of the same, and pairs of them."""

from collections.abc import Mapping, Sequence

from rules.tiles import Tile

Played = Mapping[int, Tile | None]
"""Which tile each one plays as, by its place on the rack; None is free to stand for any."""
Groups = list[tuple[int, ...]]
"""Melds, each as the places of its tiles."""
Piles = dict[Tile | None, list[int]]
"""The places of those that play as the same tile."""


def piled(played: Played) -> Piles:
    """Lay those that play as the same tile together."""
    piles: Piles = {}
    for place, face in played.items():
        piles.setdefault(face, []).append(place)
    return piles


def most_pairs(played: Played) -> Groups:
    """Give as many pairs as there are: of the same tile, of one and a wild tile, of wild tiles."""
    piles = piled(played)
    wild = piles.pop(None, [])
    single = [pile.pop() for pile in piles.values() if len(pile) % 2]
    alike = [pair for pile in piles.values() for pair in _in_twos(pile)]
    mixed = list(zip(wild, single, strict=False))
    return alike + mixed + _in_twos(wild[len(mixed) :])


def _in_twos(pile: list[int]) -> Groups:
    return list(zip(pile[::2], pile[1::2], strict=False))


def named(groups: Groups, codes: Sequence[str]) -> list[list[str]]:
    """Give groups by the codes of their tiles, as these were given."""
    return [[codes[place] for place in group] for group in groups]
