"""What other rules would have needed to ask, of a hand that was told by those of then."""

from rules.games.okey_points.reports import HandReport
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.games.okey_points.score import score_hand


def unasked(report: HandReport, was: RuleSet, rules: RuleSet) -> list[str]:
    """Give the sides that pay double for a colour of which nobody asked whether it is red or black."""
    only = OneColourDoubles.RED_AND_BLACK
    if rules.one_colour_doubles is not only or was.one_colour_doubles is only:
        return []
    return [line.seat for line in score_hand(report, rules).lines if line.rule == "one_colour"]
