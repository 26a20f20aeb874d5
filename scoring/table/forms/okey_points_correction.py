from __future__ import annotations

from typing import Any

from rules.games.okey_points.reports import HandReport
from rules.games.okey_points.rulesets import RuleSet
from rules.hands import LastTile
from scoring.enums import CorrectionReason
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.forms.okey_points_hand import HandForm


class CorrectionForm(BaseCorrectionForm, HandForm):
    usual = (CorrectionReason.MISTYPED, CorrectionReason.INDICATOR_FORGOTTEN)


def correction_initial(report: HandReport, _rules: RuleSet) -> dict[str, Any]:
    return {
        "end": report.finisher or report.outcome.value,
        "hand": report.finish.hand.value,
        "okey": report.finish.last_tile is LastTile.OKEY,
        "one_colour": report.finish.one_colour,
        "shown": report.indicator_shown_by or "",
    }
