"""S0 V and VI, S4."""

from dataclasses import dataclass
from math import prod
from typing import Final

from rules.games.okey101.switches import MultiplierRule
from rules.hands import HandReport, LastTile, Opening
from rules.localized_text import Text


@dataclass(frozen=True, slots=True)
class Factor:
    amount: int
    name: Text


DIRECT: Final = Factor(2, Text("elden bitiş", "direct finish"))
PAIRS: Final = Factor(2, Text("çiftten bitiş", "pairs finish"))
OKEY: Final = Factor(2, Text("okeyle bitiş", "okey finish"))
DOUBLE_OKEY: Final = Factor(4, Text("okey ikiye", "double okey finish"))


@dataclass(frozen=True, slots=True)
class Multiplier:
    amount: int = 1
    factors: tuple[Factor, ...] = ()


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
