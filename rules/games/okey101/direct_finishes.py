"""A hand finished in the turn of opening, nobody else having opened (S0 V, RULES §2, §4)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.games.okey101.openings import (
    ALL_IN_HAND,
    JudgedOpening,
    LaidOpening,
    OpeningError,
    OpeningKind,
    judge_opening,
)
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending
from rules.melds import SHORTEST_MELD
from rules.tiles import COPIES, okey_of, parse_tile


class LastThrow(StrEnum):
    NONE = "none"
    """All tiles are laid (S2)."""
    PLAIN = "plain"
    OKEY = "okey"
    DOUBLE_OKEY = "double_okey"
    ANY = "any"
    """One tile is left, not shown."""
    IF_DOUBLE_OKEY = "if_double_okey"
    """Two tiles are left: only both okeys finish."""


class FinishError(StrEnum):
    PAIRS = "pairs"
    """Pairs use an even number of tiles; one is discarded."""
    TILES_LEFT = "tiles_left"
    NOTHING_TO_DISCARD = "nothing_to_discard"


@dataclass(frozen=True, slots=True)
class JudgedFinish:
    """``last`` is None with errors; ``left`` are tiles besides a discard."""

    laid: LaidOpening
    opening: JudgedOpening
    thrown: tuple[str, ...]
    last: LastThrow | None
    errors: tuple[OpeningError | FinishError, ...]
    left: int
    spared: bool
    """Below the threshold, which doesn't count."""


def judge_finish(shown: LaidOpening, rules: RuleSet) -> JudgedFinish:
    """Judge melds and the tile thrown last, a group of its own; rules may spare too few points.

    Raises UnknownTile for the indicator.
    """
    laid, thrown = _separate_thrown(shown)
    opening = judge_opening(laid, rules)
    left = max(0, ALL_IN_HAND - 1 - len(laid.codes))
    last = _last_throw(laid, thrown, opening.kind, rules)
    below = OpeningError.BELOW_THRESHOLD in opening.errors
    spared = below and rules.direct_below_threshold
    errors: list[OpeningError | FinishError] = [
        error for error in opening.errors if not spared or error is not OpeningError.BELOW_THRESHOLD
    ]
    if opening.kind is OpeningKind.PAIRS and rules.ending is Ending.DISCARD:
        errors.append(FinishError.PAIRS)
    elif last is None:
        errors.append(FinishError.TILES_LEFT if left else FinishError.NOTHING_TO_DISCARD)
    return JudgedFinish(laid, opening, thrown, None if errors else last, tuple(errors), left, spared)


def _separate_thrown(shown: LaidOpening) -> tuple[LaidOpening, tuple[str, ...]]:
    """A single tile is thrown, or both okeys beside runs and sets."""
    okey = _okey_of(shown)
    beside_series = any(len(group) >= SHORTEST_MELD for group in shown.melds)
    thrown = [group for group in shown.melds if len(group) == 1 or (beside_series and group == (okey, okey))]
    melds = tuple(group for group in shown.melds if group not in thrown)
    return replace(shown, melds=melds), tuple(code for group in thrown for code in group)


def _last_throw(
    laid: LaidOpening, thrown: tuple[str, ...], kind: OpeningKind, rules: RuleSet
) -> LastThrow | None:
    left = ALL_IN_HAND - len(laid.codes)
    if left == 0:
        return LastThrow.NONE if rules.ending is Ending.FREE else None
    if left == 1:
        tile = LastThrow.OKEY if thrown == (_okey_of(laid),) else LastThrow.PLAIN
        return tile if thrown else LastThrow.ANY
    if left != COPIES or not _may_throw_both(laid, thrown, kind, rules):
        return None
    return LastThrow.DOUBLE_OKEY if len(thrown) == left else LastThrow.IF_DOUBLE_OKEY


def _may_throw_both(laid: LaidOpening, thrown: tuple[str, ...], kind: OpeningKind, rules: RuleSet) -> bool:
    okey = _okey_of(laid)
    allowed = rules.double_okey if kind is OpeningKind.SERIES else rules.double_okey_with_pairs_allowed
    return allowed and okey not in laid.codes and set(thrown) <= {okey}


def _okey_of(laid: LaidOpening) -> str:
    return okey_of(parse_tile(laid.indicator)).code
