from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.enums import ExtraTime, SlideKind
from scoring.models import ScreenSettings
from scoring.play.round_clock import MAX_ADDED_MINUTES, MAX_ROUND_MINUTES, MAX_TITLE_LENGTH, ClockPlan
from scoring.screen.domain import LONGEST, LONGEST_NOTICE, SHORTEST
from tournaments.web.date_fields import clock_input
from tournaments.web.guarded_form import GuardedForm

MOST_WARNINGS = 6
UP, DOWN = "up", "down"
DEFAULT_NOTICE_DURATION = timedelta(minutes=30)
"""Default duration of a notice."""


class OrderField(forms.MultipleChoiceField):
    ordered = True


class ScreenForm(GuardedForm):
    """The slides; the order is submitted with the form, moved by one place."""

    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds a slide stays"), min_value=SHORTEST, max_value=LONGEST
    )
    kinds = forms.MultipleChoiceField(label=gettext_lazy("Slides"), choices=SlideKind.choices, required=False)
    order = OrderField(label=gettext_lazy("Order"), choices=SlideKind.choices, required=False)

    @staticmethod
    def initial_of(settings: ScreenSettings) -> dict[str, object]:
        order = [kind.value for kind in settings.ordered_kinds]
        return {"seconds": settings.seconds, "kinds": settings.shown_kinds, "order": order}

    def rows(self, settings: ScreenSettings) -> list[tuple[SlideKind, bool]]:
        if not self.is_bound:
            return [(kind, kind.value in settings.kinds) for kind in settings.ordered_kinds]
        typed = [SlideKind(kind) for kind in self["order"].value() if kind in SlideKind.values]
        order = move_slide_kind(list(dict.fromkeys([*typed, *SlideKind])), self.data)
        return [(kind, kind.value in self["kinds"].value()) for kind in order]

    @property
    def kinds_chosen(self) -> list[SlideKind]:
        return [SlideKind(kind) for kind in self.cleaned_data["kinds"]]

    @property
    def order_chosen(self) -> list[SlideKind]:
        order = list(dict.fromkeys([*map(SlideKind, self.cleaned_data["order"]), *SlideKind]))
        return move_slide_kind(order, self.data)


def move_slide_kind(order: list[SlideKind], pressed: Mapping[str, str]) -> list[SlideKind]:
    for direction, step in ((UP, -1), (DOWN, 1)):
        kind = pressed.get(direction, "")
        if kind in SlideKind.values:
            at = order.index(SlideKind(kind))
            to = max(0, min(len(order) - 1, at + step))
            order.insert(to, order.pop(at))
    return order


class NoticeForm(forms.Form):
    text = forms.CharField(label=gettext_lazy("Notice"), max_length=LONGEST_NOTICE)
    until = forms.TimeField(
        label=gettext_lazy("Until"),
        required=False,
        widget=clock_input(),
        help_text=gettext_lazy("Leave empty to show it until you remove it."),
    )

    @classmethod
    def with_default_end(cls, now: datetime) -> NoticeForm:
        usual = now + DEFAULT_NOTICE_DURATION
        full = usual - timedelta(minutes=usual.minute % 5)
        return cls(initial={"until": full.time().replace(second=0, microsecond=0)})

    def ends_at(self, now: datetime) -> datetime | None:
        until: time | None = self.cleaned_data["until"]
        if until is None:
            return None
        today = now.replace(hour=until.hour, minute=until.minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)


class ClockForm(forms.Form):
    title = forms.CharField(label=gettext_lazy("Round"), max_length=MAX_TITLE_LENGTH, required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MAX_ROUND_MINUTES, initial=50
    )
    warnings = forms.CharField(
        label=gettext_lazy("Warnings"),
        required=False,
        initial="10, 5, 1",
        max_length=40,
        help_text=gettext_lazy(
            "Minutes before the end, separated by commas. The screen plays a sound each time."
        ),
    )
    extra = forms.ChoiceField(
        label=gettext_lazy("When time is up"), choices=ExtraTime.choices, initial=ExtraTime.COUNTS
    )
    extra_amount = forms.IntegerField(
        label=gettext_lazy("How many extra minutes or hands"),
        min_value=0,
        max_value=MAX_ROUND_MINUTES,
        initial=1,
        required=False,
        help_text=gettext_lazy("Only for extra minutes or hands."),
    )

    def clean_warnings(self) -> list[int]:
        typed = [part for part in re.split(r"[\s,;]+", self.cleaned_data["warnings"]) if part]
        if len(typed) > MOST_WARNINGS or not all(part.isdecimal() and len(part) < 4 for part in typed):  # noqa: PLR2004 - minutes
            raise ValidationError(
                _("Write minutes, for example “10, 5, 1”; at most %(most)s.") % {"most": MOST_WARNINGS}
            )
        return [int(part) for part in typed]

    @property
    def plan(self) -> ClockPlan:
        typed = self.cleaned_data
        return ClockPlan(
            title=typed["title"],
            minutes=typed["minutes"],
            warnings=typed["warnings"],
            extra=ExtraTime(typed["extra"]),
            extra_amount=(typed["extra_amount"] or 0) if typed["extra"] != ExtraTime.COUNTS else 0,
        )


class AddTimeForm(forms.Form):
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=-MAX_ADDED_MINUTES, max_value=MAX_ADDED_MINUTES
    )

    @property
    def added_minutes(self) -> int:
        typed: int = self.cleaned_data["minutes"]
        return typed
