"""Settings of a tournament."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.rulesets import DEFAULT_RULE_SET, PRESETS, RuleSet
from tournaments.domain.setup import (
    ADVANCE,
    ALWAYS_CHANGEABLE,
    BEST_OF,
    HANDS,
    LONGEST_PROTEST_MINUTES,
    MOST_TABLES,
    StageSettings,
    TournamentSettings,
)
from tournaments.enums import Agreement

from .presets import PresetCard, preset_cards

_BEST_OF_NAMES = {1: _("a single match"), 3: _("best of 3 matches"), 5: _("best of 5 matches")}
BEST_OF_CHOICES = [(number, _BEST_OF_NAMES[number]) for number in BEST_OF]
HANDS_CHOICES = [(number, str(number)) for number in HANDS]
ADVANCE_CHOICES = [(number, {1: _("the first"), 2: _("the first two")}[number]) for number in ADVANCE]
AGREEMENT_CHOICES = [
    (Agreement.MATCH, _("each match, when it is over")),
    (Agreement.HAND, _("each hand")),
    (Agreement.NOTHING, _("nothing: what is saved stands")),
]


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _choice(label: Any, choices: list[tuple[int, Any]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int)


class SetupForm(forms.Form):
    """What an organizer sets; once the groups are drawn only what no draw rests on."""

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
    advance = _choice(_("Who advances from a group"), ADVANCE_CHOICES)
    groups_best_of = _choice(_("An encounter is"), BEST_OF_CHOICES)
    groups_hands = _choice(_("Hands in a match"), HANDS_CHOICES)
    knockout_best_of = _choice(_("An encounter is"), BEST_OF_CHOICES)
    knockout_hands = _choice(_("Hands in a match"), HANDS_CHOICES)
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
        super().__init__(data, initial=_initial(present), **kwargs)
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
        """The settings as typed, once the form is valid."""
        data = self.cleaned_data
        return TournamentSettings(
            name=data["name"],
            first_day=data["first_day"],
            last_day=data["last_day"],
            venue=data["venue"],
            tables=data["tables"],
            groups=StageSettings(data["groups_best_of"], data["groups_hands"]),
            knockout=StageSettings(data["knockout_best_of"], data["knockout_hands"]),
            advance=data["advance"],
            agreement=data["agreement"],
            protest_minutes=data["protest_minutes"],
        )


class NewTournamentForm(SetupForm):
    """The settings of a new tournament, and the rules to start from."""

    rule_set = forms.ChoiceField(
        label=_("Rules to start from"),
        choices=[(preset, preset) for preset in PRESETS],
        initial=DEFAULT_RULE_SET,
        widget=forms.RadioSelect,
    )

    @property
    def presets(self) -> list[PresetCard]:
        """What can be chosen, in the page's language."""
        return preset_cards()


def usual_settings(today: date, rules: RuleSet) -> TournamentSettings:
    """What most clubs want: today, matches as long as the rules have them, eight tables, two advance."""
    usual = StageSettings(best_of=rules.best_of, hands=rules.hands_per_match)
    return TournamentSettings(
        name="", first_day=today, last_day=today, venue="", tables=8, groups=usual, knockout=usual
    )


def _initial(settings: TournamentSettings) -> dict[str, Any]:
    return {
        "name": settings.name,
        "first_day": settings.first_day,
        "last_day": settings.last_day,
        "venue": settings.venue,
        "tables": settings.tables,
        "advance": settings.advance,
        "groups_best_of": settings.groups.best_of,
        "groups_hands": settings.groups.hands,
        "knockout_best_of": settings.knockout.best_of,
        "knockout_hands": settings.knockout.hands,
        "agreement": settings.agreement,
        "protest_minutes": settings.protest_minutes,
    }
