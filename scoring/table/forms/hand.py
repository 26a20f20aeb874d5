"""The form of a hand: what the keeper saw, as a report for the rules. It knows no arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.problems import find_errors
from rules.games.okey101.racks import false_okey_tile, parse_indicator
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import FalseOkeyValue, OkeyLeft, PartnerCancels
from rules.hands import Finish, HandReport, Opening, Outcome
from rules.objections import WARNING_CODES, Problem, concerns
from rules.seats import SEATS_PAIRS, partner_of
from rules.tiles import parse_tile
from scoring.table.forms.choices import (
    FINISH_NAMES,
    FINISHES,
    NOBODY_FINISHED,
    finishes_of,
    indicator_choices,
)
from scoring.table.forms.objections import Objection, objections
from scoring.table.forms.seat import SeatForm
from tournaments.figures import HIGHEST

_FIELD_OF_HAND = {
    "finisher": "end",
    "outcome": "end",
    "last_tile": "finish",
    "direct": "finish",
    "indicator": "indicator",
}

EARLIEST, LATEST = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000 for year in (1900, 2200))
"""Milliseconds. What a phone's clock says beyond is no time, and has no hour in the club's zone."""


class HandForm(forms.Form):
    """A hand as it is entered at the table, or read back for a correction.

    Its deal is `deal` of `match`, or the one that follows the hand whose key is `after`. `entered_at` is what
    the phone's clock said, in milliseconds since 1970.
    `playing` are the seats of the table. `end` is the one that finished, or how the hand ended without a
    finisher. Problems of the rules are put on the fields they concern, so that all of them are seen at once.
    """

    encounter = forms.UUIDField(widget=forms.HiddenInput)
    match = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99, required=False)
    deal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST, required=False)
    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    entered_at = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seating = forms.CharField(widget=forms.HiddenInput, required=False, max_length=160)
    end = forms.CharField(required=False)
    finish = forms.ChoiceField(choices=list(FINISH_NAMES.items()), required=False)
    indicator = forms.ChoiceField(required=False)
    accepted = forms.MultipleChoiceField(choices=[(code, code) for code in WARNING_CODES], required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        playing: Sequence[str] = SEATS_PAIRS,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        initial = dict(initial or {})
        seats = initial.pop("seats", {})
        super().__init__(data, initial=initial, use_required_attribute=False)
        self.rules, self.playing = rules, tuple(playing)
        self.fields["finish"].choices = list(finishes_of(rules).items())  # type: ignore[attr-defined]
        self.fields["indicator"].choices = indicator_choices()  # type: ignore[attr-defined]
        self.seats = {
            seat: SeatForm(data, seat=seat, rules=rules, initial={"okeys": 0} | seats.get(seat, {}))
            for seat in self.playing
        }
        if data is not None:
            for form in (self, *self.seats.values()):
                form.full_clean()
            self._compare_counts()

    @cached_property
    def readable(self) -> bool:
        """Whether everything typed has the shape of a hand; the rules judge the rest."""
        return all([self.is_valid(), *(form.is_valid() for form in self.seats.values())])

    @property
    def key(self) -> str:
        return str(self.cleaned_data["entry_key"])

    @property
    def names_its_hand(self) -> bool:
        """Whether encounter, deal and key, which nobody types, came back as they were sent."""
        if self.errors.keys() & {"encounter", "match", "deal", "entry_key", "after"}:
            return False
        told = (self.cleaned_data["match"], self.cleaned_data["deal"])
        return self.entered_after is not None or None not in told

    @property
    def entered_after(self) -> str | None:
        """The key of the hand that this one was entered after."""
        return self.cleaned_data.get("after") or None

    @property
    def entered_at_given(self) -> datetime | None:
        """When the hand was entered by the phone's clock; None where that is no time at all."""
        given = self.cleaned_data.get("entered_at")
        if given is None or not EARLIEST <= given <= LATEST:
            return None
        return datetime.fromtimestamp(given / 1000, tz=UTC)

    @cached_property
    def end_given(self) -> str:
        return str(self.cleaned_data.get("end") or "")

    @cached_property
    def finish_given(self) -> str:
        return self.cleaned_data.get("finish") or "plain"

    @property
    def spares_partner(self) -> bool:
        """Whether a finisher wipes out everything that his partner could be asked for; singles have none."""
        if partner_of(self.playing[0], self.playing) is None:
            return False
        return self.rules.partner_cancels in (PartnerCancels.HAND, PartnerCancels.EVERYTHING)

    @property
    def asks_indicator(self) -> bool:
        """Whether the indicator is asked for once a real okey is left."""
        return self.rules.okey_face_counts

    @property
    def asks_unopened(self) -> bool:
        """Whether somebody who did not open is asked for the okeys on his rack."""
        return self.rules.okey_left_when_unopened and self.rules.okey_left is not OkeyLeft.NONE

    @property
    def counts_false_okey_as_indicator(self) -> bool:
        """Whether a false okey on a rack counts the indicator's number, not the okey's."""
        return self.rules.false_okey_value is FalseOkeyValue.INDICATOR

    @property
    def indicators(self) -> list[tuple[str, str, int | None]]:
        """Each tile that can be the indicator: code, name, what a false okey counts; first nothing."""
        return [
            (code, name, false_okey_tile(parse_tile(code), self.rules).number if code else None)
            for code, name in indicator_choices()
        ]

    @property
    def amount_of_each(self) -> int | None:
        """What every infraction costs, where all cost the same."""
        amounts = set(self.rules.infractions.values())
        return amounts.pop() if len(amounts) == 1 else None

    @property
    def messages(self) -> list[Objection]:
        """What is wrong with the hand as a whole, whatever field of it that stands at."""
        return objections(self.errors)

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats whose opening somebody must tell: those that can't be known from the end of the hand."""
        end = self.end_given
        if end == Outcome.DECK_EXHAUSTED:
            return self.playing
        if end not in self.playing or FINISHES[self.finish_given].direct:
            return ()
        spared = {end, partner_of(end, self.playing)} if self.spares_partner else {end}
        return tuple(seat for seat in self.playing if seat not in spared)

    @cached_property
    def unanswered(self) -> list[str]:
        """The seats that are asked and whose opening was not told yet."""
        return [seat for seat in self.asked if self.seats[seat].opening_given() is None]

    @cached_property
    def report(self) -> HandReport:
        """What was typed, as the rules read it; unreadable fields are left out."""
        end = self.end_given
        finished = end not in NOBODY_FINISHED
        return HandReport(
            outcome=Outcome.FINISHED if finished else Outcome(end),
            seats={seat: form.report(self._presumed(seat)) for seat, form in self.seats.items()},
            finisher=(end or None) if finished else None,
            finish=FINISHES[self.finish_given],
            indicator=self.cleaned_data.get("indicator") or None,
            accepted=tuple(self.cleaned_data.get("accepted", ())),
        )

    @cached_property
    def sound(self) -> bool:
        """Whether the hand can be read and is told to its end: the ledger judges the rest.

        Where it can't, every problem is put on its field, those of the rules too.
        """
        report, readable, unanswered = self.report, self.readable, self.unanswered
        if readable and not unanswered:
            return True
        for seat in unanswered:
            if not self.seats[seat].errors.get("opening"):
                self.seats[seat].add_error("opening", _("Did this player open? Choose one."))
        self.add_problems(found for found in find_errors(report, self.rules) if not self._premature(found))
        return False

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put problems of the rules on the fields they concern, in the page's language."""
        for problem in problems:
            form, field = self._place(problem)
            words = problem.message.in_language(get_language() or "tr")
            form.add_error(field, forms.ValidationError(words, code=problem.code))

    def _compare_counts(self) -> None:
        """Tiles count only where it is known which of them are okeys."""
        if indicator := parse_indicator(self.cleaned_data.get("indicator")):
            for form in self.seats.values():
                form.compare_counts(indicator)

    def _place(self, problem: Problem) -> tuple[forms.Form, str | None]:
        part = concerns(problem)
        if part in _FIELD_OF_HAND:
            field = _FIELD_OF_HAND[part]
            return self, field if field in self.fields else None
        if problem.seat in self.seats:
            form = self.seats[problem.seat]
            return form, part if part in form.fields else None
        return self, None

    def _premature(self, problem: Problem) -> bool:
        """Whether a problem may come only from seats whose opening is not told yet."""
        return bool(self.unanswered) and concerns(problem) in ("opening", "outcome", "direct")

    def _presumed(self, seat: str) -> Opening | None:
        return presumed_opening(seat, end=self.end_given, finish=FINISHES[self.finish_given])


def presumed_opening(seat: str, *, end: str, finish: Finish) -> Opening | None:
    """The opening that the end of the hand tells; None where it tells nothing."""
    if end == Outcome.ALL_OPENED_PAIRS:
        return Opening.PAIRS
    if seat == end:
        return Opening.SERIES
    return Opening.NONE if finish.direct else None
