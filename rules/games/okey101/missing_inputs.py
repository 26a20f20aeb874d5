"""What other rules would have needed to ask, of a hand that was told by those of then."""

from dataclasses import replace

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, Rack


def unasked(report: HandReport, was: RuleSet, rules: RuleSet) -> list[str]:
    """Give the seats that pay for what the old rules had no need to ask."""
    return [
        seat
        for seat, _said in report.entries()
        if _pays_untold(report, seat, rules) and not _pays_untold(report, seat, was)
    ]


def _pays_untold(report: HandReport, seat: str, rules: RuleSet) -> bool:
    """Tell whether something that was not told of a seat, its opening or its rack, makes a difference."""
    said, score = report.seats[seat], score_hand(report, rules)
    if not said.told:
        return any(line.seat == seat and line.rule == "unopened" for line in score.lines)
    if said.rack is not None or seat == report.finisher:
        return False
    held = replace(said, rack=Rack(points=1, okeys=1))
    supposed = score_hand(replace(report, seats={**report.seats, seat: held}), rules)
    return supposed.by_seat()[seat] != score.by_seat()[seat]
