"""What is asked about tiles: in an address, so that it can be linked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from rules.games.game import Game
from rules.meld_faults import Fault, FaultCode
from rules.rack_input import RackError, find_rack_errors
from rules.strict_json import quote_names
from rules.tiles import is_tile, parse_indicator

LONGEST_TEXT: Final = 200
"""Of all tiles that a player has, with what separates them."""
RACK: Final = "rack"
"""The question that isn't about melds."""


@dataclass(frozen=True)
class TileQuestion:
    """Tiles that can be in one hand; a group may be empty. `answers` are those of the game's own fields."""

    ask: str
    indicator: str
    groups: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    answers: Mapping[str, Any]

    @property
    def laid(self) -> tuple[tuple[str, ...], ...]:
        return tuple(filter(None, self.groups))

    @property
    def is_empty(self) -> bool:
        return not (self.rack if self.ask == RACK else self.laid)


class TileQuestionForm(forms.Form):
    """Codes are separated by spaces, melds by commas."""

    ask = forms.ChoiceField(required=False, label=_("What do you want to know?"))
    indicator = forms.CharField(required=False, max_length=3, label=_("Indicator"))
    melds = forms.CharField(required=False, max_length=LONGEST_TEXT, label=_("Melds laid"))
    rack = forms.CharField(required=False, max_length=LONGEST_TEXT, label=_("Tiles on the rack"))
    own_fields: ClassVar[Sequence[str]] = ()

    def __init__(self, data: Mapping[str, Any], *, game: Game[Any, Any], most: int) -> None:
        super().__init__(data)
        self.game, self.most = game, most
        self.fields["ask"].choices = [(code, code) for code in game.tile_questions]  # type: ignore[attr-defined]

    @property
    def asked(self) -> str:
        """The first question by default."""
        ask = self["ask"].value()
        return ask if ask in self.game.tile_questions else next(iter(self.game.tile_questions))

    def clean_indicator(self) -> str:
        code: str = self.cleaned_data["indicator"].lower()
        if not self.game.turns_indicator:
            return ""
        if code and not parse_indicator(code):
            raise forms.ValidationError(
                gettext("This must be a tile with a number, such as b5."), code="no_indicator"
            )
        return code

    def clean_melds(self) -> tuple[tuple[str, ...], ...]:
        groups = tuple(tuple(group.split()) for group in self.cleaned_data["melds"].lower().split(","))
        self._check_tiles([code for group in groups for code in group])
        return groups

    def clean_rack(self) -> tuple[str, ...]:
        codes = tuple(self.cleaned_data["rack"].lower().replace(",", " ").split())
        self._check_tiles(codes)
        return codes

    def _check_tiles(self, codes: Sequence[str]) -> None:
        unknown = next((code for code in codes if not is_tile(code)), None)
        if unknown is not None:
            raise forms.ValidationError(_unknown_tile(unknown), code=FaultCode.UNKNOWN_TILE)
        indicator = self.cleaned_data.get("indicator") or None
        for error in find_rack_errors(tuple(codes), indicator, self.most) if codes else ():
            raise forms.ValidationError(self._tile_error(error), code=error)

    def _tile_error(self, error: RackError) -> str:
        if error is RackError.TOO_MANY_TILES:
            return gettext("At most %(most)s tiles.") % {"most": self.most}
        return gettext("Each tile exists twice, counting the indicator.")

    @property
    def question(self) -> TileQuestion:
        """Of a valid form."""
        cleaned = self.cleaned_data
        answers = {name: cleaned[name] for name in self.own_fields}
        return TileQuestion(self.asked, cleaned["indicator"], cleaned["melds"], cleaned["rack"], answers)


def _unknown_tile(code: str) -> str:
    fault = Fault(FaultCode.UNKNOWN_TILE, unknown_code=quote_names([code]))
    return fault.words.in_language(get_language() or "tr")
