from collections.abc import Collection, Iterator

from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.reports import HandReport
from rules.score_lines import Line
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind


def seat_events_of(report: HandReport, _lines: Collection[Line]) -> tuple[SeatEvent, ...]:
    return tuple(_seat_events(report))


def _seat_events(report: HandReport) -> Iterator[SeatEvent]:
    for seat, seat_report in report.entries():
        if seat_report.opening_reported:
            yield SeatEvent(seat, SeatEventKind.OPENED, seat_report.opening.value)
        if report.finished and seat == report.finisher:
            yield SeatEvent(seat, SeatEventKind.FINISHED, PLAIN_FINISH)
        for code in INFRACTIONS:
            if times := seat_report.count_of(code):
                yield SeatEvent(seat, SeatEventKind.INFRACTION, code, times)
