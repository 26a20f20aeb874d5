from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rules.games.okey_points.finishes import WinningHand
from rules.hands import LastTile, Outcome, Report, SeatReport
from rules.reports import read_entry, read_part, read_report_fields
from rules.seats import seating, sides_of
from rules.strict_json import optional_text, read_choice, read_flag, read_members, read_number

_KEYS: Final = (
    "rule_set",
    "outcome",
    "finisher",
    "finish",
    "seats",
    "accepted",
    "before",
    "indicator_shown_by",
)
_OUTCOMES: Final = (Outcome.FINISHED, Outcome.DECK_EXHAUSTED)


@dataclass(frozen=True, slots=True)
class Finish:
    """``one_colour``: as stated."""

    hand: WinningHand = WinningHand.GROUPS
    last_tile: LastTile = LastTile.PLAIN
    one_colour: bool = False

    @property
    def is_one_colour(self) -> bool:
        """A run of fourteen always is."""
        return self.one_colour or self.hand is WinningHand.ONE_COLOUR_RUN

    def to_dict(self) -> dict[str, object]:
        entry = {"hand": self.hand.value, "last_tile": self.last_tile.value}
        return {**entry, "one_colour": True} if self.one_colour else dict(entry)


@dataclass(frozen=True)
class HandReport(Report):
    """``before`` are each side's penalties so far."""

    finish: Finish = field(default_factory=Finish, kw_only=True)
    indicator_shown_by: str | None = field(default=None, kw_only=True)
    before: Mapping[str, int] = field(default_factory=dict, kw_only=True, hash=False)

    def to_dict(self) -> dict[str, object]:
        entry = super().to_dict()
        if self.finished or self.finish != Finish():
            entry["finish"] = self.finish.to_dict()
        if self.before:
            entry["before"] = dict(self.before)
        seat = self.indicator_shown_by
        return entry if seat is None else entry | {"indicator_shown_by": seat}


def with_penalties_before(report: HandReport, before: Mapping[str, int]) -> HandReport:
    return replace(report, before=before)


def parse_report(data: object) -> HandReport:
    """Parse RULES §7; raise Malformed, also for other games' keys."""
    entry = read_entry(data, _KEYS)
    report_fields = read_report_fields(entry, _OUTCOMES, _read_seat)
    return HandReport(
        **report_fields,
        finish=_read_finish(entry.get("finish", {})),
        indicator_shown_by=optional_text(entry, "indicator_shown_by"),
        before=_read_penalties_before(entry.get("before", {}), sides_of(seating(report_fields["seats"]))),
    )


def _read_seat(value: object, location: str) -> SeatReport:
    read_part("seat", value, location, ())
    return SeatReport(opening_reported=False)


def _read_finish(value: object) -> Finish:
    entry = read_part("finish", value, "finish", ("hand", "last_tile", "one_colour"))
    return Finish(
        read_choice(entry.get("hand", "groups"), "finish.hand", WinningHand),
        read_choice(entry.get("last_tile", "plain"), "finish.last_tile", LastTile),
        read_flag(entry.get("one_colour", False), "finish.one_colour"),
    )


def _read_penalties_before(value: object, sides: tuple[str, ...]) -> dict[str, int]:
    entry = read_members(value, "before", sides)
    return {side: read_number(points, f"before.{side}") for side, points in entry.items()}
