from __future__ import annotations

from typing import Any

from rules.games.okey101.amounts import count_rack
from rules.games.okey101.rulesets import RuleSet
from rules.hands import HandReport
from rules.tiles import parse_indicator
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.forms.okey101_choices import finish_name
from scoring.table.forms.okey101_hand import HandForm, presumed_opening


class CorrectionForm(BaseCorrectionForm, HandForm):
    """Always asks for the indicator: rules amended later may need it."""

    @property
    def asks_indicator(self) -> bool:
        return True


def correction_initial(report: HandReport, rules: RuleSet) -> dict[str, Any]:
    """Openings that follow from the end stay empty, so that a corrected end asks for them."""
    return {
        "end": report.finisher or report.outcome.value,
        "finish": finish_name(report.finish),
        "indicator": report.indicator,
        "seats": {seat: _initial_of_seat(seat, report, rules) for seat in report.seats},
    }


def _initial_of_seat(seat: str, report: HandReport, rules: RuleSet) -> dict[str, Any]:
    """Return a seat's initial values, without an opening that follows from the end."""
    initial: dict[str, Any] = {"okeys": 0}
    seat_report = report.seats[seat]
    end = report.finisher or report.outcome.value
    if seat_report.opening_reported and seat_report.opening is not presumed_opening(
        seat, end=end, finish=report.finish
    ):
        initial["opening"] = seat_report.opening.value
    if seat_report.rack is not None:
        count = count_rack(seat_report.rack, parse_indicator(report.indicator), rules)
        initial |= {
            "points": count.points,
            "okeys": count.okeys,
            "tiles": " ".join(seat_report.rack.tiles or ()),
        }
    elif seat_report.opening_reported and seat_report.opened and seat != report.finisher:
        initial["points"] = 0
    return initial | {foul.code: seat_report.count_of(foul.code) for foul in seat_report.infractions}
