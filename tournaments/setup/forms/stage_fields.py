from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.games.game import Game
from tournaments.enums import SINGLES_KINDS, EntrantKind, StageKind, TimeUp
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.stages.stage_names import FORMAT_NAMES, format_name
from tournaments.stages.stage_settings import (
    BEST_OF,
    LONGEST_STAGE_NAME,
    MOST_QUALIFIERS,
    MOST_ROUNDS,
    USUAL_GAME,
    FeedSettings,
)

from .available_time import TimeForm
from .match_lengths import HandsField, hands_label

_BEST_OF_NAMES = {1: _("a single match"), 3: _("best of 3 matches"), 5: _("best of 5 matches")}
BEST_OF_CHOICES = [(number, _BEST_OF_NAMES[number]) for number in BEST_OF]
MEETINGS_CHOICES = [(1, _("once")), (2, _("twice"))]

OPTIONS_BY_FORMAT: Mapping[str, tuple[str, ...]] = {
    StageKind.GROUPS: ("best_of", "meetings"),
    StageKind.SWISS: ("best_of", "rounds"),
    StageKind.KNOCKOUT: ("best_of", "third_place"),
    StageKind.DOUBLE: ("best_of", "reset_final"),
    StageKind.TABLES: (),
    StageKind.FOURS: ("rounds",),
}
AUTO_DRAWN_KINDS = tuple(kind for kind in StageKind if kind != StageKind.GROUPS)
"""Formats that can be drawn without a number of groups."""


def choice_field(label: Any, choices: Sequence[tuple[int, Any]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int)


def _least_hands(game: Game[Any, Any]) -> forms.IntegerField:
    longest = max(hands for hands in game.offered_lengths if hands is not None)
    return forms.IntegerField(label=_("Hands needed to decide a match"), min_value=1, max_value=longest)


def formats_of(kind: str) -> list[tuple[str, Promise]]:
    singles = kind == EntrantKind.SINGLES
    return [
        (stage_kind.value, FORMAT_NAMES[stage_kind])
        for stage_kind in StageKind
        if (stage_kind in SINGLES_KINDS) == singles
    ]


class StageFlowForm(TimeForm):
    kind = forms.ChoiceField(label=_("Who enters"), choices=EntrantKind)
    expected = forms.IntegerField(
        label=_("Calculated for"), min_value=1, max_value=MOST_ENTRANTS, required=False
    )

    def __init__(self, *args: Any, has_entrants: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].disabled = has_entrants


class FeedForm(forms.Form):
    source = choice_field(_("From"), [])
    first_rank = forms.IntegerField(label=_("places"), min_value=1, max_value=MOST_QUALIFIERS)
    last_rank = forms.IntegerField(label=_("to"), min_value=1, max_value=MOST_QUALIFIERS)
    best = forms.IntegerField(
        label=_("only the best"), min_value=1, max_value=MOST_QUALIFIERS, required=False
    )

    def __init__(self, *args: Any, sources: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.use_required_attribute = False
        self.fields["source"].choices = sources  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first_rank"), data.get("last_rank")
        if first and last and last < first:
            self.add_error("last_rank", _("The last place is before the first."))
        return data

    @property
    def settings(self) -> FeedSettings:
        data = self.cleaned_data
        return FeedSettings(data["source"], data["first_rank"], data["last_rank"], data["best"])


class StageForm(forms.Form):
    kind = forms.ChoiceField(label=_("Format"))
    name = forms.CharField(label=_("Name"), max_length=LONGEST_STAGE_NAME, required=False)
    best_of = choice_field(_("An encounter is"), BEST_OF_CHOICES)
    hands = HandsField(USUAL_GAME, label="")
    meetings = choice_field(_("Everyone meets"), MEETINGS_CHOICES)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=MOST_ROUNDS)
    third_place = forms.BooleanField(
        label=_("The losers of the semi-finals play for third place"), required=False
    )
    reset_final = forms.BooleanField(
        label=_("A second final if the unbeaten side loses the first"), required=False
    )
    time_up = forms.ChoiceField(label=_("When the time of a round is up"), choices=TimeUp)
    least_hands = _least_hands(USUAL_GAME)
    draws_itself = forms.BooleanField(
        label=_("Drawn automatically once it is known who advances"), required=False
    )

    def __init__(
        self,
        *args: Any,
        kind: str,
        formats: Sequence[tuple[str, Promise]],
        first: bool,
        game: Game[Any, Any],
        **kwargs: Any,
    ):
        """Remove the fields that the format, the game, or a first stage doesn't use."""
        super().__init__(*args, **kwargs)
        self.use_required_attribute = False
        self.fields["kind"].choices = formats  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["placeholder"] = format_name(kind)
        self.fields["hands"] = HandsField(game, label=hands_label(game), current=self.initial.get("hands"))
        used = {"kind", "name", "hands", *OPTIONS_BY_FORMAT.get(kind, ())}
        if game.ends_at is None:
            used |= {"time_up", "least_hands"}
            self.fields["least_hands"] = _least_hands(game)
        if kind in AUTO_DRAWN_KINDS and not first:
            used.add("draws_itself")
        for name in self.fields.keys() - used:
            del self.fields[name]
