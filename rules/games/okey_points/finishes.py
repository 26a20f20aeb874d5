"""The ways to win a hand, and their cost for every other side (S1, S4)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.hands import LastTile


class Winning(StrEnum):
    """What a winner's fourteen tiles form, in display order."""

    GROUPS = "groups"
    PAIRS = "pairs"
    ONE_COLOUR_RUN = "one_colour_run"


def price_code(hand: Winning, last_tile: LastTile) -> str:
    """Return the code of a way to win: ``pairs``, ``pairs_okey`` if the okey was discarded last."""
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
