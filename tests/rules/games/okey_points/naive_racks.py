import random
from collections import Counter
from itertools import product

from rules.all_melds import runs_of_length, sets_of_size
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, Tile, okey_of, parse_tile


def faces_of(codes, indicator):
    okey = okey_of(parse_tile(indicator))
    tiles = [parse_tile(code) for code in codes]
    return [None if tile == okey else okey if tile == FALSE_OKEY else tile for tile in tiles]


def is_meld(faces):
    """Return whether it is a meld, by trying every tile for a wild one."""
    free = [NUMBERED_TILES if face is None else (face,) for face in faces]
    return any(_is_plain_meld(tiles) for tiles in product(*free))


def _is_plain_meld(tiles):
    colours, numbers = {tile.colour for tile in tiles}, [tile.number for tile in tiles]
    if len(set(numbers)) == 1 and len(colours) == len(tiles) >= 3:
        return True
    if len(colours) > 1 or len(tiles) < 3:
        return False
    highs = [sorted(numbers)]
    if 1 in numbers:
        highs.append(
            sorted([14 if place == numbers.index(1) else number for place, number in enumerate(numbers)])
        )
    return any(high == list(range(high[0], high[0] + len(high))) for high in highs)


def dealt_melds(seed):
    """Return melds of fourteen tiles with few numbers."""
    chance = random.Random(seed)
    while True:
        indicator = chance.choice(NUMBERED_TILES)
        okey = okey_of(indicator)
        tiles: list[Tile] = []
        for size in chance.choice(
            [(3, 3, 4, 4), (5, 5, 4), (3, 3, 3, 5), (14,), (7, 7), (3, 4, 7), (4, 4, 6)]
        ):
            makers = (runs_of_length, sets_of_size) if size <= 4 else (runs_of_length,)
            tiles += chance.choice(chance.choice(makers)(size))
        codes = ["*" if tile == okey else tile.code for tile in tiles]
        for place in chance.sample(range(14), chance.choice([0, 1, 2])):
            codes[place] = okey.code
        if max((Counter(codes) + Counter([indicator.code])).values()) <= 2:
            chance.shuffle(codes)
            return indicator.code, codes, chance
