"""The best melds of a small rack by brute force."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from rules.games.okey101.openings import read_group
from rules.games.okey101.rulesets import RuleSet
from rules.melds import MeldKind
from rules.tiles import parse_tile


def tried(codes: Sequence[str], indicator: str, rules: RuleSet, *, pairs: bool) -> dict[int, int]:
    """Return the highest total of melds, by the most tiles they use."""
    values = meld_values(codes, indicator, rules, pairs=pairs)

    @cache
    def best(left: int, most: int) -> int:
        if not left or not most:
            return 0
        first = left & -left
        highest = best(left ^ first, most)
        for meld, value in values.items():
            if meld & first and meld & left == meld and meld.bit_count() <= most:
                highest = max(highest, value + best(left ^ meld, most - meld.bit_count()))
        return highest

    full_mask = (1 << len(codes)) - 1
    return {limit: best(full_mask, limit) for limit in (len(codes), len(codes) - 1)}


def meld_values(codes: Sequence[str], indicator: str, rules: RuleSet, *, pairs: bool) -> dict[int, int]:
    """Return every meld as a mask of indexes, with its value."""
    tiles = [parse_tile(code) for code in codes]
    values = {}
    for size in [2] if pairs else range(3, len(tiles) + 1):
        for places in combinations(range(len(tiles)), size):
            meld = read_group([tiles[place] for place in places], parse_tile(indicator), rules)
            if meld.valid:
                assert (meld.kind is MeldKind.PAIR) is pairs
                values[sum(1 << place for place in places)] = meld.value
    return values
