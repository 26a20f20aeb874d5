"""Hands that are in the ledger, as they would have been written into the boxes of a sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.games.okey101.racks import count_rack, parse_indicator
from rules.games.okey101.reports import parse_report_text
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Finish, HandReport, Opening
from rules.seats import in_columns, side_of
from rules.shape import Malformed
from scoring.enums import EntryKind
from scoring.ledger.rulebooks import rules_of_101
from scoring.models import Entry, EntrySeat
from scoring.paper.domain.notation import end_mark, finish_mark, fouls_mark, opening_mark


@dataclass(frozen=True)
class SeatOnPaper:
    """What stands in a player's boxes, in the neutral shorthand, and what the hand cost him."""

    seat: str
    opening: str
    points: str
    okeys: str
    fouls: str
    score: int


@dataclass(frozen=True)
class DealOnPaper:
    """A deal in the ledger. `told` is false where a referee fixed the figures: no boxes explain them."""

    void: bool
    ruling: bool
    told: bool
    end: str
    finish: str
    indicator: str
    seats: Mapping[str, SeatOnPaper]

    def side(self, letter: str) -> int:
        return sum(cell.score for seat, cell in self.seats.items() if side_of(seat) == letter)

    @property
    def cells(self) -> list[SeatOnPaper]:
        return [self.seats[seat] for seat in in_columns(self.seats)]

    @property
    def blocks(self) -> list[tuple[str, list[SeatOnPaper], int]]:
        """The cells by side, each with what the hand cost it."""
        letters = dict.fromkeys(side_of(cell.seat) for cell in self.cells)
        return [
            (letter, [cell for cell in self.cells if side_of(cell.seat) == letter], self.side(letter))
            for letter in letters
        ]


def read_deals(encounters: Sequence[int]) -> dict[int, dict[int, list[DealOnPaper]]]:
    """The deals that stand, in order, by match, by the encounter's primary key; in two queries."""
    entries = (
        Entry.objects.filter(current_of__match__encounter__in=encounters)
        .exclude(kind=EntryKind.WITHDRAWAL)
        .select_related("hand__match", "rule_book")
        .order_by("hand__match", "hand__deal")
    )
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    for seat in EntrySeat.objects.filter(entry__current_of__match__encounter__in=encounters).order_by("pk"):
        seats[seat.entry_id].append(seat)
    found: dict[int, dict[int, list[DealOnPaper]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        match = entry.hand.match
        found[match.encounter_id][match.number].append(deal_on_paper(entry, seats[entry.pk]))
    return found


def deal_on_paper(entry: Entry, seats: Iterable[EntrySeat]) -> DealOnPaper:
    """A stored hand as it would have been written. `rule_book` is loaded."""
    rules, report = rules_of_101(entry.rule_book), _report(entry)
    told = report is not None and entry.scored_by_rules
    finisher = report.finisher if report else None
    pairs = bool(report and finisher and report.seats[finisher].opening is Opening.PAIRS)
    return DealOnPaper(
        void=entry.void,
        ruling=entry.kind == EntryKind.RULING,
        told=told,
        end=end_mark(finisher or report.outcome.value, in_columns(report.seats)) if report else "",
        finish=finish_mark(report.finish if finisher else Finish(), pairs=pairs) if report else "",
        indicator=(report.indicator or "") if report else "",
        seats={row.seat: _seat(row, report, rules) for row in seats},
    )


def _report(entry: Entry) -> HandReport | None:
    """What was reported; None where a ruling fixed the figures instead."""
    try:
        return parse_report_text(entry.report)
    except Malformed:
        return None


def _seat(row: EntrySeat, report: HandReport | None, rules: RuleSet) -> SeatOnPaper:
    if report is None or row.seat not in report.seats:
        return SeatOnPaper(row.seat, "", "", "", "", row.points)
    said = report.seats[row.seat]
    rack = count_rack(said.rack, parse_indicator(report.indicator), rules)
    return SeatOnPaper(
        seat=row.seat,
        opening=opening_mark(said.opening if said.told else None),
        points=str(rack.points) if said.rack else "",
        okeys=str(rack.okeys) if rack.okeys else "",
        fouls=fouls_mark({foul.code: said.count_of(foul.code) for foul in said.infractions}),
        score=row.points,
    )
