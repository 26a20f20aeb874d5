from dataclasses import dataclass, field
from typing import Final

from rules.games.okey_task.tasks import Task
from rules.hands import LastTile, Outcome, Report, SeatReport
from rules.reports import read_entry, read_part, read_report_fields, read_seat
from rules.strict_json import read_choice, refuse, required_member

_KEYS: Final = ("rule_set", "outcome", "finisher", "finish", "seats", "accepted", "task")
_OUTCOMES: Final = (Outcome.FINISHED, Outcome.DECK_EXHAUSTED)


@dataclass(frozen=True)
class HandReport(Report):
    task: Task = field(kw_only=True)

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"task": self.task.value}


def parse_report(data: object) -> HandReport:
    """RULES §7; raise Malformed, also for other games' keys or over 20 infractions by one player."""
    entry = read_entry(data, _KEYS)
    _read_finish(entry.get("finish", {}))
    return HandReport(
        **read_report_fields(entry, _OUTCOMES, _read_seat),
        task=read_choice(required_member(entry, "task"), "task", Task),
    )


def _read_finish(value: object) -> None:
    entry = read_part("finish", value, "finish", ("last_tile",))
    read_choice(entry.get("last_tile", "plain"), "finish.last_tile", (LastTile.PLAIN,))


def _read_seat(value: object, location: str) -> SeatReport:
    seat = read_seat(value, location)
    if seat.rack and seat.rack.okeys > 0:
        refuse(f"{location}.rack.okeys", "bu oyunda okey yok.", "this game has no okeys.")
    return seat
