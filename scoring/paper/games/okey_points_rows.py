from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from django.utils.translation import gettext_lazy as _

from rules.games.okey_points.reports import Finish
from rules.games.okey_points.rulesets import RuleSet
from rules.hands import LastTile, Outcome
from rules.seats import seating
from scoring.paper import domain
from scoring.paper.games import okey_points_notation
from scoring.paper.games.typed_row import SheetPlace, SheetRow
from scoring.table.forms.okey_points_hand import HandForm
from scoring.table.forms.validation import messages_by_field

FIELDS: Final = ("shown", "end", "finish")


class OkeyPointsRow(SheetRow):
    UNREADABLE_HINTS = {
        "shown": _("Write the player's number, 1 to 4, or nothing."),
        "end": _("Write the finisher's number, 1 to 4, or D."),
        "finish": _("These letters are not a type of finish."),
    }

    @classmethod
    def fields(cls, place: SheetPlace) -> Sequence[str]:
        return FIELDS

    @property
    def rules(self) -> RuleSet:
        assert isinstance(self.place.rules, RuleSet)
        return self.place.rules

    @cached_property
    def hand(self) -> HandForm:
        """Return the hand form; unreadable boxes are left at defaults and, like contradictions, reported."""
        end = self.parse_field("end", self._parse_end, "")
        finish = self.parse_field("finish", okey_points_notation.read_finish, Finish())
        self._doubt(end, finish)
        fields = {
            "shown": self.parse_field("shown", self._parse_player, ""),
            "end": end,
            "hand": finish.hand.value,
            "okey": finish.last_tile is LastTile.OKEY,
            "one_colour": finish.one_colour,
        }
        return HandForm(self.base_data | fields, rules=self.rules, playing=seating(self.place.seats))

    def gather(self) -> None:
        for name, problems in messages_by_field(self.hand.errors):
            self.set_errors({"end": "end", "shown": "shown", "hand": "finish"}.get(name, ""), problems)

    def neutral_mark(self, name: str) -> str:
        typed = self.values[name]
        match name:
            case "shown":
                return domain.player_mark(self._parse_player(typed), self.place.seats)
            case "end":
                return domain.end_mark(self._parse_end(typed), self.place.seats)
        return okey_points_notation.finish_mark(okey_points_notation.read_finish(typed))

    def _doubt(self, end: str, finish: Finish) -> None:
        if end == Outcome.DECK_EXHAUSTED and finish != Finish():
            self.add_error(str(_("Nobody finished: leave “how” empty.")), "finish")
        if finish.one_colour and not HandForm(rules=self.rules).asks_one_colour:
            self.add_error(str(_("One colour has no extra price in this tournament: leave out T.")), "finish")

    def _parse_player(self, typed: str) -> str:
        return domain.read_player(typed, self.place.seats)

    def _parse_end(self, typed: str) -> str:
        return domain.read_end(typed, self.place.seats)
