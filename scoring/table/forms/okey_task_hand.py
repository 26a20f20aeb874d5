from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.problems import find_errors
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import Task
from rules.hands import Opening, Outcome
from rules.seats import SEATS_PAIRS
from rules.validation import Problem, field_of
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.okey_task_choices import Choice, drawn_by_phone, seed_of, task_choices
from scoring.table.forms.okey_task_seat import SeatForm

_AHEAD: Final = 12
"""Hands that a phone may enter offline in a row."""
_OF_SEAT: Final = {"opening": "opened", "infractions": "jokers", "okeys": "points"}
"""A seat's field for a part of the report, where the names differ."""


class HandForm(EntryForm):
    ASKED_AT = {"finisher": "end", "outcome": "end"}
    rules: RuleSet
    task = forms.ChoiceField(
        choices=[(task.value, task.value) for task in Task],
        error_messages={"required": _("Which task was it? Choose one.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        playing: Sequence[str] = SEATS_PAIRS,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        initial = dict(initial or {})
        self._seats_before = initial.pop("seats", {})
        super().__init__(data, rules=rules, playing=playing, initial=initial)
        if data is None:
            self.initial.setdefault("task", self.drawn)
        if data is not None:
            for form in (self, *self.seats.values()):
                form.full_clean()

    @cached_property
    def seats(self) -> dict[str, SeatForm]:
        data, before = self.data if self.is_bound else None, self._seats_before
        return {
            seat: SeatForm(data, seat=seat, initial={"jokers": 0} | before.get(seat, {}))
            for seat in self.playing
        }

    @property
    def tasks(self) -> list[Choice]:
        return task_choices()

    @cached_property
    def seed(self) -> str:
        return self._seed(0)

    @cached_property
    def drawn(self) -> str:
        return drawn_by_phone(self.seed)

    @cached_property
    def drawn_ahead(self) -> list[str]:
        """The tasks of this hand and the next ones, for a phone that goes offline."""
        return [drawn_by_phone(self._seed(hands_ahead)) for hands_ahead in range(_AHEAD)] if self.seed else []

    @property
    def asks_jokers(self) -> bool:
        return self.rules.fines(JOKER_EXCHANGED) or self.tells_jokers

    @property
    def joker_amount(self) -> int:
        return self.rules.infractions.get(JOKER_EXCHANGED, 0)

    @property
    def tells_jokers(self) -> bool:
        return any(part["jokers"].value() not in (None, "", 0, "0") for part in self.seats.values())

    @property
    def tells_tiles(self) -> bool:
        return any(part["tiles"].value() for part in self.seats.values())

    @cached_property
    def readable(self) -> bool:
        return all([self.is_valid(), *(part.is_valid() for part in self.seats.values())])

    @property
    def asked(self) -> tuple[str, ...]:
        """All seats but the finisher's."""
        if self.end_given == Outcome.DECK_EXHAUSTED:
            return self.playing
        if self.end_given not in self.playing:
            return ()
        return tuple(seat for seat in self.playing if seat != self.end_given)

    @cached_property
    def unanswered(self) -> list[str]:
        return [seat for seat in self.asked if not self.seats[seat].tells_rack]

    @cached_property
    def report(self) -> HandReport:
        end, finished = self.end_given, self.end_given != Outcome.DECK_EXHAUSTED
        task = Task(self.cleaned_data.get("task") or self.drawn or Task.KUT_3)
        opened = Opening.PAIRS if task is Task.CIFT else Opening.SERIES
        return HandReport(
            outcome=Outcome.FINISHED if finished else Outcome.DECK_EXHAUSTED,
            seats={seat: part.report(opened, finished=seat == end) for seat, part in self.seats.items()},
            finisher=(end or None) if finished else None,
            accepted=self.accepted_given,
            task=task,
        )

    @cached_property
    def sound(self) -> bool:
        report, readable, unanswered = self.report, self.readable, self.unanswered
        if readable and self.end_given and not unanswered:
            return True
        if not self.end_given:
            self.add_error("end", _("Who finished? Choose a player, or choose that nobody did."))
            return False
        for seat in unanswered:
            self.seats[seat].add_error(
                "points", _("How many points are left here? 0 if there are only jokers.")
            )
        self.add_problems(find_errors(report, self.rules))
        return False

    def place_of(self, problem: Problem) -> tuple[forms.Form, str | None]:
        if problem.seat in self.seats:
            form, part = self.seats[problem.seat], field_of(problem)
            field = _OF_SEAT.get(part, part)
            return form, field if field in form.fields else None
        return super().place_of(problem)

    def _seed(self, hands_ahead: int) -> str:
        values = self.cleaned_data if self.is_bound else self.initial
        encounter, match, deal = (values.get(name) for name in ("encounter", "match", "deal"))
        return seed_of(encounter, match, deal + hands_ahead) if deal else ""
