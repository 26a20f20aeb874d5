"""In the order of RULES §4 (S0 V and VI, S4)."""

from collections.abc import Callable, Iterator
from typing import Final

from rules.games.okey101 import explain
from rules.games.okey101.infractions import FLAT
from rules.games.okey101.line_sources import source_of_line
from rules.games.okey101.multipliers import Multiplier, multiplier_of
from rules.games.okey101.racks import count_rack, face_points
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import NobodyOpened, OkeyLeft, PartnerCancels
from rules.hands import HandReport, Opening, Outcome
from rules.localized_text import Text
from rules.racks import RackCount
from rules.score_lines import Line, Score
from rules.seats import partner_of
from rules.sources import INFRACTION
from rules.tiles import parse_indicator

FINISHER: Final = -101
UNOPENED: Final = 202

_ONCE: Final = Multiplier()
_RACK_RULES: Final = ("rack", "rack_of_pairs")


def is_void(report: HandReport, rules: RuleSet) -> bool:
    """A void hand is replayed (S0 V, S4)."""
    if report.outcome is Outcome.ALL_OPENED_PAIRS:
        return True
    return rules.nobody_opened is NobodyOpened.REPLAY and _nobody_opened(report)


def partner_finished(report: HandReport, seat: str) -> bool:
    partner = partner_of(seat, report.playing)
    return partner is not None and partner == report.finisher


def score_hand(report: HandReport, rules: RuleSet) -> Score:
    """Score a report without errors; if void, or by some rules if nobody opened, every seat gets 0."""
    multiplier = multiplier_of(report, rules.multiplier)
    void = is_void(report, rules)
    if void:
        lines = _equal_lines(report, rules, *_void_reason(report))
    elif rules.nobody_opened is NobodyOpened.ZERO and _nobody_opened(report):
        lines = _equal_lines(report, rules, "nobody_opened", explain.nobody_opened())
    else:
        lines = tuple(
            line for seat in report.playing for line in _SeatScore(report, rules, multiplier, seat).lines()
        )
    return Score(lines, multiplier.amount, void, report.playing)


def _nobody_opened(report: HandReport) -> bool:
    return report.outcome is Outcome.DECK_EXHAUSTED and not any(entry.opened for _, entry in report.entries())


def _void_reason(report: HandReport) -> tuple[str, Text]:
    if report.outcome is Outcome.ALL_OPENED_PAIRS:
        return "void_all_pairs", explain.void_all_pairs()
    return "void_nobody_opened", explain.void_nobody_opened()


def _equal_lines(report: HandReport, rules: RuleSet, rule: str, text: Text) -> tuple[Line, ...]:
    source = source_of_line(rule, rules)
    return tuple(Line(seat, 0, rule, source, text) for seat in report.playing)


