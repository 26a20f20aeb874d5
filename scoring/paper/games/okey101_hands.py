from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.games.okey101.amounts import count_rack
from rules.games.okey101.reports import parse_report_text
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Finish, HandReport, Opening
from rules.seats import seats_in_columns, side_of
from rules.strict_json import Malformed
from rules.tiles import parse_indicator
from scoring.enums import EntryKind
from scoring.ledger.rulebooks import rules_of_101
from scoring.models import Entry, EntrySeat
from scoring.paper.games.okey101_notation import end_mark, finish_mark, fouls_mark, opening_mark
from scoring.paper.games.written_hands import DealOnPaper


@dataclass(frozen=True)
class SeatOnPaper:
    """Boxes in neutral shorthand; `score` is the hand's cost."""

    seat: str
    opening: str
    points: str
    okeys: str
    fouls: str
    score: int


@dataclass(frozen=True, kw_only=True)
class DealOf101(DealOnPaper):
    seats: Mapping[str, SeatOnPaper]

    @property
    def end(self) -> str:
        return self.mark("end")

    @property
    def finish(self) -> str:
        return self.mark("finish")

    @property
    def indicator(self) -> str:
        return self.mark("indicator")

    @property
    def cells(self) -> list[SeatOnPaper]:
        return [self.seats[seat] for seat in seats_in_columns(self.seats)]

    @property
    def cells_by_side(self) -> list[tuple[str, list[SeatOnPaper], int]]:
        letters = dict.fromkeys(side_of(cell.seat) for cell in self.cells)
        return [
            (letter, [cell for cell in self.cells if side_of(cell.seat) == letter], self.side_cost(letter))
            for letter in letters
        ]


def as_deal_of_101(deal: DealOnPaper | None) -> DealOf101 | None:
    assert deal is None or isinstance(deal, DealOf101)
    return deal


def deal_on_paper(entry: Entry, seats: Iterable[EntrySeat]) -> DealOf101:
    """Return boxes and scores of a hand and all its `seats`; without a report, boxes are blank."""
    rules, report = rules_of_101(entry.rule_book), _report(entry)
    by_report = report is not None and entry.scored_by_rules
    cells = {row.seat: _seat_on_paper(row, report, rules) for row in seats}
    return DealOf101(
        void=entry.void,
        ruling=entry.kind == EntryKind.RULING,
        scored_by_rules=by_report,
        marks=_marks(report) if report else {},
        costs={seat: cell.score for seat, cell in cells.items()},
        seats=cells,
    )


def _marks(report: HandReport) -> dict[str, str]:
    finisher = report.finisher
    pairs = bool(finisher and report.seats[finisher].opening is Opening.PAIRS)
    return {
        "end": end_mark(finisher or report.outcome.value, seats_in_columns(report.seats)),
        "finish": finish_mark(report.finish if finisher else Finish(), pairs=pairs),
        "indicator": report.indicator or "",
    }


def _report(entry: Entry) -> HandReport | None:
    try:
        return parse_report_text(entry.report)
    except Malformed:
        return None


def _seat_on_paper(row: EntrySeat, report: HandReport | None, rules: RuleSet) -> SeatOnPaper:
    """Return a seat's boxes; all blank but the score if the report lacks the seat."""
    if report is None or row.seat not in report.seats:
        return SeatOnPaper(row.seat, "", "", "", "", row.points)
    seat_report = report.seats[row.seat]
    rack = count_rack(seat_report.rack, parse_indicator(report.indicator), rules)
    return SeatOnPaper(
        seat=row.seat,
        opening=opening_mark(seat_report.opening if seat_report.opening_reported else None),
        points=str(rack.points) if seat_report.rack else "",
        okeys=str(rack.okeys) if rack.okeys else "",
        fouls=fouls_mark({foul.code: seat_report.count_of(foul.code) for foul in seat_report.infractions}),
        score=row.points,
    )
