from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.hands import Infraction, Opening, Rack, SeatReport
from rules.strict_json import LARGEST_NUMBER

NOT_A_NUMBER: Final = {"invalid": _("Enter a whole number.")}
TOO_LARGE: Final = _("This number is too large.")
MOST_JOKERS: Final = 20
"""No report can have more of one code; the rules set the real limit."""
LONGEST_RACK: Final = 400
"""Length of a rack's codes, which penalty tiles extend."""
_SEPARATORS: Final = re.compile(r"[\s,]+")


class SeatForm(forms.Form):
    """`jokers` counts the player's jokers that others exchanged."""

    opened = forms.BooleanField(required=False)
    points = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    jokers = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    tiles = forms.CharField(required=False, max_length=LONGEST_RACK)

    def __init__(self, data: Mapping[str, Any] | None, *, seat: str, **kwargs: Any) -> None:
        super().__init__(data, prefix=seat, use_required_attribute=False, **kwargs)

    def clean_tiles(self) -> tuple[str, ...]:
        return tuple(code.lower() for code in _SEPARATORS.split(self.cleaned_data["tiles"]) if code)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        for name, most in (("points", LARGEST_NUMBER), ("jokers", MOST_JOKERS)):
            if (cleaned.get(name) or 0) > most:
                self.add_error(name, TOO_LARGE)
        if cleaned.get("tiles"):
            self._compare(count_rack(Rack(tiles=cleaned["tiles"])).points)
        return cleaned

    @property
    def has_rack(self) -> bool:
        rack_values = [self.cleaned_data.get("points"), self.cleaned_data.get("tiles") or None]
        return any(value is not None for value in rack_values) or bool(
            {"points", "tiles"} & self.errors.keys()
        )

    def report(self, opened: Opening, *, finished: bool) -> SeatReport:
        """`opened` is this hand's opening, which a finisher always has."""
        jokers = self.cleaned_data.get("jokers")
        return SeatReport(
            opened if finished or self.cleaned_data.get("opened") else Opening.NONE,
            self._rack(),
            (Infraction(JOKER_EXCHANGED, jokers),) if jokers else (),
        )

    def _rack(self) -> Rack | None:
        points, tiles = self.cleaned_data.get("points"), self.cleaned_data.get("tiles")
        if tiles:
            return Rack(tiles=tiles)
        return None if points is None else Rack(points)

    def _compare(self, counted: int) -> None:
        if self.cleaned_data.get("points") not in (None, counted):
            text = _("The tiles add up to %(points)s points. Correct them, or leave the points empty.")
            self.add_error("tiles", forms.ValidationError(text, params={"points": counted}))
