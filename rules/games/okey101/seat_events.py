from collections.abc import Collection, Iterator
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.multipliers import DIRECT, DOUBLE_OKEY, OKEY, PAIRS, Factor, factors_of
from rules.games.okey101.score import partner_finished
from rules.hands import HandReport
from rules.score_lines import Line
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind

FINISHES: Final = {"direct": DIRECT, "pairs": PAIRS, "okey": OKEY, "double_okey": DOUBLE_OKEY}
"""In display order."""
UNOPENED: Final = "unopened"


def seat_events_of(report: HandReport, lines: Collection[Line]) -> tuple[SeatEvent, ...]:
    """No infractions if nobody opened and all pay 0."""
    return tuple(_seat_events(report, lines))


def _seat_events(report: HandReport, lines: Collection[Line]) -> Iterator[SeatEvent]:
    """Yield by seat opening if known, finish, charge for not opening, and infractions that count."""
    unopened_seats = {line.seat for line in lines if line.rule == UNOPENED}
    dropped = any(line.rule == "nobody_opened" for line in lines)
    for seat, seat_report in report.entries():
        if is_opening_known(report, seat):
            yield SeatEvent(seat, SeatEventKind.OPENED, seat_report.opening.value)
        if seat == report.finisher:
            yield SeatEvent(seat, SeatEventKind.FINISHED, finish_code(factors_of(report)))
        if seat in unopened_seats:
            yield SeatEvent(seat, SeatEventKind.CHARGED, UNOPENED)
        for code in () if dropped else INFRACTIONS:
            if times := seat_report.count_of(code):
                yield SeatEvent(seat, SeatEventKind.INFRACTION, code, times)


def is_opening_known(report: HandReport, seat: str) -> bool:
    """Of a finisher's partner it may not be."""
    return report.seats[seat].opening_reported or report.finish.direct or not partner_finished(report, seat)


def finish_code(factors: tuple[Factor, ...]) -> str:
    """``plain``, ``okey``, ``direct+okey``."""
    return "+".join(code for code, factor in FINISHES.items() if factor in factors) or PLAIN_FINISH
