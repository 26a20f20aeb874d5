from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey101.book.situations import (
    finishes,
    infractions,
    laying_off,
    matches,
    openings,
    points,
    turns,
)
from rules.sentences import Situation

SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = MappingProxyType(
    {
        "turns": turns.ASKED,
        "opening": openings.ASKED,
        "laying-off": laying_off.ASKED,
        "infractions": infractions.ASKED,
        "finish": finishes.ASKED,
        "points": points.ASKED,
        "matches": matches.ASKED,
    }
)
