"""The form of a hand of whatever game: which hand it is, and what the rules say of what was typed."""

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
from rules.validation import WARNING_CODES, Problem, concerns
from scoring.table.forms.validation import Objection, objections
from tournaments.parsing import HIGHEST

EARLIEST, LATEST = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000 for year in (1900, 2200))
"""Milliseconds. What a phone's clock says beyond is no time, and has no hour in the club's zone."""


class EntryForm(forms.Form):
    """A hand as it is entered at the table, or read back for a correction; what is told of it, its game adds.

    Its deal is `deal` of `match`, or the one that follows the hand whose key is `after`. `entered_at` is what
    the phone's clock said, in milliseconds since 1970. `playing` are the seats of the table. `end` is the one
    that finished, or how the hand ended without a finisher. Problems of the rules are put on the fields they
    concern, so that all of them are seen at once.
    """

    PLACE: ClassVar[Sequence[str]] = (
        "encounter",
        "match",
        "deal",
        "entry_key",
        "after",
        "entered_at",
        "seating",
    )
    ASKED_AT: ClassVar[Mapping[str, str]] = {}
    """The field at which a part of the report is asked, where they are called otherwise."""

    encounter = forms.UUIDField(widget=forms.HiddenInput)
    match = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99, required=False)
    deal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST, required=False)
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

    def place(self) -> SafeString:
        """The fields that nobody types: which hand it is. A field's own widget takes ten times as long."""
        return format_html_join(
            "",
            '<input type="hidden" name="{}" value="{}">',
            ((name, "" if told is None else told) for name, told in self._told_of_place()),
        )

    def _told_of_place(self) -> Iterable[tuple[str, Any]]:
        return ((name, self[name].value()) for name in self.PLACE)

    @property
    @abstractmethod
    def report(self) -> Report:
        """What was typed, as the rules read it; unreadable fields are left out."""

    @cached_property
    def sound(self) -> bool:
        """Whether the hand can be read and is told to its end: the ledger judges the rest.

        Where it can't, every problem is put on its field, those of the rules too.
        """
        return self.readable and not self.unanswered

    @property
    def readable(self) -> bool:
        """Whether everything typed has the shape of a hand; the rules judge the rest."""
        return self.is_valid()

    @property
    def preset_finish(self) -> str:
        """The name of the preset finish, where nobody chose another: no line of a score tells it."""
        return ""

    @property
    def unanswered(self) -> Sequence[str]:
        """The seats that are asked and that have not told yet."""
        return ()

    @property
    def key(self) -> str:
        return str(self.cleaned_data["entry_key"])

    @property
    def names_its_hand(self) -> bool:
        """Whether encounter, deal and key, which nobody types, came back as they were sent."""
        if self.errors.keys() & {"encounter", "match", "deal", "entry_key", "after"}:
            return False
        told = (self.cleaned_data["match"], self.cleaned_data["deal"])
        return self.entered_after is not None or None not in told

    @property
    def entered_after(self) -> str | None:
        """The key of the hand that this one was entered after."""
        return self.cleaned_data.get("after") or None

    @property
    def entered_at_given(self) -> datetime | None:
        """When the hand was entered by the phone's clock; None where that is no time at all."""
        given = self.cleaned_data.get("entered_at")
        if given is None or not EARLIEST <= given <= LATEST:
            return None
        return datetime.fromtimestamp(given / 1000, tz=UTC)

    @cached_property
    def end_given(self) -> str:
        return str(self.cleaned_data.get("end") or "")

    @property
    def accepted_given(self) -> tuple[str, ...]:
        """The doubts of which the keeper said that it was so."""
        return tuple(self.cleaned_data.get("accepted", ()))

    @property
    def messages(self) -> list[Objection]:
        """What is wrong with the hand as a whole, whatever field of it that stands at."""
        return objections(self.errors)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Put problems of the rules on the fields they concern, in the page's language."""
        for problem in problems:
            form, field = self.place_of(problem)
            words = problem.message.in_language(get_language() or "tr")
            form.add_error(field, forms.ValidationError(words, code=problem.code))

    def place_of(self, problem: Problem) -> tuple[forms.Form, str | None]:
        """The form and the field that a problem concerns; no field is the hand as a whole."""
        part = concerns(problem)
        field = self.ASKED_AT.get(part, part)
        return self, field if field in self.fields else None
