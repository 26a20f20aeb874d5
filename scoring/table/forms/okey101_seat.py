from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.amounts import count_rack
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.reports import MOST_INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Infraction, Opening, Rack, SeatReport
from rules.strict_json import LARGEST_NUMBER
from rules.tiles import Tile
from scoring.table.forms.okey101_choices import OPENING_NAMES

NOT_A_NUMBER = {"invalid": _("Enter a whole number.")}
LONGEST_RACK = 120
"""Length of a full rack's codes with separators."""
_SEPARATORS = re.compile(r"[\s,]+")


class SeatForm(forms.Form):
    """Nothing is required: the hand form knows which seats are asked."""

    opening = forms.ChoiceField(choices=list(OPENING_NAMES.items()), required=False)
    points = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    okeys = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)
    tiles = forms.CharField(required=False, max_length=LONGEST_RACK)

    def __init__(self, data: Mapping[str, Any] | None, *, seat: str, rules: RuleSet, **kwargs: Any) -> None:
        super().__init__(data, prefix=seat, use_required_attribute=False, **kwargs)
        self.seat, self.rules = seat, rules
        # INFRACTIONS has the display order; the stored rule book may have another.
        self.codes = [code for code in INFRACTIONS if code in rules.infractions]
        self.amounts = rules.infractions
        for code in self.codes:
            self.fields[code] = forms.IntegerField(required=False, error_messages=NOT_A_NUMBER)

    def clean_tiles(self) -> tuple[str, ...]:
        return tuple(code.lower() for code in _SEPARATORS.split(self.cleaned_data["tiles"]) if code)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        for name, value in list(cleaned.items()):
            if isinstance(value, int) and value > LARGEST_NUMBER:
                self.add_error(name, _("This number is too large."))
        if sum(max(foul.count, 0) for foul in self.infractions()) > MOST_INFRACTIONS:
            text = _("A player can have at most %(most)s infractions in a hand.")
            self.add_error(None, forms.ValidationError(text, params={"most": MOST_INFRACTIONS}))
        return cleaned

    def compare_counts(self, indicator: Tile) -> None:
        """Add an error to the tiles, if given, when points, unless empty, or okeys, unless 0, differ."""
        tiles = self.cleaned_data.get("tiles")
        if not tiles:
            return
        counted = count_rack(Rack(tiles=tiles), indicator, self.rules)
        points, okeys = self.cleaned_data.get("points"), self.cleaned_data.get("okeys")
        if points not in (None, counted.points) or (okeys and okeys != counted.okeys):
            text = _(
                "The tiles add up to %(points)s points and %(okeys)s okeys. Correct them, or leave the "
                "points empty."
            )
            params = {"points": counted.points, "okeys": counted.okeys}
            self.add_error("tiles", forms.ValidationError(text, params=params))

    def infractions(self) -> tuple[Infraction, ...]:
        counts = ((code, self.cleaned_data.get(code)) for code in self.codes)
        return tuple(Infraction(code, count) for code, count in counts if count)

    def posted_opening(self) -> Opening | None:
        value = self.cleaned_data.get("opening")
        return Opening(value) if value else None

    def report(self, presumed_opening: Opening | None) -> SeatReport:
        """`presumed_opening` is for seats not asked."""
        opening = self.posted_opening()
        return SeatReport(
            opening or presumed_opening or Opening.NONE,
            self._rack(),
            self.infractions(),
            opening_reported=bool(opening or presumed_opening),
        )

    def _rack(self) -> Rack | None:
        tiles = self.cleaned_data.get("tiles")
        points, okeys = self.cleaned_data.get("points"), self.cleaned_data.get("okeys")
        if tiles:
            return Rack(tiles=tiles)
        return Rack(points or 0, okeys or 0) if points or okeys else None

    @property
    def infraction_fields(self) -> list[dict[str, Any]]:
        """Return code, field, name and description in the page's language, and penalty (`amount`)."""
        language = get_language() or "tr"
        return [
            {
                "code": code,
                "field": self[code],
                "name": INFRACTIONS[code].name.in_language(language),
                "description": INFRACTIONS[code].description.in_language(language),
                "amount": self.amounts[code],
            }
            for code in self.codes
        ]
