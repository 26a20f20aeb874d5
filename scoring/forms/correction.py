"""The form of a correction: a hand again, with the version it corrects and the reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.racks import count_rack, parse_indicator
from rules.reports import HandReport, SeatReport
from rules.rulesets import RuleSet

from .choices import finish_name
from .hand import HandForm


class CorrectionForm(HandForm):
    """`let_stand` is the organizer's decision that later play stays as it is."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(max_length=200, required=False)
    let_stand = forms.BooleanField(required=False)

    @property
    def names_its_hand(self) -> bool:
        return super().names_its_hand and "version" not in self.errors

    def gives_reason(self) -> bool:
        """Whether a reason was typed; where none was, say so on its field."""
        if not self.cleaned_data.get("reason") and not self.errors.get("reason"):
            self.add_error("reason", _("A correction needs a reason."))
        return not self.errors.get("reason")


def initial_of(report: HandReport, rules: RuleSet) -> dict[str, Any]:
    """What the form shows for a report that is in the ledger. Racks entered by tiles are shown as counted."""
    return {
        "end": report.finisher or report.outcome.value,
        "finish": finish_name(report.finish),
        "seats": {seat: _initial_of_seat(report, said, rules) for seat, said in report.seats.items()},
    }


def _initial_of_seat(report: HandReport, said: SeatReport, rules: RuleSet) -> dict[str, Any]:
    initial: dict[str, Any] = {"opening": said.opening.value, "okeys": 0}
    if said.rack is not None:
        count = count_rack(said.rack, parse_indicator(report.indicator), rules)
        initial |= {"points": count.points, "okeys": count.okeys}
    return initial | {foul.code: said.count_of(foul.code) for foul in said.infractions}
