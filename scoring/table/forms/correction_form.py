from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.later_play import later_play_field
from scoring.table.forms.reason_choice import ReasonForm
from scoring.table.forms.validation import ValidationMessage, messages_by_field
from tournaments.small_inputs import MAX_NUMBER


class BaseCorrectionForm(ReasonForm, EntryForm):
    """`later` is the organizer's decision on later play that depends on the old version."""

    HAND_ID_FIELDS = (*EntryForm.HAND_ID_FIELDS, "version")
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_NUMBER)
    later = later_play_field()

    @property
    def has_valid_hand_id(self) -> bool:
        return super().has_valid_hand_id and "version" not in self.errors

    @property
    def messages(self) -> list[ValidationMessage]:
        by_field = messages_by_field(self.errors)
        return [
            message
            for name, field_messages in by_field
            if name not in ("because", "reason")
            for message in field_messages
        ]

    def validate_reason(self) -> bool:
        return self.require_reason(
            _("Not saved yet: a correction needs a reason. Choose one, or write a few words.")
        )
