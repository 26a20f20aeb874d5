from __future__ import annotations

from collections.abc import Iterable

from rules.games.okey_points.reports import HandReport, parse_report
from rules.seats import seats_in_columns
from rules.strict_json import Malformed, decode
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.paper.games.okey_points_notation import finish_mark
from scoring.paper.games.seat_marks import end_mark, player_mark
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
    columns = seats_in_columns(report.seats)
    return {
        "shown": player_mark(report.indicator_shown_by, columns),
        "end": end_mark(report.finisher or report.outcome.value, columns),
        "finish": finish_mark(report.finish),
    }
