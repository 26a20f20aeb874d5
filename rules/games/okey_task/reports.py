from dataclasses import dataclass, field
from typing import Final

from rules.games.okey_task.tasks import Task
from rules.hands import LastTile, Outcome, Report, SeatReport
from rules.reports import read_entered, read_entry, read_part, read_seat
from rules.strict_json import read_choice, refuse, required

_KEYS: Final = ("rule_set", "outcome", "finisher", "finish", "seats", "accepted", "task")
_OUTCOMES: Final = (Outcome.FINISHED, Outcome.DECK_EXHAUSTED)


@dataclass(frozen=True)
class HandReport(Report):
    task: Task = field(kw_only=True)

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"task": self.task.value}


def parse_report(data: object) -> HandReport:
    """Parse a decoded hand report (RULES §7).

    Raises: Malformed: wrong types or keys, also keys of other games, more than 20 infractions by one player.
    """
    entry = read_entry(data, _KEYS)
    _read_finish(entry.get("finish", {}))
    return HandReport(
        **read_entered(entry, _OUTCOMES, _seat),
        task=read_choice(required(entry, "task"), "task", Task),
    )


def _read_finish(value: object) -> None:
    """Accept only a plain finish."""
    entry = read_part("finish", value, "finish", ("last_tile",))
    read_choice(entry.get("last_tile", "plain"), "finish.last_tile", (LastTile.PLAIN,))


def _seat(value: object, location: str) -> SeatReport:
    seat = read_seat(value, location)
    if seat.rack and seat.rack.okeys > 0:
        refuse(f"{location}.rack.okeys", "bu oyunda okey yok.", "this game has no okeys.")
    return seat
