"""RULES §2, §9.

Runs and sets must total 101, or there must be five pairs; never both (S0 III, S2, S4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.games.okey101.amounts import false_okey_tile
from rules.games.okey101.problems import DEALT
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending
from rules.hands import Opening
from rules.meld_faults import Fault, FaultCode
from rules.melds import Meld, MeldKind, read_meld
from rules.strict_json import quote_names
from rules.tiles import COPIES, Tile, UnknownTile, are_impossible, okey_of, parse_indicator, parse_tile

SERIES_THRESHOLD: Final = 101
"""Points of runs and sets (S0 III, S2, S4)."""
PAIRS_THRESHOLD: Final = 5
"""Number of pairs (S0 III, S2, S4)."""
DIRECT_WITH_BOTH_OKEYS: Final = DEALT - 1
"""Laid by a direct finish that discards two okeys."""
ALL_IN_HAND: Final = DEALT + 1
"""A player's tiles during their turn limit an opening."""


class OpeningKind(StrEnum):
    SERIES = "series"
    PAIRS = "pairs"
    MIXED = "mixed"


class OpeningError(StrEnum):
    IMPOSSIBLE_TILES = "impossible_tiles"
    INVALID_MELD = "invalid_meld"
    MIXED_OPENING = "mixed_opening"
    BELOW_THRESHOLD = "below_threshold"
    TOO_FEW_PAIRS = "too_few_pairs"
    TOO_MANY_TILES = "too_many_tiles"


@dataclass(frozen=True, slots=True)
class EarlierOpening:
    """In points or pairs."""

    kind: Opening
    total: int


@dataclass(frozen=True, slots=True)
class LaidOpening:
    """``previous``: the last of each kind; ``direct``: finished in that turn, nobody else having opened."""

    indicator: str
    melds: tuple[tuple[str, ...], ...]
    previous: tuple[EarlierOpening, ...] = ()
    direct: bool = False

    @property
    def codes(self) -> list[str]:
        return [code for group in self.melds for code in group]


@dataclass(frozen=True, slots=True)
class JudgedOpening:
    """``total`` and ``needed`` in valid points or pairs; 0 if mixed."""

    kind: OpeningKind
    total: int
    needed: int
    melds: tuple[Meld, ...]
    errors: tuple[OpeningError, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.errors


def judge_opening(laid: LaidOpening, rules: RuleSet) -> JudgedOpening:
    melds = tuple(_read_laid_group(group, laid, rules) for group in laid.melds)
    kind = _opening_kind(laid, melds)
    judged = JudgedOpening(kind, 0, 0, melds)
    if kind is not OpeningKind.MIXED:
        needed = threshold(Opening(kind), rules, laid.previous)
        judged = JudgedOpening(kind, sum(meld.value for meld in melds), needed, melds)
    errors = tuple(error for error, applies in _CHECKS.items() if applies(laid, judged, rules))
    return replace(judged, errors=errors)


def threshold(kind: Opening, rules: RuleSet, previous: Sequence[EarlierOpening] = ()) -> int:
    """In points or pairs; a rising one exceeds the previous (S2)."""
    floor = PAIRS_THRESHOLD if kind is Opening.PAIRS else SERIES_THRESHOLD
    exceeded = [earlier.total + 1 for earlier in previous if earlier.kind is kind]
    return max(floor, *exceeded) if rules.rising_threshold and exceeded else floor


def _read_laid_group(group: tuple[str, ...], laid: LaidOpening, rules: RuleSet) -> Meld:
    try:
        tiles = [parse_tile(code) for code in group]
    except UnknownTile as unknown:
        return Meld(
            MeldKind.INVALID, fault=Fault(FaultCode.UNKNOWN_TILE, unknown_code=quote_names([str(unknown)]))
        )
    return read_group(tiles, parse_indicator(laid.indicator), rules)


def read_group(tiles: Sequence[Tile], indicator: Tile | None, rules: RuleSet) -> Meld:
    return read_meld(
        tiles,
        indicator,
        indicator_in_pairs=rules.indicator_in_pairs,
        false_okey=false_okey_tile(indicator, rules) if indicator else None,
    )


def _opening_kind(laid: LaidOpening, melds: tuple[Meld, ...]) -> OpeningKind:
    """By valid melds, else by what was tried."""
    is_pair = {meld.kind is MeldKind.PAIR for meld in melds if meld.valid}
    if not is_pair:
        pairs = bool(laid.melds) and all(len(group) == COPIES for group in laid.melds)
        return OpeningKind.PAIRS if pairs else OpeningKind.SERIES
    if len(is_pair) > 1:
        return OpeningKind.MIXED
    return OpeningKind.PAIRS if is_pair.pop() else OpeningKind.SERIES


def _has_impossible_tiles(laid: LaidOpening, _judged: JudgedOpening, _rules: RuleSet) -> bool:
    return are_impossible(laid.codes, laid.indicator)


def _has_invalid_meld(_laid: LaidOpening, judged: JudgedOpening, _rules: RuleSet) -> bool:
    return not all(meld.valid for meld in judged.melds)


def _is_mixed(_laid: LaidOpening, judged: JudgedOpening, _rules: RuleSet) -> bool:
    return judged.kind is OpeningKind.MIXED


def _is_below_threshold(laid: LaidOpening, judged: JudgedOpening, rules: RuleSet) -> bool:
    if judged.kind is not OpeningKind.SERIES or _finishes_directly(laid, judged, rules):
        return False
    return judged.total < judged.needed


def _has_too_few_pairs(_laid: LaidOpening, judged: JudgedOpening, _rules: RuleSet) -> bool:
    return judged.kind is OpeningKind.PAIRS and judged.total < judged.needed


def _has_too_many_tiles(laid: LaidOpening, _judged: JudgedOpening, _rules: RuleSet) -> bool:
    return len(laid.codes) > ALL_IN_HAND


def _finishes_directly(laid: LaidOpening, judged: JudgedOpening, rules: RuleSet) -> bool:
    """All but the last discard are laid (S0 V): one tile, both okeys, or none where not required."""
    if not (laid.direct and rules.direct_below_threshold and all(meld.valid for meld in judged.melds)):
        return False
    tiles = len(laid.codes)
    if tiles == DIRECT_WITH_BOTH_OKEYS:
        return rules.double_okey and not _count_okeys(laid)
    return tiles == DEALT or (tiles == ALL_IN_HAND and rules.ending is Ending.FREE)


def _count_okeys(laid: LaidOpening) -> int:
    indicator = parse_indicator(laid.indicator)
    return laid.codes.count(okey_of(indicator).code) if indicator else 0


_CHECKS: Final[dict[OpeningError, Callable[[LaidOpening, JudgedOpening, RuleSet], bool]]] = {
    OpeningError.IMPOSSIBLE_TILES: _has_impossible_tiles,
    OpeningError.INVALID_MELD: _has_invalid_meld,
    OpeningError.MIXED_OPENING: _is_mixed,
    OpeningError.BELOW_THRESHOLD: _is_below_threshold,
    OpeningError.TOO_FEW_PAIRS: _has_too_few_pairs,
    OpeningError.TOO_MANY_TILES: _has_too_many_tiles,
}
