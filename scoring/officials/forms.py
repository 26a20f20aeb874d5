from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.hands import Report
from rules.localized_text import Text
from rules.reports import MOST_INFRACTIONS
from rules.rulings import MOST_POINTS
from scoring.enums import CorrectionReason
from scoring.officials.domain.rulings import AddedInfraction, FixedPoints, Replay, Ruling
from scoring.officials.domain.stage_rounds import RoundCounts
from scoring.table.forms.later_play import later_play_field
from scoring.table.forms.reason_choice import ReasonForm
from tournaments.small_inputs import MAX_NUMBER
from tournaments.web.guarded_form import GuardedForm


class AnswerForm(forms.Form):
    answer = forms.CharField(
        max_length=300,
        label=_("Answer"),
        help_text=_("The table and the organizers can read it."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": 300}),
        error_messages={"required": _("Write down your answer: both sides can read it later.")},
    )


class StageRoundsForm(GuardedForm):
    last_round = forms.TypedChoiceField(label=_("Ends after"), coerce=int)

    def __init__(self, counts: RoundCounts, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"last_round": counts.present})
        self.fields["last_round"].choices = [  # type: ignore[attr-defined]
            (number, self._label(number, counts.present)) for number in counts.choices
        ]

    @staticmethod
    def _label(number: int, present: int) -> str:
        label = _("round %(round)s (as now)") if number == present else _("round %(round)s")
        return label % {"round": number}


FIXED, REPLAY, INFRACTION = "fixed", "replay", "infraction"
KINDS: tuple[tuple[str, str | Promise], ...] = (
    (FIXED, _("Fixed points")),
    (REPLAY, _("The hand is replayed")),
    (INFRACTION, _("An infraction is added")),
)

_OUT_OF_RANGE = _("Between −%(most)s and %(most)s.")


def kinds_for(version: int, *, takes_infraction: bool) -> list[str]:
    if not version:
        return [FIXED]
    return [FIXED, REPLAY, INFRACTION] if takes_infraction else [FIXED, REPLAY]


class RulingForm(ReasonForm):
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    call = forms.UUIDField(widget=forms.HiddenInput, required=False)
    kind = forms.ChoiceField(error_messages={"required": _("Choose a ruling.")})
    seat = forms.ChoiceField(
        required=False, label=_("Who committed it?"), widget=forms.Select(attrs={"translate": "no"})
    )
    code = forms.ChoiceField(required=False, label=_("Infraction"))
    count = forms.IntegerField(required=False, min_value=1, max_value=MOST_INFRACTIONS, label=_("How often"))
    later = later_play_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        kinds: Sequence[str],
        names: Mapping[str, str],
        charged: Mapping[str, str],
        infractions: Mapping[str, Text],
        usual: Sequence[CorrectionReason],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Names by seat, `charged` by seat or side, `infractions` by code; `usual` are offered."""
        super().__init__(data, initial=dict(initial or {}), use_required_attribute=False)
        self.charged, self.by_side, self.usual = tuple(charged), len(charged) < len(names), usual
        language = get_language() or "tr"
        codes = [(code, name.in_language(language)) for code, name in infractions.items()]
        blank = [("", "—")]
        self._choices("kind", [kind for kind in KINDS if kind[0] in kinds])
        self._choices("seat", blank + list(names.items()))
        self._choices("code", blank + codes)
        for charged_code, name in charged.items():
            self.fields[f"fixed-{charged_code}"] = forms.IntegerField(
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                label=name,
                error_messages={
                    "invalid": _("Enter a whole number."),
                    "min_value": _OUT_OF_RANGE % {"most": MOST_POINTS},
                    "max_value": _OUT_OF_RANGE % {"most": MOST_POINTS},
                },
            )

    def _choices(self, name: str, choices: Sequence[tuple[str, str | Promise]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require reason and the kind's fields; drop errors in fields of other kinds."""
        cleaned: dict[str, Any] = self.cleaned_data
        self.require_reason(_("A ruling needs a reason. Everyone sees it next to the hand."))
        kind = cleaned.get("kind")
        if kind == FIXED:
            self._require_fields(self.missing_points_message, *self.point_names)
        if kind == INFRACTION:
            self._require_fields(_("Choose the player."), "seat")
            self._require_fields(_("Choose the infraction."), "code")
        for name in [*self.point_names, "seat", "code", "count"]:
            if name not in self._relevant_fields(kind):
                self.errors.pop(name, None)
        return cleaned

    @property
    def point_names(self) -> list[str]:
        return [f"fixed-{code}" for code in self.charged]

    @property
    def points(self) -> list[forms.BoundField]:
        return [self[name] for name in self.point_names]

    @property
    def has_point_errors(self) -> bool:
        return any(self.errors.get(name) for name in self.point_names)

    @property
    def missing_points_message(self) -> str | Promise:
        if self.by_side:
            return _("Enter points for every side, even if they are 0.")
        return _("Enter points for every player, even if they are 0.")

    def ruling(self, report: Report | None) -> Ruling:
        cleaned = self.cleaned_data
        match cleaned["kind"]:
            case "replay":
                return Replay()
            case "infraction":
                return AddedInfraction(cleaned["seat"], cleaned["code"], cleaned.get("count") or 1)
        return FixedPoints({code: cleaned[f"fixed-{code}"] for code in self.charged}, report)

    def _require_fields(self, message: Any, *names: str) -> None:
        for name in names:
            if self.cleaned_data.get(name) in (None, "") and not self.errors.get(name):
                self.add_error(name, forms.ValidationError(message))

    def _relevant_fields(self, kind: str | None) -> list[str]:
        return {FIXED: self.point_names, INFRACTION: ["seat", "code", "count"]}.get(kind or "", [])
