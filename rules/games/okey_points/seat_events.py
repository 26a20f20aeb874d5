from collections.abc import Collection, Iterator
from typing import Final

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish, HandReport
from rules.hands import LastTile
from rules.localized_text import Text
from rules.score_lines import Line
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind

FINISHES: Final = {
    "pairs": Text("çiftten bitiş", "pairs finish"),
    "one_colour_run": Text("tek renk seriyle bitiş", "finish with a run of one colour"),
    "one_colour": Text("tek renk bitiş", "finish in one colour"),
    "okey": Text("okeyle bitiş", "okey finish"),
}
"""Special finishes, in display order."""


def seat_events_of(report: HandReport, _lines: Collection[Line]) -> tuple[SeatEvent, ...]:
    """Return finish and shown indicator, whatever they cost."""
    return tuple(_seat_events(report))


def _seat_events(report: HandReport) -> Iterator[SeatEvent]:
    if report.finished and report.finisher is not None:
        yield SeatEvent(report.finisher, SeatEventKind.FINISHED, finish_code(report.finish))
    if report.indicator_shown_by is not None:
        yield SeatEvent(report.indicator_shown_by, SeatEventKind.SHOWN, "indicator")


def finish_code(finish: Finish) -> str:
    """Return ``plain``, ``okey``, ``pairs+okey``."""
    applies = {
        "pairs": finish.hand is WinningHand.PAIRS,
        "one_colour_run": finish.hand is WinningHand.ONE_COLOUR_RUN,
        "one_colour": finish.one_colour and finish.hand is not WinningHand.ONE_COLOUR_RUN,
        "okey": finish.last_tile is LastTile.OKEY,
    }
    return "+".join(code for code in FINISHES if applies[code]) or PLAIN_FINISH
