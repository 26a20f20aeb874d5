from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.amounts import false_okey_tile
from rules.games.okey101.problems import find_errors
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import void_outcomes
from rules.games.okey101.switches import FalseOkeyValue, OkeyLeft, PartnerCancels
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome
from rules.seats import SEATS_PAIRS, partner_of
from rules.tiles import parse_indicator, parse_tile
from rules.validation import Problem, field_of
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.okey101_choices import (
    FINISH_NAMES,
    FINISHES,
    NOBODY_FINISHED,
    indicator_choices,
)
from scoring.table.forms.okey101_seat import SeatForm


class HandForm(EntryForm):
    FIELD_BY_PART = {
        "finisher": "end",
        "outcome": "end",
        "last_tile": "finish",
        "direct": "finish",
    }
    rules: RuleSet
    finish = forms.ChoiceField(choices=list(FINISH_NAMES.items()), required=False)
    indicator = forms.ChoiceField(choices=indicator_choices, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        playing: Sequence[str] = SEATS_PAIRS,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Clean a bound form and its seats, and compare tiles with counts.

        `initial["seats"]` are the seat forms' initial values.
        """
        initial = dict(initial or {})
        self._seats_before = initial.pop("seats", {})
        super().__init__(data, rules=rules, playing=playing, initial=initial)
        self.fields["finish"].choices = list(finishes_of(rules).items())  # type: ignore[attr-defined]
        if data is not None:
            for form in (self, *self.seats.values()):
                form.full_clean()
            self._compare_counts()

    @cached_property
    def seats(self) -> dict[str, SeatForm]:
        data, before = self.data if self.is_bound else None, self._seats_before
        return {
            seat: SeatForm(data, seat=seat, rules=self.rules, initial={"okeys": 0} | before.get(seat, {}))
            for seat in self.playing
        }

    @cached_property
    def is_readable(self) -> bool:
        return all([self.is_valid(), *(form.is_valid() for form in self.seats.values())])

    @cached_property
    def posted_finish(self) -> str:
        return self.cleaned_data.get("finish") or "plain"

    @property
    def preset_finish(self) -> str:
        plain = self.report.finished and self.posted_finish == "plain"
        return str(FINISH_NAMES["plain"]) if plain else ""

    @property
    def spares_partner(self) -> bool:
        """Whether a finisher cancels everything the partner could be asked for."""
        if partner_of(self.playing[0], self.playing) is None:
            return False
        return self.rules.partner_cancels in (PartnerCancels.HAND, PartnerCancels.EVERYTHING)

    @property
    def asks_indicator(self) -> bool:
        return self.rules.okey_face_counts

    @property
    def asks_unopened(self) -> bool:
        return self.rules.okey_left_when_unopened and self.rules.okey_left is not OkeyLeft.NONE

    @property
    def void_outcomes(self) -> tuple[Outcome, ...]:
        return void_outcomes(self.rules)

    @property
    def counts_false_okey_as_indicator(self) -> bool:
        return self.rules.false_okey_value is FalseOkeyValue.INDICATOR

    @property
    def indicator_options(self) -> list[tuple[str, str, int | None]]:
        """Code, name, value of a false okey."""
        return [
            (code, name, false_okey_tile(parse_tile(code), self.rules).number if code else None)
            for code, name in indicator_choices()
        ]

    @property
    def common_infraction_amount(self) -> int | None:
        amounts = set(self.rules.infractions.values())
        return amounts.pop() if len(amounts) == 1 else None

    @property
    def asked_seats(self) -> tuple[str, ...]:
        """Those whose opening doesn't follow from the end."""
        end = self.posted_end
        if end == Outcome.DECK_EXHAUSTED:
            return self.playing
        if end not in self.playing or FINISHES[self.posted_finish].direct:
            return ()
        spared = {end, partner_of(end, self.playing)} if self.spares_partner else {end}
        return tuple(seat for seat in self.playing if seat not in spared)

    @cached_property
    def unanswered_seats(self) -> list[str]:
        return [seat for seat in self.asked_seats if self.seats[seat].posted_opening() is None]

    @cached_property
    def report(self) -> HandReport:
        """Report what is typed so far; missing openings follow from the end, else are none."""
        end = self.posted_end
        finished = end not in NOBODY_FINISHED
        return HandReport(
            outcome=Outcome.FINISHED if finished else Outcome(end),
            seats={seat: form.report(self._presumed_opening(seat)) for seat, form in self.seats.items()},
            finisher=(end or None) if finished else None,
            finish=FINISHES[self.posted_finish],
            indicator=self.cleaned_data.get("indicator") or None,
            accepted=self.accepted_warnings,
        )

    @cached_property
    def is_valid_hand(self) -> bool:
        """Return whether the hand is readable and complete; else add problems to fields.

        The rules may still refuse it.
        """
        report, readable, unanswered = self.report, self.is_readable, self.unanswered_seats
        if readable and not unanswered:
            return True
        for seat in unanswered:
            if not self.seats[seat].errors.get("opening"):
                self.seats[seat].add_error("opening", _("Did this player open? Choose one."))
        self.add_problems(
            problem for problem in find_errors(report, self.rules) if not self._is_premature(problem)
        )
        return False

    def _compare_counts(self) -> None:
        if indicator := parse_indicator(self.cleaned_data.get("indicator")):
            for form in self.seats.values():
                form.compare_counts(indicator)

    def locate_problem(self, problem: Problem) -> tuple[forms.Form, str | None]:
        form, field = super().locate_problem(problem)
        if field is None and problem.seat in self.seats:
            form, part = self.seats[problem.seat], field_of(problem)
            return form, part if part in form.fields else None
        return form, field

    def _is_premature(self, problem: Problem) -> bool:
        """Whether it may come from unanswered openings."""
        return bool(self.unanswered_seats) and field_of(problem) in ("opening", "outcome", "direct")

    def _presumed_opening(self, seat: str) -> Opening | None:
        return presumed_opening(seat, end=self.posted_end, finish=FINISHES[self.posted_finish])


def presumed_opening(seat: str, *, end: str, finish: Finish) -> Opening | None:
    if end == Outcome.ALL_OPENED_PAIRS:
        return Opening.PAIRS
    if seat == end:
        return Opening.SERIES
    return Opening.NONE if finish.direct else None


def finishes_of(rules: RuleSet) -> dict[str, Any]:
    double_okey = LastTile.DOUBLE_OKEY
    names = [
        name for name, kind in FINISHES.items() if rules.double_okey or kind.last_tile is not double_okey
    ]
    return {name: FINISH_NAMES[name] for name in names}