class _SeatScore:
    def __init__(self, report: HandReport, rules: RuleSet, multiplier: Multiplier, seat: str) -> None:
        self.report = report
        self.rules = rules
        self.multiplier = multiplier
        self.seat = seat
        self.entry = report.seats[seat]
        self.indicator = parse_indicator(report.indicator)

    def lines(self) -> Iterator[Line]:
        """Yield the finish, or base and okey; then infractions, a finisher's not multiplied.

        A line of 0 replaces all that the partner's finish cancels.
        """
        if self.seat == self.report.finisher:
            text = explain.finisher(FINISHER, self.multiplier)
            yield self._line(FINISHER * self.multiplier.amount, "finisher", text)
            yield from self._infraction_lines(_ONCE)
            return
        owed_lines = [*self._base_lines(), *self._okey_lines()]
        fouls = list(
            self._infraction_lines(self._optional_multiplier(multiplied=self.rules.infractions_multiplied))
        )
        partner_has_finished = partner_finished(self.report, self.seat)
        is_cancelled = _CANCELLED[self.rules.partner_cancels] if partner_has_finished else _cancels_nothing
        cancelled_lines = [line for line in owed_lines + fouls if is_cancelled(line)]
        if any(line.rule in (*_RACK_RULES, "unopened") for line in cancelled_lines):
            listed = [
                line for line in cancelled_lines if self.entry.opening_reported or line.rule != "unopened"
            ]
            yield self._line(0, "partner_cancelled", explain.cancelled(_cancelled_parts(listed)))
        yield from (line for line in owed_lines + fouls if line not in cancelled_lines)

    def _line(self, points: int, rule: str, text: Text, *, chosen: bool = False) -> Line:
        source = source_of_line(rule, self.rules, chosen=chosen)
        return Line(self.seat, points, rule, source, text)

    def _optional_multiplier(self, *, multiplied: bool) -> Multiplier:
        return self.multiplier if multiplied else _ONCE

    def _rack_count(self) -> RackCount:
        return count_rack(self.entry.rack, self.indicator, self.rules)

    def _base_lines(self) -> Iterator[Line]:
        """Yield a line for not opening, else for the rack; pairs double it (on exhaustion by some rules)."""
        if not self.entry.opened:
            yield self._unopened_line()
            return
        count = self._rack_count()
        faces = face_points(count, self.indicator, self.rules)
        points = count.points + faces
        if self.entry.opening is Opening.SERIES:
            text = explain.rack(count.points, faces, self.multiplier)
            yield self._line(points * self.multiplier.amount, "rack", text)
            return
        doubled = self.report.finished or self.rules.pairs_doubled_on_exhaustion
        text = explain.rack_of_pairs(count.points, faces, self.multiplier, doubled=doubled)
        amount = points * (2 if doubled else 1) * self.multiplier.amount
        yield self._line(amount, "rack_of_pairs", text)

    def _unopened_line(self) -> Line:
        full = UNOPENED * self.multiplier.amount
        cap = self.rules.unopened_cap
        capped = cap is not None and cap < full
        text = explain.unopened(UNOPENED, self.multiplier, cap if capped else None)
        points = full if cap is None else min(full, cap)
        return self._line(points, "unopened", text, chosen=_nobody_opened(self.report))

    def _okey_lines(self) -> Iterator[Line]:
        okeys = self._rack_count().okeys
        charged = self.entry.opened or self.rules.okey_left_when_unopened
        if not okeys or not charged or self.rules.okey_left is OkeyLeft.NONE:
            return
        count = 1 if self.rules.okey_left is OkeyLeft.ONCE else okeys
        times = self._optional_multiplier(multiplied=self.rules.okey_left_multiplied)
        text = explain.okeys_left(FLAT, count, times)
        yield self._line(FLAT * count * times.amount, "okey_left", text, chosen=okeys > 1)

    def _infraction_lines(self, times: Multiplier) -> Iterator[Line]:
        for code in dict.fromkeys(foul.code for foul in self.entry.infractions):
            count, amount = self.entry.count_of(code), self.rules.infractions[code]
            if count:
                text = explain.infraction(code, amount, count, times)
                yield self._line(count * amount * times.amount, INFRACTION + code, text)


def _cancels_nothing(_line: Line) -> bool:
    return False


_CANCELLED: Final[dict[PartnerCancels, Callable[[Line], bool]]] = {
    PartnerCancels.HAND: lambda line: not line.rule.startswith(INFRACTION),
    PartnerCancels.EVERYTHING: lambda _line: True,
    PartnerCancels.RACK_ONLY: lambda line: line.rule in _RACK_RULES,
    PartnerCancels.NOTHING: _cancels_nothing,
}
"""Cancelled lines of the finisher's partner."""


def _cancelled_parts(cancelled_lines: list[Line]) -> list[Text]:
    sums = dict.fromkeys(("unopened", "rack", "okey", "infractions"), 0)
    for line in cancelled_lines:
        sums[_part_kind(line.rule)] += line.points
    return [explain.cancelled_part(kind, points) for kind, points in sums.items() if points]


def _part_kind(rule: str) -> str:
    if rule in _RACK_RULES:
        return "rack"
    if rule.startswith(INFRACTION):
        return "infractions"
    return "unopened" if rule == "unopened" else "okey"
