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
from scoring.table.forms.okey_task_choices import TaskChoice, deal_seed, drawn_task_code, task_choices
from scoring.table.forms.okey_task_seat import SeatForm

_OFFLINE_HANDS: Final = 12
"""Hands that a phone may enter offline in a row."""
_SEAT_FIELD_BY_PART: Final = {"opening": "opened", "infractions": "jokers", "okeys": "points"}
"""A seat's field for a part of the report, where the names differ."""


class HandForm(EntryForm):
    FIELD_BY_PART = {"finisher": "end", "outcome": "end"}
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
        """Clean a bound form at once; an unbound one starts with the drawn task.

        `initial["seats"]` are the seat forms' initial values.
        """
        initial = dict(initial or {})
        self._seats_before = initial.pop("seats", {})
        super().__init__(data, rules=rules, playing=playing, initial=initial)
        if data is None:
            self.initial.setdefault("task", self.drawn_code)
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
    def tasks(self) -> list[TaskChoice]:
        return task_choices()

    @cached_property
    def seed(self) -> str:
        return self._seed_ahead(0)

    @cached_property
    def drawn_code(self) -> str:
        return drawn_task_code(self.seed)

    @cached_property
    def upcoming_codes(self) -> list[str]:
        """Also the next hands', for an offline phone."""
        return (
            [drawn_task_code(self._seed_ahead(hands_ahead)) for hands_ahead in range(_OFFLINE_HANDS)]
            if self.seed
            else []
        )

    @property
    def asks_jokers(self) -> bool:
        return self.rules.fines(JOKER_EXCHANGED) or self.has_jokers

    @property
    def joker_amount(self) -> int:
        return self.rules.infractions.get(JOKER_EXCHANGED, 0)

    @property
    def has_jokers(self) -> bool:
        return any(part["jokers"].value() not in (None, "", 0, "0") for part in self.seats.values())

    @property
    def has_tiles(self) -> bool:
        return any(part["tiles"].value() for part in self.seats.values())

    @cached_property
    def is_readable(self) -> bool:
        return all([self.is_valid(), *(part.is_valid() for part in self.seats.values())])

    @property
    def asked_seats(self) -> tuple[str, ...]:
        """All seats but the finisher's."""
        if self.posted_end == Outcome.DECK_EXHAUSTED:
            return self.playing
        if self.posted_end not in self.playing:
            return ()
        return tuple(seat for seat in self.playing if seat != self.posted_end)

    @cached_property
    def unanswered_seats(self) -> list[str]:
        return [seat for seat in self.asked_seats if not self.seats[seat].has_rack]

    @cached_property
    def report(self) -> HandReport:
        """Report what is typed so far; without a task, the drawn one, else KUT_3."""
        end, finished = self.posted_end, self.posted_end != Outcome.DECK_EXHAUSTED
        task = Task(self.cleaned_data.get("task") or self.drawn_code or Task.KUT_3)
        opened = Opening.PAIRS if task is Task.CIFT else Opening.SERIES
        return HandReport(
            outcome=Outcome.FINISHED if finished else Outcome.DECK_EXHAUSTED,
            seats={seat: part.report(opened, finished=seat == end) for seat, part in self.seats.items()},
            finisher=(end or None) if finished else None,
            accepted=self.accepted_warnings,
            task=task,
        )

    @cached_property
    def is_valid_hand(self) -> bool:
        """Return whether the hand is readable and complete; if not, add problems to their fields.

        Without an end, add only that.
        """
        report, readable, unanswered = self.report, self.is_readable, self.unanswered_seats
        if readable and self.posted_end and not unanswered:
            return True
        if not self.posted_end:
            self.add_error("end", _("Who finished? Choose a player, or choose that nobody did."))
            return False
        for seat in unanswered:
            self.seats[seat].add_error(
                "points", _("How many points are left here? 0 if there are only jokers.")
            )
        self.add_problems(find_errors(report, self.rules))
        return False

    def locate_problem(self, problem: Problem) -> tuple[forms.Form, str | None]:
        if problem.seat in self.seats:
            form, part = self.seats[problem.seat], field_of(problem)
            field = _SEAT_FIELD_BY_PART.get(part, part)
            return form, field if field in form.fields else None
        return super().locate_problem(problem)

    def _seed_ahead(self, hands_ahead: int) -> str:
        values = self.cleaned_data if self.is_bound else self.initial
        encounter, match, deal = (values.get(name) for name in ("encounter", "match", "deal"))
        return deal_seed(encounter, match, deal + hands_ahead) if deal else ""
