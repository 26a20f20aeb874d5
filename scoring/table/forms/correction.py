"""The form of a correction: a hand again, with the version it corrects and the reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.racks import count_rack, parse_indicator
from rules.games.okey101.rulesets import RuleSet
from rules.hands import HandReport
from scoring.table.forms.choices import finish_name
from scoring.table.forms.hand import HandForm, presumed_opening
from scoring.table.forms.later_play import later_play_field
from scoring.table.forms.objections import Objection, objections_by_field
from scoring.table.forms.reason import ReasonForm
from tournaments.figures import HIGHEST


class CorrectionForm(ReasonForm, HandForm):
    """`later` is the organizer's decision on later play that rests on the hand as it stood."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST)
    later = later_play_field()

    @property
    def asks_indicator(self) -> bool:
        """Always: rules that are amended later may need what the present ones don't."""
        return True

    @property
    def names_its_hand(self) -> bool:
        return super().names_its_hand and "version" not in self.errors

    @property
    def messages(self) -> list[Objection]:
        """What is wrong with the hand; its reason is no part of it and has its own field."""
        told = objections_by_field(self.errors)
        return [one for name, said in told if name not in ("because", "reason") for one in said]

    def gives_reason(self, *, before: str = "") -> bool:
        """Whether a reason was chosen or typed, or stands `before` it anyway; else say so on its field."""
        missing = _("Not saved yet: a correction needs a reason. Choose one, or write a few words.")
        return self.needs_reason(missing, before=before)


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
