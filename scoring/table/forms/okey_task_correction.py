"""The form of a correction of a hand of task Okey, and what it shows of the hand as it stands."""

from __future__ import annotations

from typing import Any

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from scoring.enums import Reason
from scoring.table.forms.correction_form import Correction
from scoring.table.forms.okey_task_hand import HandForm


class CorrectionForm(Correction, HandForm):
    """A hand of task Okey again."""

    usual = (Reason.MISTYPED, Reason.INFRACTION_MISSING)


def initial_of(report: HandReport, _rules: RuleSet) -> dict[str, Any]:
    """What the form shows for a report that is in the ledger; beside the tiles of a rack what they count."""
    return {
        "end": report.finisher or report.outcome.value,
        "task": report.task.value,
        "seats": {seat: _initial_of_seat(seat, report) for seat in report.seats},
    }


def _initial_of_seat(seat: str, report: HandReport) -> dict[str, Any]:
    """What the end of the hand alone tells of a finisher is left open: it may have been another."""
    said = report.seats[seat]
    initial: dict[str, Any] = {
        "opened": said.opened and seat != report.finisher,
        "jokers": said.count_of(JOKER_EXCHANGED),
    }
    if said.rack is not None:
        initial |= {"points": count_rack(said.rack).points, "tiles": " ".join(said.rack.tiles or ())}
    return initial
