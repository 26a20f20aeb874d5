"""What a hand of the 101 family counts of its players: openings, finishes, 202s, infractions."""

from collections.abc import Collection, Iterator
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.multipliers import DIRECT, DOUBLE_OKEY, OKEY, PAIRS, Factor, factors_of
from rules.games.okey101.score import partner_finished
from rules.hands import HandReport
from rules.score_lines import Line
from rules.seat_events import PLAIN_FINISH, Deed, DeedKind

FINISHES: Final = {"direct": DIRECT, "pairs": PAIRS, "okey": OKEY, "double_okey": DOUBLE_OKEY}
"""What can be special about a finish, in the order in which it is said."""
UNOPENED: Final = "unopened"


def deeds_of(report: HandReport, lines: Collection[Line]) -> tuple[Deed, ...]:
    """Give what counts of a hand that was scored by these lines and is not void.

    A hand that is worth 0 for all because nobody opened drops its infractions.
    """
    return tuple(_deeds(report, lines))


def _deeds(report: HandReport, lines: Collection[Line]) -> Iterator[Deed]:
    paid = {line.seat for line in lines if line.rule == UNOPENED}
    dropped = any(line.rule == "nobody_opened" for line in lines)
    for seat, said in report.entries():
        if opening_known(report, seat):
            yield Deed(seat, DeedKind.OPENED, said.opening.value)
        if seat == report.finisher:
            yield Deed(seat, DeedKind.FINISHED, finish_code(factors_of(report)))
        if seat in paid:
            yield Deed(seat, DeedKind.CHARGED, UNOPENED)
        for code in () if dropped else INFRACTIONS:
            if times := said.count_of(code):
                yield Deed(seat, DeedKind.INFRACTION, code, times)


def opening_known(report: HandReport, seat: str) -> bool:
    """Tell whether it is known how a player opened: nobody asks a finisher's partner, unless it matters.

    Where the hand was finished in one turn, nobody else had opened.
    """
    return report.seats[seat].told or report.finish.direct or not partner_finished(report, seat)


def finish_code(factors: tuple[Factor, ...]) -> str:
    """Name a kind of finish: ``plain``, ``okey``, ``direct+okey``."""
    return "+".join(code for code, factor in FINISHES.items() if factor in factors) or PLAIN_FINISH
