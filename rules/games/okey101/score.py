"""In the order of RULES §4 (S0 V and VI, S4)."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from rules.games.okey101.amounts import (
    FACTORS,
    Factor,
    Multiplier,
    count_rack,
    face_points,
    factors_of,
    multiplier_of,
    source_of_line,
)
from rules.games.okey101.explain import word_line
from rules.games.okey101.infractions import FLAT, INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import NobodyOpened, OkeyLeft, PartnerCancels
from rules.hands import HandReport, Opening, Outcome, RackCount
from rules.score_lines import NO_VALUES, Line, Score, Values
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind
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


def void_outcomes(rules: RuleSet) -> tuple[Outcome, ...]:
    """Return the outcomes of which some hands are void."""
    if rules.nobody_opened is NobodyOpened.REPLAY:
        return (Outcome.ALL_OPENED_PAIRS, Outcome.DECK_EXHAUSTED)
    return (Outcome.ALL_OPENED_PAIRS,)


def partner_finished(report: HandReport, seat: str) -> bool:
    partner = partner_of(seat, report.playing)
    return partner is not None and partner == report.finisher


def score_hand(report: HandReport, rules: RuleSet) -> Score:
    """Score a report without errors; if void, or by some rules if nobody opened, every seat gets 0."""
    multiplier = multiplier_of(report, rules.multiplier)
    void = is_void(report, rules)
    if void:
        lines = _equal_lines(report, rules, _void_rule(report))
    elif rules.nobody_opened is NobodyOpened.ZERO and _nobody_opened(report):
        lines = _equal_lines(report, rules, "nobody_opened")
    else:
        lines = tuple(
            line for seat in report.playing for line in _SeatScore(report, rules, multiplier, seat).lines()
        )
    return Score(lines, multiplier.amount, void, report.playing)


def _nobody_opened(report: HandReport) -> bool:
    return report.outcome is Outcome.DECK_EXHAUSTED and not any(entry.opened for _, entry in report.entries())


def _void_rule(report: HandReport) -> str:
    return "void_all_pairs" if report.outcome is Outcome.ALL_OPENED_PAIRS else "void_nobody_opened"


def _equal_lines(report: HandReport, rules: RuleSet, rule: str) -> tuple[Line, ...]:
    source = source_of_line(rule, rules)
    return tuple(Line(seat, 0, rule, source, NO_VALUES, word_line) for seat in report.playing)


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
            values = {"amount": FINISHER, "factors": self.multiplier.amounts}
            yield self._line(FINISHER * self.multiplier.amount, "finisher", values)
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
            yield self._line(0, "partner_cancelled", _cancelled_points(listed))
        yield from (line for line in owed_lines + fouls if line not in cancelled_lines)

    def _line(self, points: int, rule: str, values: Values, *, chosen: bool = False) -> Line:
        source = source_of_line(rule, self.rules, chosen=chosen)
        return Line(self.seat, points, rule, source, values, word_line)

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
        points = (count.points + faces) * self.multiplier.amount
        values = {"tiles": count.points, "faces": faces, "factors": self.multiplier.amounts}
        if self.entry.opening is Opening.SERIES:
            yield self._line(points, "rack", values)
            return
        doubled = self.report.finished or self.rules.pairs_doubled_on_exhaustion
        yield self._line(points * (2 if doubled else 1), "rack_of_pairs", values | {"doubled": doubled})

    def _unopened_line(self) -> Line:
        full = UNOPENED * self.multiplier.amount
        cap = self.rules.unopened_cap
        capped = cap is not None and cap < full
        values = {"amount": UNOPENED, "factors": self.multiplier.amounts, "cap": cap if capped else None}
        points = full if cap is None else min(full, cap)
        return self._line(points, "unopened", values, chosen=_nobody_opened(self.report))

    def _okey_lines(self) -> Iterator[Line]:
        okeys = self._rack_count().okeys
        charged = self.entry.opened or self.rules.okey_left_when_unopened
        if not okeys or not charged or self.rules.okey_left is OkeyLeft.NONE:
            return
        count = 1 if self.rules.okey_left is OkeyLeft.ONCE else okeys
        times = self._optional_multiplier(multiplied=self.rules.okey_left_multiplied)
        values = {"amount": FLAT, "factors": times.amounts, "count": count}
        yield self._line(FLAT * count * times.amount, "okey_left", values, chosen=okeys > 1)

    def _infraction_lines(self, times: Multiplier) -> Iterator[Line]:
        for code in dict.fromkeys(foul.code for foul in self.entry.infractions):
            count, amount = self.entry.count_of(code), self.rules.infractions[code]
            if count:
                values = {"amount": amount, "factors": times.amounts, "count": count}
                yield self._line(count * amount * times.amount, INFRACTION + code, values)


def _cancels_nothing(_line: Line) -> bool:
    return False


_CANCELLED: Final[dict[PartnerCancels, Callable[[Line], bool]]] = {
    PartnerCancels.HAND: lambda line: not line.rule.startswith(INFRACTION),
    PartnerCancels.EVERYTHING: lambda _line: True,
    PartnerCancels.RACK_ONLY: lambda line: line.rule in _RACK_RULES,
    PartnerCancels.NOTHING: _cancels_nothing,
}
"""Cancelled lines of the finisher's partner."""


def _cancelled_points(cancelled_lines: list[Line]) -> dict[str, int]:
    sums = dict.fromkeys(("unopened", "rack", "okey", "infractions"), 0)
    for line in cancelled_lines:
        sums[_part_kind(line.rule)] += line.points
    return {kind: points for kind, points in sums.items() if points}


def _part_kind(rule: str) -> str:
    if rule in _RACK_RULES:
        return "rack"
    if rule.startswith(INFRACTION):
        return "infractions"
    return "unopened" if rule == "unopened" else "okey"


def seat_events_of(report: HandReport, lines: Collection[Line]) -> tuple[SeatEvent, ...]:
    """No infractions if nobody opened and all pay 0."""
    return tuple(_seat_events(report, lines))


def _seat_events(report: HandReport, lines: Collection[Line]) -> Iterator[SeatEvent]:
    """Yield by seat opening if known, finish, charge for not opening, and infractions that count."""
    unopened_seats = {line.seat for line in lines if line.rule == "unopened"}
    dropped = any(line.rule == "nobody_opened" for line in lines)
    for seat, seat_report in report.entries():
        if is_opening_known(report, seat):
            yield SeatEvent(seat, SeatEventKind.OPENED, seat_report.opening.value)
        if seat == report.finisher:
            yield SeatEvent(seat, SeatEventKind.FINISHED, finish_code(factors_of(report)))
        if seat in unopened_seats:
            yield SeatEvent(seat, SeatEventKind.CHARGED, "unopened")
        for code in () if dropped else INFRACTIONS:
            if times := seat_report.count_of(code):
                yield SeatEvent(seat, SeatEventKind.INFRACTION, code, times)


def is_opening_known(report: HandReport, seat: str) -> bool:
    """Of a finisher's partner it may not be."""
    return report.seats[seat].opening_reported or report.finish.direct or not partner_finished(report, seat)


def finish_code(factors: tuple[Factor, ...]) -> str:
    """``plain``, ``okey``, ``direct+okey``."""
    return "+".join(code for code, factor in FACTORS.items() if factor in factors) or PLAIN_FINISH
