from __future__ import annotations

from typing import Any

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from scoring.enums import CorrectionReason
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.forms.okey_task_hand import HandForm


class CorrectionForm(BaseCorrectionForm, HandForm):
    usual = (CorrectionReason.MISTYPED, CorrectionReason.INFRACTION_MISSING)


def correction_initial(report: HandReport, _rules: RuleSet) -> dict[str, Any]:
    return {
        "end": report.finisher or report.outcome.value,
        "task": report.task.value,
        "seats": {seat: _initial_of_seat(seat, report) for seat in report.seats},
    }


def _initial_of_seat(seat: str, report: HandReport) -> dict[str, Any]:
    """Return a seat's initial values, without those of a missing rack; a finisher isn't opened."""
    seat_report = report.seats[seat]
    initial: dict[str, Any] = {
        "opened": seat_report.opened and seat != report.finisher,
        "jokers": seat_report.count_of(JOKER_EXCHANGED),
    }
    if seat_report.rack is not None:
        initial |= {
            "points": count_rack(seat_report.rack).points,
            "tiles": " ".join(seat_report.rack.tiles or ()),
        }
    return initial
