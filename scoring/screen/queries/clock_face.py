"""The face of a round clock; the pages' script counts by the same rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.enums import ExtraTime
from scoring.models import RoundClock
from scoring.play.automatic_bell import rang_since

MINUTE, HOUR = 60, 3600


@dataclass(frozen=True)
class ClockFace:
    """A clock at a moment; `phase` is "runs", "rests", "extra" (agreed hands) or "over"."""

    clock: RoundClock
    at: datetime
    rang: bool = False

    @property
    def left(self) -> int:
        return self.clock.left(self.at)

    @property
    def phase(self) -> str:
        if self.clock.paused_at is not None:
            return "rests"
        if self.left > 0:
            return "runs"
        ends = self.clock.extra_ends_at
        return "over" if ends is not None and self.at >= ends else "extra"

    @property
    def figure(self) -> str:
        """Return the time left or since the end, or the agreed extra hands."""
        if self.left > 0:
            return clock_text(self.left)
        if self.clock.extra == ExtraTime.HANDS:
            return f"+{self.clock.extra_amount}" if self.clock.extra_amount else "0"
        rest = self.left + self.clock.extra_amount * MINUTE
        if self.clock.extra == ExtraTime.MINUTES and rest > 0:
            return clock_text(rest)
        return "+" + clock_text(-(rest if self.clock.extra == ExtraTime.MINUTES else self.left))

    @property
    def part_left(self) -> int:
        whole = self.clock.length + self.clock.added
        return max(0, min(100, round(100 * self.left / whole)))

    @property
    def ends_ms(self) -> int:
        return milliseconds(self.clock.ends_at)

    def to_json(self) -> dict[str, Any]:
        """Return what a script needs to count; `rests` are a paused clock's seconds left."""
        return {
            "ends": self.ends_ms,
            "rests": self.left if self.clock.paused_at is not None else None,
            "length": self.clock.length + self.clock.added,
            "warnings": self.clock.warnings,
            "extra": self.clock.extra,
            "amount": self.clock.extra_amount,
        }


def face_of(clock: RoundClock | None, *, at: datetime) -> ClockFace | None:
    if clock is None:
        return None
    face = ClockFace(clock, at)
    return replace(face, rang=face.left <= 0 and rang_since(clock, at=at))


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def clock_text(seconds: int) -> str:
    """Format seconds as 9:05, 50:00 or 1:48:20."""
    hours, rest = divmod(seconds, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
