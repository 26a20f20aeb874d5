"""RULES §7 for classic Okey, played from 20 points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules import rulesets
from rules.games.okey_points.finishes import PRICE_CODES, STATED_PRICES
from rules.localized_text import Text
from rules.rulesets import Contradiction, MalformedRuleSet, Reader

START: Final = 20
"""Starting points; so many penalties end a match (S1, S4)."""
INDICATOR: Final = 1
"""Each other side's payment for showing it (S1, S4)."""


class OneColourDoubles(StrEnum):
    """S4."""

    NO = "no"
    YES = "yes"
    RED_AND_BLACK = "red_and_black"
    """Only all red or all black, as stated in ``finish.one_colour``."""


_PRICED_BY_ITSELF: Final = Text(
    "Tek renk serinin kendi puanı var: tek renk ancak o puan düz bitişinkiyle aynıysa iki kat sayılır.",
    "The run of one colour has a price of its own: one colour counts twice only where that is the price "
    "of a plain finish.",
)


def _prices(value: Any) -> Mapping[str, int]:
    prices: Mapping[str, int] = rulesets.amounts_reader(PRICE_CODES)(value)
    if len(prices) < len(PRICE_CODES):
        raise MalformedRuleSet("a way to win has no price")
    return prices


@dataclass(frozen=True, kw_only=True)
class RuleSet(rulesets.RuleSet):
    source: str = "S1"

    finishes: Mapping[str, int] = field(default_factory=lambda: STATED_PRICES["S1"], hash=False)
    """Each other side's payment, by way to win."""
    nobody_finished: int = 1
    """Every side's payment."""
    one_colour_doubles: OneColourDoubles = OneColourDoubles.NO
    indicator_shown: bool = True
    """Others pay for an indicator shown by its holder."""
    indicator_spares_below: int | None = 3
    """With fewer points left a side doesn't pay for it; None spares nobody."""
    hands_per_match: int | None = None
    """None: until a side has no points left."""
    best_of: int = 3

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            **rulesets.RuleSet.READERS,
            "finishes": _prices,
            "nobody_finished": rulesets.read_amount,
            "one_colour_doubles": OneColourDoubles,
            "indicator_shown": rulesets.read_boolean,
            "indicator_spares_below": rulesets.optional_reader(rulesets.read_amount),
            "hands_per_match": rulesets.optional_reader(rulesets.read_match_length),
            "best_of": rulesets.read_encounter_length,
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
                finishes={
                    **STATED_PRICES["S4"],
                    "pairs_okey": 8,
                    "one_colour_run": 2,
                    "one_colour_run_okey": 4,
                },
                nobody_finished=0,
                indicator_spares_below=None,
            ),
        )
    }
)
"""Where S4 is silent, pairs with the okey cost double, a run of one colour as much as groups."""
