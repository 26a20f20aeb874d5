from collections.abc import Sequence

from rules.games.okey101.playable.best_division import best_steps, most_in_sets
from rules.tile_piles import Groups, Piles, PlayedFaces, pile_tiles
from rules.tiles import Colour, Tile


def best_series(played: PlayedFaces) -> Groups:
    """Return runs and sets with the highest total, any of equal solutions."""
    piles = pile_tiles(played)
    melds: Groups = []
    runs: dict[Colour, Groups] = {colour: [] for colour in Colour}
    for number, step in enumerate(best_steps(piles), start=1):
        for colour, laid in zip(Colour, step.laid, strict=True):
            tiles = [_take_tile(piles, Tile(colour, number)) for _tile in range(laid)]
            runs[colour], ended = _extend_runs(runs[colour], tiles)
            melds += ended
        spare = [piles.get(Tile(colour, number), []) for colour in Colour]
        melds += _distribute_sets(spare, [_take_tile(piles, None) for _okey in range(step.okeys)])
    return melds + [run for colour in Colour for run in runs[colour]]


def _take_tile(piles: Piles, face: Tile | None) -> int:
    return (piles.get(face) or piles[None]).pop()


def _extend_runs(runs: Groups, tiles: Sequence[int]) -> tuple[Groups, Groups]:
    """Extend the shortest, begin others; return open and ended."""
    shortest_first = sorted(runs, key=len)
    extended = [(*run, tile) for run, tile in zip(shortest_first, tiles, strict=False)]
    started = [(tile,) for tile in tiles[len(runs) :]]
    return extended + started, shortest_first[len(tiles) :]


def _distribute_sets(spare: Sequence[Sequence[int]], okeys: Sequence[int]) -> Groups:
    """No set repeats a colour."""
    _tiles, sets = most_in_sets(tuple(map(len, spare)), len(okeys))
    dealt = [*(tile for pile in spare for tile in pile[:sets]), *okeys]
    return [tuple(dealt[start::sets]) for start in range(sets)]
