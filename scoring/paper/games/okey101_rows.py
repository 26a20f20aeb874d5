from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from rules.games.okey101.rulesets import RuleSet
from rules.seats import seating
from scoring.paper.games import okey101_notation
from scoring.paper.games.typed_row import SheetPlace, SheetRow
from scoring.table.forms.okey101_choices import finish_name
from scoring.table.forms.okey101_hand import HandForm
from scoring.table.forms.validation import messages_by_field

PARTS: Final = ("opening", "points", "okeys", "fouls")


class Okey101Row(SheetRow):
    UNREADABLE_HINTS = {
        "end": _("Write the finisher's number, 1 to 4, or D or P."),
        "finish": _("These letters are not a type of finish."),
        "opening": _("Write –, S or P."),
        "fouls": _("Write the letters of the list, each with how often if more than once: a b2."),
    }

    @classmethod
    def fields(cls, place: SheetPlace) -> Sequence[str]:
        seat_fields = (f"{seat}-{part}" for seat in place.seats for part in PARTS)
        return ("end", "finish", *seat_fields, "indicator")

    @property
    def rules(self) -> RuleSet:
        assert isinstance(self.place.rules, RuleSet)
        return self.place.rules

    @cached_property
    def hand(self) -> HandForm:
        return HandForm(self._hand_data(), rules=self.rules, playing=seating(self.place.seats))

    def gather(self) -> None:
        for name, problems in messages_by_field(self.hand.errors):
            self.set_errors(name if name in ("end", "finish", "indicator") else "", problems)
        for seat, form in self.hand.seats.items():
            for name, problems in messages_by_field(form.errors):
                part = name if name in PARTS else "fouls"
                self.set_errors(f"{seat}-{part}", problems)

    def neutral_mark(self, name: str) -> str:
        """Return the spelling of a box in which typings are compared.

        Indicators and malformed numbers stay as typed; raises Unreadable for other unreadable boxes.
        """
        typed = self.values[name]
        match name.rpartition("-")[2]:
            case "end":
                return okey101_notation.end_mark(self._parse_end(typed), self.place.seats)
            case "finish":
                finish, pairs = okey101_notation.read_finish(typed)
                return okey101_notation.finish_mark(finish, pairs=pairs)
            case "opening":
                return okey101_notation.opening_mark(okey101_notation.read_opening(typed))
            case "fouls":
                return okey101_notation.fouls_mark(okey101_notation.read_fouls(typed))
        return str(int(typed)) if typed.isdecimal() else typed

    def _hand_data(self) -> dict[str, Any]:
        """Return the hand's form data; unreadable boxes are blank and get an error.

        A finisher with pairs has opened with pairs; series are an error.
        """
        end = self.parse_field("end", self._parse_end, "")
        finish, with_pairs = self.parse_field("finish", okey101_notation.read_finish, (None, False))
        data: dict[str, Any] = self.base_data | {
            "end": end,
            "finish": finish_name(finish) if finish else "",
            "indicator": self.values["indicator"],
        }
        for seat in self.place.seats:
            data |= self._seat_data(seat)
        if with_pairs and end in self.place.seats:
            self._finished_with_pairs(data, end)
        return data

    def _parse_end(self, typed: str) -> str:
        return okey101_notation.read_end(typed, self.place.seats)

    def _seat_data(self, seat: str) -> dict[str, Any]:
        """Return the seat's form data; unreadable boxes and unknown infractions get an error."""
        opening = self.parse_field(f"{seat}-opening", okey101_notation.read_opening, None)
        fouls = self.parse_field(f"{seat}-fouls", okey101_notation.read_fouls, {})
        unknown = [code for code in fouls if code not in self.rules.infractions]
        if unknown:
            self.add_error(str(_("This tournament's rules don't have this infraction.")), f"{seat}-fouls")
        data: dict[str, Any] = {f"{seat}-{code}": str(count) for code, count in fouls.items()}
        return data | {
            f"{seat}-opening": opening.value if opening else "",
            f"{seat}-points": self.values[f"{seat}-points"],
            f"{seat}-okeys": self.values[f"{seat}-okeys"],
        }

    def _finished_with_pairs(self, data: dict[str, Any], end: str) -> None:
        if data[f"{end}-opening"] == "series":
            self.add_error(
                str(_("A player who finished with pairs can't have opened with series.")), f"{end}-opening"
            )
        data[f"{end}-opening"] = "pairs"
