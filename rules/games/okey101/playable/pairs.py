"""The most pairs of a rack."""

from rules.games.okey101.playable.faces import Groups, Played, piled


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
