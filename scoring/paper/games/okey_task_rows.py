from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from rules.games.okey_task.rulesets import RuleSet
from rules.seats import seating
from scoring.paper import domain
from scoring.paper.games import okey_task_notation
from scoring.paper.games.typed_row import SheetPlace, SheetRow
from scoring.table.forms.okey_task_hand import HandForm
from scoring.table.forms.validation import messages_by_field

PARTS: Final = ("opened", "points", "jokers")


class OkeyTaskRow(SheetRow):
    UNREADABLE_HINTS = {
        "task": _("Write a task of the list: K3, S4, 2K3, K3S3."),
        "end": _("Write the finisher's number, 1 to 4, or D."),
        "opened": _("Write O if the player opened, else nothing."),
    }

    @classmethod
    def fields(cls, place: SheetPlace) -> Sequence[str]:
        return ("task", "end", *(f"{seat}-{part}" for seat in place.seats for part in PARTS))

    @property
    def rules(self) -> RuleSet:
        assert isinstance(self.place.rules, RuleSet)
        return self.place.rules

    @cached_property
    def hand(self) -> HandForm:
        task = self.parse_field("task", okey_task_notation.read_task, None)
        fields: dict[str, Any] = {
            "task": task.value if task else "",
            "end": self.parse_field("end", self._parse_end, ""),
        }
        for seat in self.place.seats:
            fields |= self._seat_data(seat)
        return HandForm(self.base_data | fields, rules=self.rules, playing=seating(self.place.seats))

    def gather(self) -> None:
        for name, problems in messages_by_field(self.hand.errors):
            self.set_errors(name if name in ("task", "end") else "", problems)
        for seat, form in self.hand.seats.items():
            for name, problems in messages_by_field(form.errors):
                self.set_errors(f"{seat}-{name if name in PARTS else 'points'}", problems)

    def neutral_mark(self, name: str) -> str:
        """Return the spelling of a box in which typings are compared.

        Malformed numbers stay as typed; raises Unreadable for other unreadable boxes.
        """
        typed = self.values[name]
        match name.rpartition("-")[2]:
            case "task":
                return okey_task_notation.task_mark(okey_task_notation.read_task(typed))
            case "end":
                return domain.end_mark(self._parse_end(typed), self.place.seats)
            case "opened":
                return okey_task_notation.opened_mark(okey_task_notation.read_opened(typed))
            case "jokers" if typed.isdecimal():
                return okey_task_notation.jokers_mark(int(typed))
        return str(int(typed)) if typed.isdecimal() else typed

    def _seat_data(self, seat: str) -> dict[str, Any]:
        opened = self.parse_field(f"{seat}-opened", okey_task_notation.read_opened, False)
        return {
            f"{seat}-opened": "on" if opened else "",
            f"{seat}-points": self.values[f"{seat}-points"],
            f"{seat}-jokers": self.values[f"{seat}-jokers"],
        }

    def _parse_end(self, typed: str) -> str:
        return domain.read_end(typed, self.place.seats)
