"""What a hand of task Okey counts of its players: openings, finishes, jokers that others exchanged."""

from collections.abc import Collection, Iterator

from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.reports import HandReport
from rules.score_lines import Line
from rules.seat_events import PLAIN_FINISH, Deed, DeedKind


def deeds_of(report: HandReport, _lines: Collection[Line]) -> tuple[Deed, ...]:
    """Give who opened, as far as it was told, with the task or not, who finished, and the infractions."""
    return tuple(_deeds(report))


def _deeds(report: HandReport) -> Iterator[Deed]:
    for seat, said in report.entries():
        if said.told:
            yield Deed(seat, DeedKind.OPENED, said.opening.value)
        if report.finished and seat == report.finisher:
            yield Deed(seat, DeedKind.FINISHED, PLAIN_FINISH)
        for code in INFRACTIONS:
            if times := said.count_of(code):
                yield Deed(seat, DeedKind.INFRACTION, code, times)
