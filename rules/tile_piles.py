from collections.abc import Mapping, Sequence

from rules.tiles import Tile

PlayedFaces = Mapping[int, Tile | None]
"""What each tile plays as, by its index on the rack; None may stand for any."""
Groups = list[tuple[int, ...]]
"""Melds, each as the indexes of its tiles."""
Piles = dict[Tile | None, list[int]]
"""The indexes of tiles that play as the same one."""


def pile_tiles(played: PlayedFaces) -> Piles:
    piles: Piles = {}
    for index, face in played.items():
        piles.setdefault(face, []).append(index)
    return piles


def most_pairs(played: PlayedFaces) -> Groups:
    """Return the most pairs: equal tiles, then a tile with a wild one, then wild tiles."""
    piles = pile_tiles(played)
    wild = piles.pop(None, [])
    single = [pile.pop() for pile in piles.values() if len(pile) % 2]
    equal_pairs = [pair for pile in piles.values() for pair in _pair_up(pile)]
    mixed = list(zip(wild, single, strict=False))
    return equal_pairs + mixed + _pair_up(wild[len(mixed) :])


def _pair_up(pile: list[int]) -> Groups:
    return list(zip(pile[::2], pile[1::2], strict=False))


def groups_as_codes(groups: Groups, codes: Sequence[str]) -> list[list[str]]:
    return [[codes[index] for index in group] for group in groups]
