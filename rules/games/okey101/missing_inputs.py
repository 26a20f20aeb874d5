from dataclasses import replace

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, Rack


def seats_missing_inputs(report: HandReport, old_rules: RuleSet, rules: RuleSet) -> list[str]:
    """Return seats charged for what the old rules didn't ask."""
    return [
        seat
        for seat, _seat_report in report.entries()
        if _pays_for_missing_input(report, seat, rules)
        and not _pays_for_missing_input(report, seat, old_rules)
    ]


def _pays_for_missing_input(report: HandReport, seat: str, rules: RuleSet) -> bool:
    seat_report, score = report.seats[seat], score_hand(report, rules)
    if not seat_report.opening_reported:
        return any(line.seat == seat and line.rule == "unopened" for line in score.lines)
    if seat_report.rack is not None or seat == report.finisher:
        return False
    seat_with_rack = replace(seat_report, rack=Rack(points=1, okeys=1))
    score_with_rack = score_hand(replace(report, seats={**report.seats, seat: seat_with_rack}), rules)
    return score_with_rack.by_seat()[seat] != score.by_seat()[seat]
