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
        "turns": turns.QUESTIONS,
        "opening": openings.QUESTIONS,
        "laying-off": laying_off.QUESTIONS,
        "infractions": infractions.QUESTIONS,
        "finish": finishes.QUESTIONS,
        "points": points.QUESTIONS,
        "matches": matches.QUESTIONS,
    }
)
