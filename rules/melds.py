"""What each tile represents (RULES §2, S0 II, S2, S4).

A real okey represents any tile at its value. The most valuable reading counts, a set if equal (chosen).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.localized_text import Text
from rules.meld_faults import Fault, fault_of_group, fault_of_pair
from rules.tiles import FALSE_OKEY, HIGHEST, Colour, Tile, okey_of

SHORTEST_MELD: Final = 3
"""Of a run or set; two tiles can only be a pair."""
LARGEST_SET: Final = len(Colour)


class MeldKind(StrEnum):
    RUN = "run"
    SET = "set"
    PAIR = "pair"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Meld:
    """``value`` is a sum of numbers, 1 for a pair, 0 if invalid; ``stands_for`` is in order."""

    kind: MeldKind
    value: int = 0
    stands_for: tuple[Tile, ...] = ()
    fault: Fault | None = None

    @property
    def valid(self) -> bool:
        return self.kind is not MeldKind.INVALID

    @property
    def reason(self) -> Text | None:
        return self.fault.words if self.fault else None


def read_meld(
    tiles: Sequence[Tile],
    indicator: Tile | None,
    *,
    indicator_in_pairs: bool = False,
    false_okey: Tile | None = None,
) -> Meld:
    """Return the most valuable reading, or an invalid meld with its fault; tiles may be in any order.

    ``indicator``, never a false okey, names the wild okey; None: nothing is wild. In a pair it is wild with
    ``indicator_in_pairs`` (S2), else barred (S0 II). ``false_okey`` is by default the okey (S2, S4).
    """
    okey = okey_of(indicator) if indicator else None
    false_okey = false_okey or okey or FALSE_OKEY
    if len(tiles) < SHORTEST_MELD:
        wild = {okey, indicator} if indicator_in_pairs else {okey}
        barred = indicator if indicator in tiles and not indicator_in_pairs else None
        return read_pair(played_as(tiles, false_okey, wild), okey, barred)
    faces = played_as(tiles, false_okey, {okey})
    readings = [meld for meld in (_read_set(faces), _read_run(faces)) if meld]
    if not readings:
        return Meld(MeldKind.INVALID, fault=fault_of_group(faces))
    return max(readings, key=lambda meld: meld.value)


def is_false_okey_mistaken(
    tiles: Sequence[Tile], indicator: Tile, read: Callable[[Sequence[Tile]], Meld]
) -> bool:
    """Return whether tiles that are no meld would be one with okeys for false okeys."""
    as_okeys = [okey_of(indicator) if tile == FALSE_OKEY else tile for tile in tiles]
    return FALSE_OKEY in tiles and read(as_okeys).valid


def played_as(tiles: Sequence[Tile], false_okey: Tile, wild: Collection[Tile | None]) -> list[Tile | None]:
    """None is wild."""
    return [None if tile in wild else false_okey if tile == FALSE_OKEY else tile for tile in tiles]


def read_pair(faces: Sequence[Tile | None], okey: Tile | None, barred: Tile | None = None) -> Meld:
    """``barred`` mustn't be in it."""
    fault = fault_of_pair(faces, barred)
    if fault:
        return Meld(MeldKind.INVALID, fault=fault)
    # Two wild tiles are a pair of okeys.
    stands_for = next((face for face in faces if face), okey or FALSE_OKEY)
    return Meld(MeldKind.PAIR, 1, (stands_for, stands_for))


def _read_set(faces: Sequence[Tile | None]) -> Meld | None:
    fixed = [face for face in faces if face]
    colours = {tile.colour for tile in fixed}
    numbers = {tile.number for tile in fixed}
    if len(faces) > LARGEST_SET or len(colours) < len(fixed) or len(numbers) > 1:
        return None
    number = numbers.pop() if numbers else HIGHEST
    free = (Tile(colour, number) for colour in Colour if colour not in colours)
    return Meld(MeldKind.SET, number * len(faces), _fill_wild_tiles(faces, free))


def _read_run(faces: Sequence[Tile | None]) -> Meld | None:
    """Return the highest run, or None; a None in `faces` is wild, 1 only low."""
    fixed = [face for face in faces if face]
    colours = {tile.colour for tile in fixed}
    numbers = {tile.number for tile in fixed}
    first = min([*numbers, HIGHEST + 1 - len(faces)])
    span = range(first, first + len(faces))
    if first < 1 or len(colours) > 1 or len(numbers) < len(fixed) or not numbers.issubset(span):
        return None
    colour = colours.pop() if colours else Colour.RED
    free = (Tile(colour, number) for number in span if number not in numbers)
    return Meld(MeldKind.RUN, sum(span), _fill_wild_tiles(faces, free))


def _fill_wild_tiles(faces: Sequence[Tile | None], free: Iterator[Tile]) -> tuple[Tile, ...]:
    return tuple(face or next(free) for face in faces)
