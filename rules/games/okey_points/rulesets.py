"""Every switch of RULES §7 for classic Okey, played from 20 points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules import rulesets
from rules.games.okey_points.finishes import PRICE_CODES, STATED
from rules.rulesets import Contradiction, MalformedRuleSet, Reader
from rules.text import Text

START: Final = 20
"""The starting points; so many penalties of a side end a match (S1, S4)."""
INDICATOR: Final = 1
"""Each other side's payment for a shown indicator (S1, S4)."""


class OneColourDoubles(StrEnum):
    """Whether a win in one colour costs double (S4)."""

    NO = "no"
    YES = "yes"
    RED_AND_BLACK = "red_and_black"
    """Only a win all in red or all in black, as stated in ``finish.one_colour``."""


_PRICED_BY_ITSELF: Final = Text(
    "Tek renk serinin kendi puanı var: tek renk ancak o puan düz bitişinkiyle aynıysa iki kat sayılır.",
    "The run of one colour has a price of its own: one colour counts twice only where that is the price "
    "of a plain finish.",
)


def _prices(value: Any) -> Mapping[str, int]:
    prices: Mapping[str, int] = rulesets.amounts(PRICE_CODES)(value)
    if len(prices) < len(PRICE_CODES):
        raise MalformedRuleSet("a way to win has no price")
    return prices


@dataclass(frozen=True, kw_only=True)
class RuleSet(rulesets.RuleSet):
    """A rule set, by default that of Okey counted down from 20 (S1)."""

    source: str = "S1"

    finishes: Mapping[str, int] = field(default_factory=lambda: STATED["S1"], hash=False)
    """Each other side's payment, by way to win."""
    nobody_finished: int = 1
    """Every side's payment when the deck runs out."""
    one_colour_doubles: OneColourDoubles = OneColourDoubles.NO
    indicator_shown: bool = True
    """Whether the others pay for an indicator shown by its holder."""
    indicator_spares_below: int | None = 3
    """A side with fewer points left doesn't pay for it; None spares nobody."""
    hands_per_match: int | None = None
    """The most hands of a match; None continues until a side has no points left."""
    best_of: int = 3

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            **rulesets.RuleSet.READERS,
            "finishes": _prices,
            "nobody_finished": rulesets.amount,
            "one_colour_doubles": OneColourDoubles,
            "indicator_shown": rulesets.flag,
            "indicator_spares_below": rulesets.optional(rulesets.amount),
            "hands_per_match": rulesets.optional(rulesets.match_length),
            "best_of": rulesets.encounter_length,
        }
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        priced = self.finishes["one_colour_run"] != self.finishes["groups"]
        if priced and self.one_colour_doubles is not OneColourDoubles.NO:
            raise Contradiction("one_colour_doubles", _PRICED_BY_ITSELF)

    @property
    def preset(self) -> "RuleSet":
        return PRESETS.get(self.id, self)


PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            RuleSet(id="okey-countdown", names=Text("Geri sayımlı okey", "Countdown Okey")),
            RuleSet(
                id="okey-standard",
                names=Text("Standart okey", "Standard Okey"),
                source="S4",
                finishes={**STATED["S4"], "pairs_okey": 8, "one_colour_run": 2, "one_colour_run_okey": 4},
                nobody_finished=0,
                indicator_spares_below=None,
            ),
        )
    }
)
"""Both presets. Where S4 is silent, pairs with the okey cost double, a run of one colour as much as groups.
"""
