from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    GOOD = "✓"
    UNKNOWN = "?"
    WARNING = "!"
    STOPS = "✗"
    """No evening can be played."""


@dataclass(frozen=True)
class Finding:
    """A sentence on what was found, and one on what to do."""

    sign: Sign
    text: str
    advice: str = ""

    @property
    def line(self) -> str:
        return " ".join(filter(None, [self.sign, self.text, self.advice]))
