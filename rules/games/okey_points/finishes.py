"""The ways to win a hand, and what each costs every other side (S1, S4)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.hands import LastTile


class Winning(StrEnum):
    """What the fourteen tiles of a winner make, in the order in which a rack's wins are told."""

    GROUPS = "groups"
    PAIRS = "pairs"
    ONE_COLOUR_RUN = "one_colour_run"


def price_code(hand: Winning, last_tile: LastTile) -> str:
    """Name a way to win: ``pairs``, ``pairs_okey`` with the okey thrown last."""
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
"""What each source says that each of the others loses."""
