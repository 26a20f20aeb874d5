from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.enums import CorrectionReason
from scoring.models.reasons import join_reason, with_reason_texts
from tournaments.naming.names import placeholder

LONGEST_REASON: Final = 200
OTHER: Final = "other"
_OTHER_LABEL: Final = pgettext_lazy("a reason", "Other…")


class ReasonForm(forms.Form):
    """`because` is chosen from `usual`, `reason` typed; both are joined."""

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
    def posted_reason(self) -> str:
        chosen = self.cleaned_data.get("because", "")
        typed = " ".join(self.cleaned_data.get("reason", "").split())
        return join_reason(placeholder(chosen) if chosen in CorrectionReason.values else "", typed)

    @property
    def readable_reason(self) -> str:
        return with_reason_texts(self.posted_reason)

    @property
    def reason_errors(self) -> list[str]:
        return [str(error) for name in ("because", "reason") for error in self.errors.get(name, [])]

    @property
    def asks_for_free_text(self) -> bool:
        return bool(self["reason"].value()) or self["because"].value() == OTHER

    def require_reason(self, missing_message: Any, *, before: str = "") -> bool:
        """Whether there is a reason, with `before`; else add an error."""
        reason = join_reason(before, self.posted_reason)
        if not self.reason_errors and not reason:
            self.add_error("reason", missing_message)
        if len(reason) > LONGEST_REASON:
            self.add_error("reason", _("Shorten the reason."))
        return not self.reason_errors
