from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import pgettext_lazy

from scoring.enums import CorrectionReason
from scoring.models.reasons import word_reason

LONGEST_REASON: Final = 200
OTHER: Final = "other"
_OTHER_LABEL: Final = pgettext_lazy("a reason", "Other…")


class ReasonForm(forms.Form):
    """`because` is chosen from `usual`, `reason` typed."""

    usual: Sequence[CorrectionReason] = (
        CorrectionReason.MISTYPED,
        CorrectionReason.OKEY_FORGOTTEN,
        CorrectionReason.INFRACTION_MISSING,
    )

    because = forms.ChoiceField(choices=[*CorrectionReason.choices, (OTHER, _OTHER_LABEL)], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    @property
    def reason_choices(self) -> list[tuple[str, Any]]:
        return [*((reason.value, reason.label) for reason in self.usual), (OTHER, _OTHER_LABEL)]

    @property
    def reason_codes(self) -> list[str]:
        chosen = self.cleaned_data.get("because", "")
        return [chosen] if chosen in CorrectionReason.values else []

    @property
    def typed_reason(self) -> str:
        return " ".join(self.cleaned_data.get("reason", "").split())

    @property
    def readable_reason(self) -> str:
        return word_reason(self.reason_codes, self.typed_reason)

    @property
    def reason_errors(self) -> list[str]:
        return [str(error) for name in ("because", "reason") for error in self.errors.get(name, [])]

    @property
    def asks_for_free_text(self) -> bool:
        return bool(self["reason"].value()) or self["because"].value() == OTHER

    def require_reason(self, missing_message: Any) -> bool:
        """Whether there is a reason; else add an error."""
        if not (self.reason_errors or self.reason_codes or self.typed_reason):
            self.add_error("reason", missing_message)
        return not self.reason_errors
