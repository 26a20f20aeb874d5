import random
from collections.abc import Iterable

from rules.tiles import COPIES, FALSE_OKEY, NUMBERED_TILES, okey_of


def dealt(seed: int, *, size: int = 22, okeys: int | None = None) -> tuple[str, list[str]]:
    """Return an indicator and random tiles, with this number of okeys."""
    chance = random.Random(seed)
    indicator = chance.choice(NUMBERED_TILES)
    okey = okey_of(indicator)
    pool = [tile.code for tile in (*NUMBERED_TILES, FALSE_OKEY) for _copy in range(COPIES)]
    pool.remove(indicator.code)
    if okeys is None:
        return indicator.code, chance.sample(pool, size)
    without_okeys = [code for code in pool if code != okey.code]
    return indicator.code, chance.sample(
        [*chance.sample(without_okeys, size - okeys), *[okey.code] * okeys], size
    )


def crowded(seed: int, most: int = 9, lowest: int = 1) -> tuple[str, list[str]]:
    """Return a few tiles of adjacent numbers, often with okeys."""
    chance = random.Random(seed)
    indicator = chance.choice(NUMBERED_TILES)
    first, width = chance.randint(lowest, 11), chance.randint(1, 6)
    colours = chance.sample("rbyk", chance.randint(1, 4))
    near = [f"{colour}{number}" for colour in colours for number in _within(first, width)]
    special = [okey_of(indicator).code, FALSE_OKEY.code, indicator.code]
    pool = [code for code in {*near, *special} for _copy in range(COPIES)]
    pool.remove(indicator.code)
    specials = [okey_of(indicator).code] * chance.randint(0, 2) + [FALSE_OKEY.code] * chance.choice(
        [0, 0, 1, 2]
    )
    for code in specials:
        pool.remove(code)
    more = chance.sample(sorted(pool), min(len(pool), chance.randint(1, most - len(specials))))
    return indicator.code, chance.sample([*specials, *more], len(specials) + len(more))


def _within(first: int, width: int) -> Iterable[int]:
    return range(first, min(first + width, 14))
