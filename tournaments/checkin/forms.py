from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.checkin.domain.phone_check_in import WINDOW_LEAD_TIME, CheckInWindow
from tournaments.models import CheckIn, Tournament
from tournaments.stages.time_available import USUAL_START
from tournaments.web.date_fields import moment_field
from tournaments.web.guarded_form import GuardedForm

MAX_CODE_LENGTH: Final = 20
CHANGING, FIXED = "changing", "fixed"


class WindowForm(GuardedForm):
    is_open = forms.BooleanField(label=_("People check in with their own phones"), required=False)
    opens_at = moment_field(_("Opens at"), help_text=_("Usually two hours before the first match."))
    closes_at = moment_field(_("Closes at"), required=False, help_text=_("Empty: until the draw."))
    code = forms.ChoiceField(
        label=_("The code of the room"),
        choices=[
            (CHANGING, _("Changes every three minutes, on a screen in the room")),
            (FIXED, _("Stays the same, and can be printed")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, check_in: CheckIn | None) -> None:
        super().__init__(data, initial=_initial(check_in) if check_in else _defaults(tournament))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("It must close after it opens."))
        return data

    @property
    def window(self) -> CheckInWindow:
        return _window(self.cleaned_data)

    @property
    def seen_window(self) -> CheckInWindow:
        """Stored or proposed."""
        return _window(self.initial)


class RoomCodeForm(forms.Form):
    code = forms.CharField(
        label=_("The code from the screen or the poster"),
        max_length=MAX_CODE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )


def _window(values: Mapping[str, Any]) -> CheckInWindow:
    return CheckInWindow(
        values["is_open"], values["opens_at"], values.get("closes_at"), values["code"] == CHANGING
    )


def _initial(check_in: CheckIn) -> dict[str, Any]:
    code = CHANGING if check_in.changing else FIXED
    return {
        "is_open": check_in.is_open,
        "opens_at": check_in.opens_at,
        "closes_at": check_in.closes_at,
        "code": code,
    }


def _defaults(tournament: Tournament) -> dict[str, Any]:
    begins = tournament.begins or USUAL_START
    begins_at = datetime.combine(tournament.first_day, begins, timezone.get_current_timezone())
    return {"is_open": False, "opens_at": begins_at - WINDOW_LEAD_TIME, "code": CHANGING}
