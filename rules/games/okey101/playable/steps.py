"""Which tiles of a rack lie in runs and which in sets when these are worth most together.

A tile of a run or set counts the number at which it lies. So the best is found exactly, number by
number from 1 to 13: on the way nothing has to be remembered but which runs are open in each colour
and how many okeys are left, and of all ways to the same state only the dearest is followed.

Three exchanges, none of which costs a point, keep the states few. Where a tile and an okey would
do at the same place of a colour, the tile lies in the run; what could go on with a whole run
begins none of its own; and an okey begins a run only if that ends at 13, for otherwise it is worth
more at the upper end.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from rules.melds import LARGEST_SET, SHORTEST
from rules.tile_piles import Piles
from rules.tiles import HIGHEST, Colour, Tile

Runs = tuple[int, int, int]
"""How many runs are open: of one tile and of two, which have to go on, and of three and more."""
State = tuple[tuple[Runs, ...], int]
"""The open runs of each colour, and how many okeys are left."""

_NO_RUNS: Final[Runs] = (0, 0, 0)


class Step(NamedTuple):
    """The dearest way to a state: its worth, the state before, and what is laid at this number.

    ``laid`` is how many tiles lie in the runs of each colour, ``okeys`` how many okeys in sets.
    """

    total: int
    before: State
    laid: tuple[int, ...] = ()
    okeys: int = 0


class _Square(NamedTuple):
    """One number of one colour: its tiles, and how many runs may begin there, by the okeys left."""

    held: int
    begun: tuple[int, ...]


class _Way(NamedTuple):
    """What lies in the runs of a colour at a number, and what is left of its own tiles for sets."""

    laid: int
    okeys: int
    spare: int
    runs: Runs


def best_steps(piles: Piles) -> list[Step]:
    """Give the steps from 1 to 13."""
    okeys = len(piles.get(None, ()))
    start: State = (_NO_RUNS,) * len(Colour), okeys
    layers = [{start: Step(0, start)}]
    for number in range(1, HIGHEST + 1):
        squares = [_square(piles, colour, number, okeys) for colour in Colour]
        layers.append(_next_layer(layers[-1], number, squares))
    state = max(layers[-1], key=lambda last: layers[-1][last].total)
    steps = []
    for layer in reversed(layers[1:]):
        steps.append(layer[state])
        state = layer[state].before
    return steps[::-1]


def _next_layer(layer: Mapping[State, Step], number: int, squares: Sequence[_Square]) -> dict[State, Step]:
    found: dict[State, Step] = {}
    for before, step in layer.items():
        for after, laid, okeys, tiles in _moves(before, squares):
            total = step.total + number * tiles
            if after not in found or found[after].total < total:
                found[after] = Step(total, before, laid, okeys)
    return found


def _moves(state: State, squares: Sequence[_Square]) -> Iterator[tuple[State, tuple[int, ...], int, int]]:
    """Give what can be laid at a number: the state after it, tiles in runs, okeys in sets, tiles in all."""
    runs, okeys = state
    each = [_ways(*colour, okeys) for colour in zip(squares, runs, strict=True)]
    for ways in product(*each):
        left = okeys - sum(way.okeys for way in ways)
        laid = tuple(way.laid for way in ways)
        spare = tuple(way.spare for way in ways)
        for in_sets in range(left + 1):
            tiles, sets = most_in_sets(spare, in_sets)
            if sets or not in_sets:
                yield (tuple(way.runs for way in ways), left - in_sets), laid, in_sets, sum(laid) + tiles


@cache
def _ways(square: _Square, runs: Runs, okeys: int) -> tuple[_Way, ...]:
    """Give every number of tiles with which the open runs can go on and others begin."""
    one, two, whole = runs
    must = one + two
    most = min(square.held + okeys, must + whole + square.begun[okeys])
    return tuple(
        _Way(
            laid,
            max(0, laid - square.held),
            max(0, square.held - laid),
            (max(0, laid - must - whole), one, two + min(laid - must, whole)),
        )
        for laid in range(must, most + 1)
    )


@cache
def most_in_sets(spare: tuple[int, ...], okeys: int) -> tuple[int, int]:
    """Give the most tiles of one number that lie in sets, all these okeys among them, and how many sets.

    Args:
        spare: the tiles of each colour.
        okeys: how many have to lie in sets; 0 and 0 where they can't.
    """
    for sets in range((sum(spare) + okeys) // SHORTEST, 0, -1):
        tiles = sum(min(own, sets) for own in spare) + okeys
        if SHORTEST * sets <= tiles <= LARGEST_SET * sets:
            return tiles, sets
    return 0, 0


def _square(piles: Piles, colour: Colour, number: int, okeys: int) -> _Square:
    held = [len(piles.get(Tile(colour, higher), ())) for higher in range(number, HIGHEST + 1)]
    return _Square(held[0], tuple(_begun(held, left) for left in range(okeys + 1)))


def _begun(held: Sequence[int], okeys: int) -> int:
    """Give how many runs may begin at a number, by the tiles of its colour from there to 13."""
    if len(held) < SHORTEST:
        return 0
    to_the_end = held.count(0) <= okeys
    most = held[0] + (okeys if to_the_end else 0)
    return max(
        runs for runs in range(most + 1) if sum(max(0, runs - own) for own in held[:SHORTEST]) <= okeys
    )
