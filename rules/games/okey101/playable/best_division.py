"""Divide a rack exactly into runs and sets with the highest total.

From 1 to 13, a state is the open runs by colour and the okeys left; only its best way survives. Without loss,
tiles go before okeys, complete runs are extended before others begin, and an okey begins a run only if it
ends at 13.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from rules.melds import LARGEST_SET, SHORTEST_MELD
from rules.tile_piles import Piles
from rules.tiles import HIGHEST, Colour, Tile

Runs = tuple[int, int, int]
"""Open runs of one tile, of two, which must go on, and of three or more."""
State = tuple[tuple[Runs, ...], int]
"""Open runs by colour, and okeys left."""

_NO_RUNS: Final[Runs] = (0, 0, 0)


class Step(NamedTuple):
    """Tiles ``laid`` in runs by colour, ``okeys`` in sets."""

    total: int
    previous_state: State
    laid: tuple[int, ...] = ()
    okeys: int = 0


class _Square(NamedTuple):
    """A colour's tiles of a number, and runs that may begin, by okeys left."""

    tile_count: int
    startable_runs: tuple[int, ...]


class _ColourMove(NamedTuple):
    laid: int
    okeys: int
    spare: int
    runs: Runs


def best_steps(piles: Piles) -> list[Step]:
    """Return the steps of the division with the highest total, one for each number from 1 to 13."""
    okeys = len(piles.get(None, ()))
    start: State = (_NO_RUNS,) * len(Colour), okeys
    layers = [{start: Step(0, start)}]
    for number in range(1, HIGHEST + 1):
        squares = [_count_square(piles, colour, number, okeys) for colour in Colour]
        layers.append(_next_layer(layers[-1], number, squares))
    state = max(layers[-1], key=lambda last: layers[-1][last].total)
    steps = []
    for layer in reversed(layers[1:]):
        steps.append(layer[state])
        state = layer[state].previous_state
    return steps[::-1]


def _next_layer(layer: Mapping[State, Step], number: int, squares: Sequence[_Square]) -> dict[State, Step]:
    best: dict[State, Step] = {}
    for state, step in layer.items():
        for next_state, laid, okeys, tiles in _moves(state, squares):
            total = step.total + number * tiles
            if next_state not in best or best[next_state].total < total:
                best[next_state] = Step(total, state, laid, okeys)
    return best


def _moves(state: State, squares: Sequence[_Square]) -> Iterator[tuple[State, tuple[int, ...], int, int]]:
    """Yield each next state with tiles in runs by colour, okeys in sets, and the number of all tiles laid."""
    runs, okeys = state
    moves_by_colour = [_colour_moves(*colour, okeys) for colour in zip(squares, runs, strict=True)]
    for choice in product(*moves_by_colour):
        okeys_left = okeys - sum(move.okeys for move in choice)
        laid = tuple(move.laid for move in choice)
        spare = tuple(move.spare for move in choice)
        for in_sets in range(okeys_left + 1):
            tiles, sets = most_in_sets(spare, in_sets)
            if sets or not in_sets:
                yield (
                    (tuple(move.runs for move in choice), okeys_left - in_sets),
                    laid,
                    in_sets,
                    sum(laid) + tiles,
                )


@cache
def _colour_moves(square: _Square, runs: Runs, okeys: int) -> tuple[_ColourMove, ...]:
    """Return a move for each possible count of tiles laid in runs at a number; unfinished runs must go on."""
    single_tiles, two_tiles, complete = runs
    unfinished = single_tiles + two_tiles
    largest = min(square.tile_count + okeys, unfinished + complete + square.startable_runs[okeys])
    return tuple(
        _ColourMove(
            laid,
            max(0, laid - square.tile_count),
            max(0, square.tile_count - laid),
            (
                max(0, laid - unfinished - complete),
                single_tiles,
                two_tiles + min(laid - unfinished, complete),
            ),
        )
        for laid in range(unfinished, largest + 1)
    )


@cache
def most_in_sets(spare: tuple[int, ...], okeys: int) -> tuple[int, int]:
    """Return the most tiles of a number with all ``okeys``, and the sets; else 0, 0."""
    for sets in range((sum(spare) + okeys) // SHORTEST_MELD, 0, -1):
        tiles = sum(min(count, sets) for count in spare) + okeys
        if SHORTEST_MELD * sets <= tiles <= LARGEST_SET * sets:
            return tiles, sets
    return 0, 0


def _count_square(piles: Piles, colour: Colour, number: int, okeys: int) -> _Square:
    counts = [len(piles.get(Tile(colour, higher), ())) for higher in range(number, HIGHEST + 1)]
    return _Square(counts[0], tuple(_startable_runs(counts, okeys_left) for okeys_left in range(okeys + 1)))


def _startable_runs(held: Sequence[int], okeys: int) -> int:
    """Return how many runs may start here at most; ``held`` counts a colour's tiles from here to 13."""
    if len(held) < SHORTEST_MELD:
        return 0
    to_the_end = held.count(0) <= okeys
    largest = held[0] + (okeys if to_the_end else 0)
    return max(
        runs
        for runs in range(largest + 1)
        if sum(max(0, runs - tiles) for tiles in held[:SHORTEST_MELD]) <= okeys
    )
