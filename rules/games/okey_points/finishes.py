from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.hands import LastTile


class Winning(StrEnum):
    """What fourteen winning tiles form (S1, S4), in display order."""

    GROUPS = "groups"
    PAIRS = "pairs"
    ONE_COLOUR_RUN = "one_colour_run"


def price_code(hand: Winning, last_tile: LastTile) -> str:
    """Return ``pairs``, or ``pairs_okey`` after a last discard of the okey."""
    return hand.value if last_tile is LastTile.PLAIN else f"{hand.value}_{LastTile.OKEY}"


PRICE_CODES: Final = tuple(
    price_code(hand, last) for hand in Winning for last in (LastTile.PLAIN, LastTile.OKEY)
)
"""Every way to win."""

STATED: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
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
"""Each other side's loss as stated by each source."""
