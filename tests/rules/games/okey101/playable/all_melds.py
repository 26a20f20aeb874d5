"""What a small rack could do, found by trying everything: each subset of its tiles is read as a meld.

Nothing here is shared with the search of ``rules/`` but what one meld is.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from rules.games.okey101.openings import read_group
from rules.games.okey101.rulesets import RuleSet
from rules.melds import MeldKind
from rules.tiles import parse_tile


def tried(codes: Sequence[str], indicator: str, rules: RuleSet, *, pairs: bool) -> dict[int, int]:
    """Give the most that melds are worth together, by how many tiles they use at most."""
    worth = _worth(codes, indicator, rules, pairs=pairs)

    @cache
    def best(left: int, most: int) -> int:
        """Of the tiles of this mask, at most so many; the first is left out, or in one of its melds."""
        if not left or not most:
            return 0
        first = left & -left
        found = best(left ^ first, most)
        for meld, value in worth.items():
            if meld & first and meld & left == meld and meld.bit_count() <= most:
                found = max(found, value + best(left ^ meld, most - meld.bit_count()))
        return found

    whole = (1 << len(codes)) - 1
    return {most: best(whole, most) for most in (len(codes), len(codes) - 1)}


def _worth(codes: Sequence[str], indicator: str, rules: RuleSet, *, pairs: bool) -> dict[int, int]:
    """Every meld of these tiles as a mask of their places, with its value."""
    tiles = [parse_tile(code) for code in codes]
    found = {}
    for size in [2] if pairs else range(3, len(tiles) + 1):
        for places in combinations(range(len(tiles)), size):
            meld = read_group([tiles[place] for place in places], parse_tile(indicator), rules)
            if meld.valid:
                assert (meld.kind is MeldKind.PAIR) is pairs
                found[sum(1 << place for place in places)] = meld.value
    return found
