"""What a hand of classic Okey counts of its players: finishes by kind, indicators shown."""

from collections.abc import Collection, Iterator
from typing import Final

from rules.deeds import Deed, DeedKind
from rules.games.okey_points.finishes import price_code
from rules.games.okey_points.reports import HandReport
from rules.lines import Line

ONE_COLOUR: Final = "+one_colour"


def deeds_of(report: HandReport, _lines: Collection[Line]) -> tuple[Deed, ...]:
    """Give who finished and how, and who showed the indicator, whatever was paid for it."""
    return tuple(_deeds(report))


def _deeds(report: HandReport) -> Iterator[Deed]:
    finish = report.finish
    if report.finished and report.finisher is not None:
        way = price_code(finish.hand, finish.last_tile) + (ONE_COLOUR if finish.one_colour else "")
        yield Deed(report.finisher, DeedKind.FINISHED, way)
    if report.indicator_shown_by is not None:
        yield Deed(report.indicator_shown_by, DeedKind.SHOWN, "indicator")
