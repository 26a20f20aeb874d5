from __future__ import annotations

from collections.abc import Iterable

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport, parse_report
from rules.seats import seats_in_columns
from rules.strict_json import Malformed, decode
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.paper.games.okey_task_notation import jokers_mark, opened_mark, task_mark
from scoring.paper.games.seat_marks import end_mark
from scoring.paper.games.written_hands import DealOnPaper


def deal_on_paper(entry: Entry, seats: Iterable[EntrySeat]) -> DealOnPaper:
    report = _report(entry)
    return DealOnPaper(
        void=entry.void,
        ruling=entry.kind == EntryKind.RULING,
        scored_by_rules=report is not None and entry.scored_by_rules,
        marks=_marks(report) if report else {},
        costs={row.seat: row.points for row in seats},
    )


def _report(entry: Entry) -> HandReport | None:
    try:
        return parse_report(decode(entry.report))
    except Malformed:
        return None


def _marks(report: HandReport) -> dict[str, str]:
    end = end_mark(report.finisher or report.outcome.value, seats_in_columns(report.seats))
    marks = {"task": task_mark(report.task), "end": end}
    for seat in report.seats:
        marks |= _marks_of(seat, report)
    return marks


def _marks_of(seat: str, report: HandReport) -> dict[str, str]:
    seat_report, finished = report.seats[seat], seat == report.finisher
    left = seat_report.rack is not None and not finished
    return {
        f"{seat}-opened": opened_mark(seat_report.opened and not finished),
        f"{seat}-points": str(count_rack(seat_report.rack).points) if left else "",
        f"{seat}-jokers": jokers_mark(seat_report.count_of(JOKER_EXCHANGED)),
    }
