"""The pages' script counts by the same rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.enums import ExtraTime
from scoring.models import RoundClock
from scoring.play.automatic_bell import has_rung_since_start

MINUTE, HOUR = 60, 3600


@dataclass(frozen=True)
class ClockFace:
    """`phase` is "runs", "rests", "extra" (agreed hands) or "over"."""

    clock: RoundClock
    at: datetime
    bell_rang: bool = False

    @property
    def seconds_left(self) -> int:
        return self.clock.seconds_left(self.at)

    @property
    def phase(self) -> str:
        if self.clock.paused_at is not None:
            return "rests"
        if self.seconds_left > 0:
            return "runs"
        ends = self.clock.extra_ends_at
        return "over" if ends is not None and self.at >= ends else "extra"

    @property
    def time_label(self) -> str:
        """Show time left, then extra minutes left, then `+` and the time over.

        With extra hands, `+` and their number after the end; 0 for none.
        """
        if self.seconds_left > 0:
            return clock_text(self.seconds_left)
        if self.clock.extra == ExtraTime.HANDS:
            return f"+{self.clock.extra_amount}" if self.clock.extra_amount else "0"
        rest = self.seconds_left + self.clock.extra_amount * MINUTE
        if self.clock.extra == ExtraTime.MINUTES and rest > 0:
            return clock_text(rest)
        return "+" + clock_text(-(rest if self.clock.extra == ExtraTime.MINUTES else self.seconds_left))

    @property
    def percent_left(self) -> int:
        whole = self.clock.length + self.clock.added
        return max(0, min(100, round(100 * self.seconds_left / whole)))

    @property
    def ends_ms(self) -> int:
        return milliseconds(self.clock.ends_at)

    def to_json(self) -> dict[str, Any]:
        """Return what the script needs: `ends` in ms since 1970, `length` in seconds, `warnings` in minutes.

        `rests` are a paused clock's seconds left, else None; `amount` counts extra minutes or hands.
        """
        return {
            "ends": self.ends_ms,
            "rests": self.seconds_left if self.clock.paused_at is not None else None,
            "length": self.clock.length + self.clock.added,
            "warnings": self.clock.warnings,
            "extra": self.clock.extra,
            "amount": self.clock.extra_amount,
        }


def clock_face_at(clock: RoundClock | None, *, at: datetime) -> ClockFace | None:
    if clock is None:
        return None
    face = ClockFace(clock, at)
    return replace(face, bell_rang=face.seconds_left <= 0 and has_rung_since_start(clock, at=at))


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def clock_text(seconds: int) -> str:
    """Format 9:05, 50:00 or 1:48:20."""
    hours, rest = divmod(seconds, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
