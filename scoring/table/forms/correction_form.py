from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.later_play import later_play_field
from scoring.table.forms.reason_choice import ReasonForm
from scoring.table.forms.validation import ValidationMessage, messages_by_field
from tournaments.parsing import MAX_NUMBER


class Correction(ReasonForm, EntryForm):
    """`later` is the organizer's decision on later play that depends on the old version."""

    PLACE = (*EntryForm.PLACE, "version")
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_NUMBER)
    later = later_play_field()

    @property
    def names_its_hand(self) -> bool:
        return super().names_its_hand and "version" not in self.errors

    @property
    def messages(self) -> list[ValidationMessage]:
        by_field = messages_by_field(self.errors)
        return [
            message
            for name, field_messages in by_field
            if name not in ("because", "reason")
            for message in field_messages
        ]

    def gives_reason(self, *, before: str = "") -> bool:
        missing_message = _("Not saved yet: a correction needs a reason. Choose one, or write a few words.")
        return self.needs_reason(missing_message, before=before)
