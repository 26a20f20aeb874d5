"""The form of one player's part of a hand of task Okey."""

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
"""More of one code no report can hold; how many there can be the rules say."""
LONGEST_RACK: Final = 400
"""Letters of the codes of a rack, which penalty tiles make grow."""
_BETWEEN: Final = re.compile(r"[\s,]+")


class SeatForm(forms.Form):
    """One player's part. Nothing is required here: the hand's form knows who is asked.

    `jokers` are those with which he opened and that others exchanged.
    """

    opened = forms.BooleanField(required=False)
    points = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    jokers = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    tiles = forms.CharField(required=False, max_length=LONGEST_RACK)

    def __init__(self, data: Mapping[str, Any] | None, *, seat: str, **kwargs: Any) -> None:
        super().__init__(data, prefix=seat, use_required_attribute=False, **kwargs)

    def clean_tiles(self) -> tuple[str, ...]:
        """The codes that were typed; whether there are such tiles the rules say."""
        return tuple(code.lower() for code in _BETWEEN.split(self.cleaned_data["tiles"]) if code)

    def clean(self) -> dict[str, Any]:
        """Refuse numbers that no report can hold, and points that are not those of the tiles beside them."""
        cleaned: dict[str, Any] = self.cleaned_data
        for name, most in (("points", LARGEST_NUMBER), ("jokers", MOST_JOKERS)):
            if (cleaned.get(name) or 0) > most:
                self.add_error(name, TOO_LARGE)
        if cleaned.get("tiles"):
            self._compare(count_rack(Rack(tiles=cleaned["tiles"])).points)
        return cleaned

    @property
    def tells_rack(self) -> bool:
        """Whether it is told what is left, be it unreadable."""
        given = [self.cleaned_data.get("points"), self.cleaned_data.get("tiles") or None]
        return any(one is not None for one in given) or bool({"points", "tiles"} & self.errors.keys())

    def report(self, opened: Opening, *, finished: bool) -> SeatReport:
        """The player's part; `opened` is how one opens in this hand, as a finisher did whatever was told."""
        jokers = self.cleaned_data.get("jokers")
        return SeatReport(
            opened if finished or self.cleaned_data.get("opened") else Opening.NONE,
            self._rack(),
            (Infraction(JOKER_EXCHANGED, jokers),) if jokers else (),
        )

    def _rack(self) -> Rack | None:
        """What is left: its tiles where they are told, from which the rules count it."""
        points, tiles = self.cleaned_data.get("points"), self.cleaned_data.get("tiles")
        if tiles:
            return Rack(tiles=tiles)
        return None if points is None else Rack(points)

    def _compare(self, counted: int) -> None:
        if self.cleaned_data.get("points") not in (None, counted):
            text = _("The tiles count %(points)s points: mend them, or leave the points empty.")
            self.add_error("tiles", forms.ValidationError(text, params={"points": counted}))
