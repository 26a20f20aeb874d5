"""Whether fourteen tiles are a finish as they are laid, and its price (S1, S4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.all_melds import LONGEST_RUN
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.racks import FULL_RACK, colour_of_all, faces_of, winning_hands
from rules.games.okey_points.reports import Finish
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.games.okey_points.score import is_price_doubled
from rules.hands import LastTile
from rules.melds import Meld, MeldKind
from rules.round_melds import read_round_meld
from rules.tiles import Colour, Tile, okey_of

_STATED_COLOURS: Final = (Colour.RED, Colour.BLACK)
"""Stated in ``finish.one_colour`` where only these double (S4)."""


class HandError(StrEnum):
    INVALID_MELD = "invalid_meld"
    MIXED = "mixed"
    """Pairs beside other melds."""
    TILES_MISSING = "tiles_missing"


@dataclass(frozen=True, slots=True)
class LaidHand:
    """``colour`` of all tiles of a finish; ``others``: dearer ways to lay the tiles, or any for no finish."""

    melds: tuple[Meld, ...]
    way: WinningHand
    missing: int
    errors: tuple[HandError, ...]
    colour: Colour | None = None
    others: tuple[WinningHand, ...] = ()


@dataclass(frozen=True, slots=True)
class Price:
    """What each other side pays."""

    plain: int
    okey: int
    doubled: bool


def read_group(tiles: Sequence[Tile], indicator: Tile) -> Meld:
    return read_round_meld(faces_of(tiles, indicator), okey_of(indicator))


def judge_laid_hand(groups: Sequence[Sequence[Tile]], indicator: Tile, rules: RuleSet) -> LaidHand:
    melds = tuple(read_group(group, indicator) for group in groups)
    missing = FULL_RACK - sum(map(len, groups))
    kinds = {meld.kind for meld in melds if meld.valid}
    checks = {
        HandError.INVALID_MELD: not all(meld.valid for meld in melds),
        HandError.MIXED: MeldKind.PAIR in kinds and len(kinds) > 1,
        HandError.TILES_MISSING: missing > 0,
    }
    errors = tuple(error for error, applies in checks.items() if applies)
    faces = faces_of([tile for group in groups for tile in group], indicator)
    colour = None if errors else colour_of_all(faces)
    way = _way_of(melds, kinds)
    possible = winning_hands(dict(enumerate(faces))) if missing <= 0 else {}
    price = price_of(way, colour, rules).plain
    others = tuple(hand for hand in possible if errors or price_of(hand, colour, rules).plain > price)
    return LaidHand(melds, way, missing, errors, colour, others)


def _way_of(melds: Sequence[Meld], kinds: set[MeldKind]) -> WinningHand:
    if kinds == {MeldKind.PAIR}:
        return WinningHand.PAIRS
    long_run = any(len(meld.stands_for) == LONGEST_RUN for meld in melds)
    return WinningHand.ONE_COLOUR_RUN if long_run else WinningHand.GROUPS


def price_of(hand: WinningHand, colour: Colour | None, rules: RuleSet) -> Price:
    """``colour``: of all tiles, if it is one."""
    red_and_black_only = rules.one_colour_doubles is OneColourDoubles.RED_AND_BLACK
    finish = Finish(hand, one_colour=not red_and_black_only or colour in _STATED_COLOURS)
    doubled = colour is not None and is_price_doubled(finish, rules)
    plain, okey = (rules.finishes[price_code(hand, last)] for last in (LastTile.PLAIN, LastTile.OKEY))
    return Price(2 * plain, 2 * okey, doubled) if doubled else Price(plain, okey, doubled)
