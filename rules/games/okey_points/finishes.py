from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.hands import LastTile


class WinningHand(StrEnum):
    """Of fourteen tiles (S1, S4), in display order."""

    GROUPS = "groups"
    PAIRS = "pairs"
    ONE_COLOUR_RUN = "one_colour_run"


def price_code(hand: WinningHand, last_tile: LastTile) -> str:
    """``pairs``, or ``pairs_okey`` after discarding the okey."""
    return hand.value if last_tile is LastTile.PLAIN else f"{hand.value}_{LastTile.OKEY}"


PRICE_CODES: Final = tuple(
    price_code(hand, last) for hand in WinningHand for last in (LastTile.PLAIN, LastTile.OKEY)
)

STATED_PRICES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {
        "S1": MappingProxyType(
            {
                "groups": 2,
                "groups_okey": 4,
                "pairs": 8,
                "pairs_okey": 12,
                "one_colour_run": 16,
                "one_colour_run_okey": 20,
            }
        ),
        "S4": MappingProxyType({"groups": 2, "groups_okey": 4, "pairs": 4}),
    }
)
"""Each other side's loss, by source."""
