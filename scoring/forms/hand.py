"""The form of a hand: what the keeper saw, as a report for the rules. It knows no arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.infractions import INFRACTIONS
from rules.problems import WARNING_CODES, Problem, concerns, find_errors
from rules.reports import (
    MOST_INFRACTIONS,
    SEATS_PAIRS,
    Finish,
    HandReport,
    Infraction,
    Opening,
    Outcome,
    Rack,
    SeatReport,
    partner_of,
)
from rules.rulesets import RuleSet
from rules.shape import LARGEST_NUMBER
from rules.switches import FalseOkeyValue, OkeyLeft, PartnerCancels

from .choices import (
    FINISH_NAMES,
    FINISHES,
    NOBODY_FINISHED,
    OPENING_NAMES,
    finishes_of,
    indicator_choices,
)

NOT_A_NUMBER = {"invalid": _("Enter a whole number.")}
_FIELD_OF_HAND = {
    "finisher": "end",
    "outcome": "end",
    "last_tile": "finish",
    "direct": "finish",
    "indicator": "indicator",
}


class SeatForm(forms.Form):
    """One player's part of a hand. Nothing is required here: the hand form knows who is asked."""

    opening = forms.ChoiceField(choices=list(OPENING_NAMES.items()), required=False)
    points = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    okeys = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)

    def __init__(self, data: Mapping[str, Any] | None, *, seat: str, rules: RuleSet, **kwargs: Any) -> None:
        super().__init__(data, prefix=seat, use_required_attribute=False, **kwargs)
        self.seat = seat
        # As people list them, whatever order the stored rule book has.
        self.codes = [code for code in INFRACTIONS if code in rules.infractions]
        self.amounts = rules.infractions
        for code in self.codes:
            self.fields[code] = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)

    def clean(self) -> dict[str, Any]:
        """Refuse numbers that no hand report can hold; everything else is judged by the rules."""
        cleaned: dict[str, Any] = self.cleaned_data
        for name, value in list(cleaned.items()):
            if isinstance(value, int) and value > LARGEST_NUMBER:
                self.add_error(name, _("This number is too large."))
        if sum(max(foul.count, 0) for foul in self.infractions()) > MOST_INFRACTIONS:
            text = _("One player can have %(most)s infractions in a hand at most.")
            self.add_error(None, forms.ValidationError(text, params={"most": MOST_INFRACTIONS}))
        return cleaned

    def infractions(self) -> tuple[Infraction, ...]:
        """The fouls that were counted for this player."""
        counts = ((code, self.cleaned_data.get(code)) for code in self.codes)
        return tuple(Infraction(code, count) for code, count in counts if count)

    def opening_given(self) -> Opening | None:
        given = self.cleaned_data.get("opening")
        return Opening(given) if given else None

    def report(self, otherwise: Opening | None) -> SeatReport:
        """The player's part; `otherwise` is the opening that follows for somebody who isn't asked."""
        points, okeys = self.cleaned_data.get("points"), self.cleaned_data.get("okeys")
        rack = Rack(points or 0, okeys or 0) if points or okeys else None
        given = self.opening_given()
        return SeatReport(
            given or otherwise or Opening.NONE, rack, self.infractions(), told=bool(given or otherwise)
        )

    @property
    def infraction_fields(self) -> list[dict[str, Any]]:
        """Each infraction of the rule set: its field, its name and the deed, in the page's language."""
        language = get_language() or "tr"
        return [
            {
                "code": code,
                "field": self[code],
                "name": INFRACTIONS[code].name.in_language(language),
                "deed": INFRACTIONS[code].deed.in_language(language),
                "amount": self.amounts[code],
            }
            for code in self.codes
        ]


class HandForm(forms.Form):
    """A hand as it is entered at the table, or read back for a correction.

    `end` is the seat that finished, or how the hand ended without a finisher. Problems of the rules are put
    on the fields they concern, so that all of them are seen at once.
    """

    encounter = forms.UUIDField(widget=forms.HiddenInput)
    match = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)
    deal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=9999)
    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    end = forms.CharField(required=False)
    finish = forms.ChoiceField(choices=list(FINISH_NAMES.items()), required=False)
    accepted = forms.MultipleChoiceField(choices=[(code, code) for code in WARNING_CODES], required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        initial = dict(initial or {})
        seats = initial.pop("seats", {})
        super().__init__(data, initial=initial, use_required_attribute=False)
        self.rules = rules
        self.fields["finish"].choices = list(finishes_of(rules).items())  # type: ignore[attr-defined]
        if self.asks_indicator:
            self.fields["indicator"] = forms.ChoiceField(choices=indicator_choices(), required=False)
        self.seats = {
            seat: SeatForm(data, seat=seat, rules=rules, initial={"okeys": 0} | seats.get(seat, {}))
            for seat in SEATS_PAIRS
        }
        if data is not None:
            for form in (self, *self.seats.values()):
                form.full_clean()

    @cached_property
    def readable(self) -> bool:
        """Whether everything typed has the shape of a hand; the rules judge the rest."""
        return all([self.is_valid(), *(form.is_valid() for form in self.seats.values())])

    @property
    def key(self) -> str:
        return str(self.cleaned_data["entry_key"])

    @property
    def names_its_hand(self) -> bool:
        """Whether encounter, match, deal and key, which nobody types, came back as they were sent."""
        return not self.errors.keys() & {"encounter", "match", "deal", "entry_key"}

    @cached_property
    def end_given(self) -> str:
        return str(self.cleaned_data.get("end") or "")

    @cached_property
    def finish_given(self) -> str:
        return self.cleaned_data.get("finish") or "plain"

    @property
    def spares_partner(self) -> bool:
        """Whether a finisher wipes out everything that his partner could be asked for."""
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
        """Whether whoever counts a rack must know that a false okey counts the indicator's number."""
        return self.rules.false_okey_value is FalseOkeyValue.INDICATOR

    @property
    def amount_of_each(self) -> int | None:
        """What every infraction costs, where all cost the same."""
        amounts = set(self.rules.infractions.values())
        return amounts.pop() if len(amounts) == 1 else None

    @property
    def messages(self) -> list[str]:
        """What is wrong with the hand as a whole, whatever field of it that stands at."""
        return [str(message) for messages in self.errors.values() for message in messages]

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats whose opening somebody must tell: those that can't be known from the end of the hand."""
        end = self.end_given
        if end == Outcome.DECK_EXHAUSTED:
            return SEATS_PAIRS
        if end not in SEATS_PAIRS or FINISHES[self.finish_given].direct:
            return ()
        spared = {end, partner_of(end)} if self.spares_partner else {end}
        return tuple(seat for seat in SEATS_PAIRS if seat not in spared)

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
            form.add_error(field, problem.message.in_language(get_language() or "tr"))

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
