"""Where a rule comes from, and how that is marked beside each line of a score and each sentence.

A rule set comes from one source; where that is silent it inherits from another, and where none
says anything the mark is ``chosen``. A tournament that changes a preset has ``amended`` rules.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.text import Text

CHOSEN: Final = "chosen"
INHERITED: Final = ", inherited"
AMENDED: Final = ", amended"
"""Stands after the source of a rule that this tournament plays otherwise than its preset."""
HOUSE_RULE: Final = "house rule"
"""What a tournament set itself, against its preset."""
INFRACTION: Final = "infraction."
"""A line for a foul bears the rule ``infraction.`` and its code."""

SOURCES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "S0": Text(
            "101 Okey rehberi, eşli turnuva kurallarıyla", "guide to 101 Okey with the pairs tournament"
        ),
        "S2": Text("katlamalı 101’in kuralları", "rules of 101 with a rising threshold"),
        "S4": Text("ansiklopedideki Okey ve Okey 101 maddesi", "encyclopedia article on Okey and Okey 101"),
    }
)
"""What each source of the 101 family is."""

_INHERITS_FROM: Final = "S4"


@lru_cache(maxsize=1024)
def cite(stated: tuple[str, ...], origin: str) -> str:
    """Name the source of a rule for a rule set that comes from ``origin`` ("S0").

    Its own source where that states the rule, else the one that it inherits from, else the
    mark that the rule is chosen.
    """
    own = [place for place in stated if place.startswith(origin)]
    if own:
        return own[0]
    inherited = [place for place in stated if place.startswith(_INHERITS_FROM)] or list(stated)
    return inherited[0] + INHERITED if inherited else CHOSEN
