"""Why a hand is changed: a tap for the usual ones, words for all others (`scoring/table/_reasons.html`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.enums import Reason
from scoring.models.reasons import joined, with_chosen_read
from tournaments.naming.names import mark

LONGEST_REASON: Final = 200
OTHER: Final = "other"
_OTHER_WORDS: Final = pgettext_lazy("a reason", "Other…")


class ReasonForm(forms.Form):
    """`because` is what was chosen, `reason` what was typed; one is enough, and both are one reason.

    `usual` are the reasons that are offered in the game.
    """

    usual: Sequence[Reason] = (Reason.MISTYPED, Reason.OKEY_FORGOTTEN, Reason.INFRACTION_MISSING)

    because = forms.ChoiceField(choices=[*Reason.choices, (OTHER, _OTHER_WORDS)], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    @property
    def offered(self) -> list[tuple[str, Any]]:
        """What can be chosen, each with its words."""
        return [*((one.value, one.label) for one in self.usual), (OTHER, _OTHER_WORDS)]

    @property
    def reason_given(self) -> str:
        """The reason as it is kept."""
        chosen = self.cleaned_data.get("because", "")
        typed = " ".join(self.cleaned_data.get("reason", "").split())
        return joined(mark(chosen) if chosen in Reason.values else "", typed)

    @property
    def reason_read(self) -> str:
        """The same as it is read."""
        return with_chosen_read(self.reason_given)

    @property
    def reason_problems(self) -> list[str]:
        return [str(said) for name in ("because", "reason") for said in self.errors.get(name, [])]

    @property
    def asks_for_words(self) -> bool:
        """Whether it is words that are missing or wrong, and no choice."""
        return bool(self["reason"].value()) or self["because"].value() == OTHER

    def needs_reason(self, missing: Any, *, before: str = "") -> bool:
        """Whether there is one, after what stands `before` it anyway; where not, its field says so."""
        whole = joined(before, self.reason_given)
        if not self.reason_problems and not whole:
            self.add_error("reason", missing)
        if len(whole) > LONGEST_REASON:
            self.add_error("reason", _("Keep the reason shorter."))
        return not self.reason_problems
