"""Settings of a tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.rulesets import DEFAULT_RULE_SET, PRESETS, RuleSet
from tournaments.domain.plans.setup import (
    ALWAYS_CHANGEABLE,
    LONGEST_PROTEST_MINUTES,
    TournamentSettings,
)
from tournaments.domain.plans.stage_settings import Length, groups_then_knockout
from tournaments.domain.plans.usual_plans import DEFAULT_PLAN, PLANS, PlanChoices, stages_of_plan
from tournaments.enums import Agreement
from tournaments.models.table import MOST_TABLES

from .plans import PlanCard, plan_cards
from .presets import PresetCard, preset_cards
from .stage_fields import BEST_OF_CHOICES, HANDS_CHOICES, MEETINGS_CHOICES, choice

ADVANCE_CHOICES = [(1, _("the first")), (2, _("the first two"))]
AGREEMENT_CHOICES = [
    (Agreement.MATCH, _("each match, when it is over")),
    (Agreement.HAND, _("each hand")),
    (Agreement.NOTHING, _("nothing: what is saved stands")),
]


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SetupForm(forms.Form):
    """What an organizer sets beside the stages; once a draw is made only what no draw rests on."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=120)
    first_day = forms.DateField(label=_("First day"), widget=_day())
    last_day = forms.DateField(label=_("Last day"), widget=_day())
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False, help_text=_("May stay empty."))
    tables = forms.IntegerField(
        label=_("Tables in the room"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("At how many tables you play at once. Each gets its own code."),
    )
    agreement = forms.ChoiceField(
        label=_("Both sides confirm"),
        choices=AGREEMENT_CHOICES,
        help_text=_("Each on its own phone, by the second code of the table. Play goes on meanwhile."),
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes to protest"),
        min_value=0,
        max_value=LONGEST_PROTEST_MINUTES,
        help_text=_("A match that is not confirmed is final so many minutes after its last hand."),
    )

    def __init__(
        self, data: Any = None, *, present: TournamentSettings, drawn: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(data, initial=self.initial_of(present), **kwargs)
        self.present = present
        if drawn:
            for name in self.fields.keys() - set(ALWAYS_CHANGEABLE):
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first."""
        data = super().clean() or self.cleaned_data
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first."))
        return data

    @property
    def settings(self) -> TournamentSettings:
        """The settings as typed, once the form is valid; the stages as they are."""
        return replace(self.present, **{name: self.cleaned_data[name] for name in SetupForm.base_fields})

    @staticmethod
    def initial_of(settings: TournamentSettings) -> dict[str, Any]:
        """What the form shows first."""
        return {name: getattr(settings, name) for name in SetupForm.base_fields}


class NewTournamentForm(SetupForm):
    """The settings of a new tournament, the rules and the plan to start from."""

    rule_set = forms.ChoiceField(
        label=_("Rules to start from"),
        choices=[(preset, preset) for preset in PRESETS],
        initial=DEFAULT_RULE_SET,
        widget=forms.RadioSelect,
    )
    plan = forms.ChoiceField(
        label=_("How you play"),
        choices=[(plan, plan) for plan in PLANS],
        initial=DEFAULT_PLAN,
        widget=forms.RadioSelect,
    )
    best_of = choice(_("An encounter is"), BEST_OF_CHOICES)
    hands = choice(_("Hands in a match"), HANDS_CHOICES)
    knockout_best_of = choice(_("In the elimination an encounter is"), BEST_OF_CHOICES)
    knockout_hands = choice(_("Hands in a match of the elimination"), HANDS_CHOICES)
    advance = choice(_("Who advances from a group"), ADVANCE_CHOICES)
    meetings = choice(_("Everyone meets"), MEETINGS_CHOICES)
    third_place = forms.BooleanField(
        label=_("The losers of the semi-finals play for third place"), required=False
    )
    reset_final = forms.BooleanField(
        label=_("A second final, if whoever had not lost before loses the first"), required=False
    )

    @property
    def presets(self) -> list[PresetCard]:
        """What can be chosen, in the page's language."""
        return preset_cards()

    @property
    def plans(self) -> list[PlanCard]:
        """The plans to choose from, pairs first."""
        return plan_cards()

    @property
    def settings(self) -> TournamentSettings:
        """The settings with the chain of the chosen plan."""
        data = self.cleaned_data
        chosen = PlanChoices(
            rounds=Length(data["best_of"], data["hands"]),
            knockout=Length(data["knockout_best_of"], data["knockout_hands"]),
            advance=data["advance"],
            meetings=data["meetings"],
            third_place=data["third_place"],
            reset_final=data["reset_final"],
        )
        plan = data["plan"]
        return replace(super().settings, stages=stages_of_plan(plan, chosen), kind=PLANS[plan].value)

    @staticmethod
    def initial_of(settings: TournamentSettings) -> dict[str, Any]:
        """What most clubs choose, with the lengths of the first stage."""
        best_of, hands = settings.stages[0].best_of, settings.stages[0].hands
        lengths = {"best_of": best_of, "hands": hands, "knockout_best_of": best_of, "knockout_hands": hands}
        usual = {"advance": 2, "meetings": 1, "third_place": False, "reset_final": True}
        return SetupForm.initial_of(settings) | lengths | usual


def usual_settings(today: date, rules: RuleSet) -> TournamentSettings:
    """What most clubs want: today, matches as long as the rules have them, eight tables, two advance."""
    usual = Length(best_of=rules.best_of, hands=rules.hands_per_match)
    return TournamentSettings(
        name="",
        first_day=today,
        last_day=today,
        venue="",
        tables=8,
        stages=groups_then_knockout(usual, usual),
    )
