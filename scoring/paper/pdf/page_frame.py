from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    x: float
    y: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        return self.y + self.height
