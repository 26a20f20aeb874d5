"""The form of a correction of a hand of 101, and what it shows of the hand as it stands."""

from __future__ import annotations

from typing import Any

from rules.games.okey101.racks import count_rack
from rules.games.okey101.rulesets import RuleSet
from rules.hands import HandReport
from rules.tiles import parse_indicator
from scoring.table.forms.correction_form import Correction
from scoring.table.forms.okey101_choices import finish_name
from scoring.table.forms.okey101_hand import HandForm, presumed_opening


class CorrectionForm(Correction, HandForm):
    """Asks for the indicator always: rules that are amended later may need what the present ones don't."""

    @property
    def asks_indicator(self) -> bool:
        return True


def initial_of(report: HandReport, rules: RuleSet) -> dict[str, Any]:
    """What the form shows for a report that is in the ledger; beside the tiles of a rack what they count.

    An opening that nobody told, or that only the end of the hand told, is left open: when the end turns out
    to have been another, the player must be asked.
    """
    return {
        "end": report.finisher or report.outcome.value,
        "finish": finish_name(report.finish),
        "indicator": report.indicator,
        "seats": {seat: _initial_of_seat(seat, report, rules) for seat in report.seats},
    }


def _initial_of_seat(seat: str, report: HandReport, rules: RuleSet) -> dict[str, Any]:
    initial: dict[str, Any] = {"okeys": 0}
    said = report.seats[seat]
    end = report.finisher or report.outcome.value
    if said.told and said.opening is not presumed_opening(seat, end=end, finish=report.finish):
        initial["opening"] = said.opening.value
    if said.rack is not None:
        count = count_rack(said.rack, parse_indicator(report.indicator), rules)
        initial |= {"points": count.points, "okeys": count.okeys, "tiles": " ".join(said.rack.tiles or ())}
    elif said.told and said.opened and seat != report.finisher:
        initial["points"] = 0
    return initial | {foul.code: said.count_of(foul.code) for foul in said.infractions}
