"""Each side pays once (S1, S4)."""

from collections.abc import Iterator

from rules.games.okey_points.explain import word_line
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.line_sources import FINISH, source_of_line
from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import INDICATOR, START, OneColourDoubles, RuleSet
from rules.score_lines import NO_VALUES, Line, Score, Values
from rules.seats import side_of, sides_of


def score_hand(report: HandReport, rules: RuleSet) -> Score:
    """The report has no errors except `OUTDATED_REFUSALS`."""
    sides = sides_of(report.playing)
    lines = tuple(line for side in sides for line in _SideScore(report, rules, side).lines())
    return Score(lines, multiplier=1, void=False, seats=(), sides=sides)


def is_price_doubled(finish: Finish, rules: RuleSet) -> bool:
    """Red or black must be stated (S4)."""
    if rules.one_colour_doubles is OneColourDoubles.RED_AND_BLACK:
        return finish.one_colour
    return rules.one_colour_doubles is OneColourDoubles.YES and finish.is_one_colour


class _SideScore:
    def __init__(self, report: HandReport, rules: RuleSet, side: str) -> None:
        self.report = report
        self.rules = rules
        self.side = side

    def lines(self) -> Iterator[Line]:
        """Yield this side's line for the finish, or nobody's, and one for another side's shown indicator."""
        if self.report.finisher is None:
            yield self._line(self.rules.nobody_finished, "nobody_finished")
        elif side_of(self.report.finisher) == self.side:
            yield self._line(0, "finisher")
        else:
            yield from self._loss_lines(self.report.finish)
        shown_by = self.report.indicator_shown_by
        if self.rules.indicator_shown and shown_by is not None and side_of(shown_by) != self.side:
            yield self._indicator_line()

    def _line(self, points: int, rule: str, values: Values = NO_VALUES, *, chosen: bool = False) -> Line:
        source = source_of_line(rule, self.rules, chosen=chosen)
        return Line(self.side, points, rule, source, values, word_line)

    def _loss_lines(self, finish: Finish) -> Iterator[Line]:
        price = price_code(finish.hand, finish.last_tile)
        points = self.rules.finishes[price]
        yield self._line(points, FINISH + price)
        if is_price_doubled(finish, self.rules):
            with_pairs = finish.hand is WinningHand.PAIRS
            yield self._line(points, "one_colour", chosen=with_pairs)

    def _indicator_line(self) -> Line:
        limit = self.rules.indicator_spares_below
        if limit is not None and START - self.report.before.get(self.side, 0) < limit:
            return self._line(0, "indicator_spared", {"limit": limit})
        return self._line(INDICATOR, "indicator_shown", chosen=not self.report.finished)
