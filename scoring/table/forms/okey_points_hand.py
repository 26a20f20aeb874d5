from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.hands import LastTile, Outcome, SeatReport
from rules.seats import SEATS_PAIRS
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.okey_points_choices import HAND_NAMES


class HandForm(EntryForm):
    """`shown` is the seat of the player who showed the indicator."""

    FIELD_BY_PART = {"finisher": "end", "outcome": "end", "indicator_shown_by": "shown"}
    rules: RuleSet
    hand = forms.ChoiceField(choices=list(HAND_NAMES.items()), required=False)
    okey = forms.BooleanField(required=False)
    one_colour = forms.BooleanField(required=False)
    shown = forms.ChoiceField(required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        playing: Sequence[str] = SEATS_PAIRS,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer playing seats for the shown indicator; clean a bound form."""
        super().__init__(data, rules=rules, playing=playing, initial=initial)
        self.fields["shown"].choices = [("", ""), *((seat, seat) for seat in self.playing)]  # type: ignore[attr-defined]
        if data is not None:
            self.full_clean()

    @property
    def asks_one_colour(self) -> bool:
        return self.rules.one_colour_doubles is not OneColourDoubles.NO

    @property
    def asks_only_red_and_black(self) -> bool:
        return self.rules.one_colour_doubles is OneColourDoubles.RED_AND_BLACK

    @cached_property
    def report(self) -> HandReport:
        """Report what is typed so far, as finished unless the deck ran out."""
        finished = self.posted_end != Outcome.DECK_EXHAUSTED
        return HandReport(
            outcome=Outcome.FINISHED if finished else Outcome.DECK_EXHAUSTED,
            seats={seat: SeatReport(opening_reported=False) for seat in self.playing},
            finisher=(self.posted_end or None) if finished else None,
            finish=self._finish() if finished else Finish(),
            indicator_shown_by=self.cleaned_data.get("shown") or None,
            accepted=self.accepted_warnings,
        )

    @cached_property
    def is_valid_hand(self) -> bool:
        if not self.posted_end:
            self.add_error("end", _("Who finished? Choose a player, or choose that nobody did."))
        return super().is_valid_hand

    def _finish(self) -> Finish:
        values = self.cleaned_data
        return Finish(
            WinningHand(values.get("hand") or WinningHand.GROUPS),
            LastTile.OKEY if values.get("okey") else LastTile.PLAIN,
            one_colour=self.asks_one_colour and bool(values.get("one_colour")),
        )
