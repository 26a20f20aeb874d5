from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules.hands import Report
from rules.rulesets import RuleSet
from rules.validation import WARNING_CODES, Problem, field_of
from scoring.table.forms.validation import ValidationMessage, validation_messages
from tournaments.small_inputs import MAX_NUMBER

EARLIEST, LATEST = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000 for year in (1900, 2200))
"""Milliseconds. A phone's clock outside this range is ignored: such a time has no hour in the club's zone."""


class EntryForm(forms.Form):
    """`playing` are the table's seats; each game adds fields.

    The hand is `deal` of `match`, or follows the hand with key `after`. `entered_at` is the phone's clock
    in milliseconds since 1970. `end` is the finisher's seat, or how the hand ended without one.
    """

    HAND_ID_FIELDS: ClassVar[Sequence[str]] = (
        "encounter",
        "match",
        "deal",
        "entry_key",
        "after",
        "entered_at",
        "seating",
    )
    FIELD_BY_PART: ClassVar[Mapping[str, str]] = {}
    """The field of a part of the report, where the names differ."""

    encounter = forms.UUIDField(widget=forms.HiddenInput)
    match = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99, required=False)
    deal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_NUMBER, required=False)
    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    entered_at = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seating = forms.CharField(widget=forms.HiddenInput, required=False, max_length=160)
    end = forms.CharField(required=False)
    accepted = forms.MultipleChoiceField(choices=[(code, code) for code in WARNING_CODES], required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        playing: Sequence[str],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), use_required_attribute=False)
        self.rules, self.playing = rules, tuple(playing)

    def hand_id_inputs(self) -> SafeString:
        """Hidden fields that identify the hand; widgets are ten times slower."""
        return format_html_join(
            "",
            '<input type="hidden" name="{}" value="{}">',
            ((name, "" if value is None else value) for name, value in self._hand_id_values()),
        )

    def _hand_id_values(self) -> Iterable[tuple[str, Any]]:
        return ((name, self[name].value()) for name in self.HAND_ID_FIELDS)

    @property
    @abstractmethod
    def report(self) -> Report: ...

    @cached_property
    def is_valid_hand(self) -> bool:
        """Readable and complete; else every problem is on its field."""
        return self.is_readable and not self.unanswered_seats

    @property
    def is_readable(self) -> bool:
        return self.is_valid()

    @property
    def preset_finish(self) -> str:
        return ""

    @property
    def unanswered_seats(self) -> Sequence[str]:
        return ()

    @property
    def key(self) -> str:
        return str(self.cleaned_data["entry_key"])

    @property
    def has_valid_hand_id(self) -> bool:
        """Whether the fields that identify the hand came back intact."""
        if self.errors.keys() & {"encounter", "match", "deal", "entry_key", "after"}:
            return False
        match_and_deal = (self.cleaned_data["match"], self.cleaned_data["deal"])
        return self.previous_entry_key is not None or None not in match_and_deal

    @property
    def previous_entry_key(self) -> str | None:
        return self.cleaned_data.get("after") or None

    @property
    def posted_entered_at(self) -> datetime | None:
        milliseconds = self.cleaned_data.get("entered_at")
        if milliseconds is None or not EARLIEST <= milliseconds <= LATEST:
            return None
        return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)

    @cached_property
    def posted_end(self) -> str:
        return str(self.cleaned_data.get("end") or "")

    @property
    def accepted_warnings(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data.get("accepted", ()))

    @property
    def messages(self) -> list[ValidationMessage]:
        return validation_messages(self.errors)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            form, field = self.locate_problem(problem)
            text = problem.message.in_language(get_language() or "tr")
            form.add_error(field, forms.ValidationError(text, code=problem.code))

    def locate_problem(self, problem: Problem) -> tuple[forms.Form, str | None]:
        part = field_of(problem)
        field = self.FIELD_BY_PART.get(part, part)
        return self, field if field in self.fields else None
