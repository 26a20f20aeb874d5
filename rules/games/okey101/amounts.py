"""What a hand's lines charge, and which sources say so (S0 V and VI, S4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import FalseOkeyValue, MultiplierRule
from rules.hands import HandReport, LastTile, Opening, Rack, RackCount, known_tiles
from rules.localized_text import Text
from rules.sources import AMENDED, CHOSEN, INFRACTION, cite
from rules.tiles import FALSE_OKEY, Tile, okey_of


@dataclass(frozen=True, slots=True)
class Factor:
    code: str
    amount: int
    name: Text


DIRECT: Final = Factor("direct", 2, Text("elden bitiş", "direct finish"))
PAIRS: Final = Factor("pairs", 2, Text("çiftten bitiş", "pairs finish"))
OKEY: Final = Factor("okey", 2, Text("okeyle bitiş", "okey finish"))
DOUBLE_OKEY: Final = Factor("double_okey", 4, Text("okey ikiye", "double okey finish"))

FACTORS: Final[Mapping[str, Factor]] = {factor.code: factor for factor in (DIRECT, PAIRS, OKEY, DOUBLE_OKEY)}
"""By code, in display order."""


@dataclass(frozen=True, slots=True)
class Multiplier:
    amount: int = 1
    factors: tuple[Factor, ...] = ()

    @property
    def amounts(self) -> dict[str, int]:
        """By code."""
        return {factor.code: factor.amount for factor in self.factors}


def factors_of(report: HandReport) -> tuple[Factor, ...]:
    """Return the finish's factors, whether the rule set applies them or not; none without a finisher."""
    if not report.finished:
        return ()
    finisher = report.seats.get(report.finisher or "")
    applies = (
        (DIRECT, report.finish.direct),
        (PAIRS, finisher is not None and finisher.opening is Opening.PAIRS),
        (OKEY, report.finish.last_tile is LastTile.OKEY),
        (DOUBLE_OKEY, report.finish.last_tile is LastTile.DOUBLE_OKEY),
    )
    return tuple(factor for factor, holds in applies if holds)


def multiplier_of(report: HandReport, rule: MultiplierRule) -> Multiplier:
    """As in S0's table."""
    factors = factors_of(report)
    if not factors or rule is MultiplierRule.NONE:
        return Multiplier()
    if rule is MultiplierRule.HIGHEST:
        highest = max(factors, key=lambda factor: factor.amount)
        return Multiplier(highest.amount, (highest,))
    return Multiplier(prod(factor.amount for factor in factors), factors)


def false_okey_tile(indicator: Tile, rules: RuleSet) -> Tile:
    """The okey (S2, S4), or the indicator (S0 I)."""
    return indicator if rules.false_okey_value is FalseOkeyValue.INDICATOR else okey_of(indicator)


def count_rack(rack: Rack | None, indicator: Tile | None, rules: RuleSet) -> RackCount:
    """Return points and okeys, from tiles if given (S0 VI, RULES §3); zero without a rack.

    Real okeys aren't in the sum. Without an indicator only plain numbers count.
    """
    if rack is None:
        return RackCount()
    if rack.tiles is None:
        return RackCount(rack.points or 0, rack.okeys)
    okey = okey_of(indicator) if indicator else None
    tiles = list(known_tiles(rack))
    plain = [tile for tile in tiles if tile != okey]
    value_of_false_okey = false_okey_tile(indicator, rules).number if indicator else 0
    points = sum(value_of_false_okey if tile == FALSE_OKEY else tile.number for tile in plain)
    return RackCount(points, len(tiles) - len(plain))


def face_points(count: RackCount, indicator: Tile | None, rules: RuleSet) -> int:
    """Of real okeys; 0 without ``okey_face_counts``."""
    if not rules.okey_face_counts or indicator is None:
        return 0
    return count.okeys * okey_of(indicator).number


_AMOUNTS: Final = ("S0 VI", "S4")

LINE_SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "finisher": _AMOUNTS,
        "unopened": _AMOUNTS,
        "rack": _AMOUNTS,
        "rack_of_pairs": _AMOUNTS,
        "okey_left": _AMOUNTS,
        "partner_cancelled": ("S0 V",),
        "void_all_pairs": ("S0 V", "S4"),
        "void_nobody_opened": (),
        "nobody_opened": ("S2",),
    }
)
"""By a rule's stable id."""

_MULTIPLIED: Final = frozenset({"multiplier"})
_ON_THE_RACK: Final = _MULTIPLIED | {"okey_face_counts", "false_okey_value"}

AMOUNT_SWITCHES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "finisher": _MULTIPLIED,
        "unopened": _MULTIPLIED | {"unopened_cap"},
        "rack": _ON_THE_RACK,
        "rack_of_pairs": _ON_THE_RACK | {"pairs_doubled_on_exhaustion"},
        "okey_left": frozenset({"okey_left", "okey_left_multiplied", "okey_left_when_unopened"}),
        "partner_cancelled": frozenset({"partner_cancels"}),
        "void_all_pairs": frozenset[str](),
        "void_nobody_opened": frozenset({"nobody_opened"}),
        "nobody_opened": frozenset({"nobody_opened"}),
    }
)
"""By the stable id of the rule with this amount."""


def source_of_line(rule: str, rules: RuleSet, *, chosen: bool = False) -> str:
    """``chosen``: no source states it."""
    code = rule.removeprefix(INFRACTION)
    if code != rule:
        changed = is_own_amount(code, rules) or "infractions_multiplied" in rules.changes
        return cite(INFRACTIONS[code].sources, rules.source) + (AMENDED if changed else "")
    source = CHOSEN if chosen else cite(LINE_SOURCES[rule], rules.source)
    return source + (AMENDED if rules.changes & AMOUNT_SWITCHES[rule] else "")


def is_own_amount(code: str, rules: RuleSet) -> bool:
    return rules.preset.infractions.get(code) != rules.infractions[code]
