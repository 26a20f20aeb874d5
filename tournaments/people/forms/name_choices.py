from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import NameDisplay
from tournaments.models import Player
from tournaments.people.domain.public_names import current_choice

CHOICES_FOR_ALL = (NameDisplay.FULL, NameDisplay.INITIAL)


def shown_field(label: Any) -> forms.ChoiceField:
    """Empty keeps the present or usual public name."""
    choices = [("", _("as usual")), *NameDisplay.choices]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def parse_choice(text: str) -> NameDisplay | None:
    return NameDisplay(text) if text in NameDisplay.values else None


class PublicNameFields(forms.Form):
    @property
    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in ("shown_1", "shown_2") if name in self.fields]

    @property
    def has_input(self) -> bool:
        return any(field.value() or field.errors for field in self.places)

    @property
    def public_name_choices(self) -> tuple[NameDisplay | None, ...]:
        return tuple(parse_choice(self.cleaned_data[field.name]) for field in self.places)


class ForAllForm(forms.Form):
    """`named` are public ids of players who become more visible."""

    how = forms.ChoiceField(choices=[(how.value, how.label) for how in CHOICES_FOR_ALL])
    named = forms.CharField(required=False)

    def clean_named(self) -> set[UUID]:
        try:
            return {UUID(key) for key in (self.cleaned_data["named"] or "").split()}
        except ValueError:
            return set()

    @property
    def chosen_display(self) -> NameDisplay:
        return NameDisplay(self.cleaned_data["how"])


class PlayerNameForm(forms.Form):
    shown = forms.ChoiceField(label=_("Public name"), choices=NameDisplay.choices)
    was = forms.CharField(required=False, widget=forms.HiddenInput)


class NamesForm:
    """Anonymized players have no row."""

    def __init__(self, players: Sequence[Player], data: Mapping[str, Any] | None = None) -> None:
        self.sent = data is not None
        self.rows = [(player, self._player_form(player, data)) for player in players]

    def is_valid(self) -> bool:
        return all(form.is_valid() for _player, form in self._bound_forms)

    @property
    def seen_choices(self) -> dict[Player, NameDisplay]:
        return {
            player: seen
            for player, form in self._bound_forms
            if (seen := parse_choice(form.cleaned_data["was"]))
        }

    @property
    def choices(self) -> dict[Player, NameDisplay]:
        """Only those that differ from the opened page."""
        seen = self.seen_choices
        chosen = {player: NameDisplay(form.cleaned_data["shown"]) for player, form in self._bound_forms}
        return {player: shown for player, shown in chosen.items() if seen.get(player, shown) != shown}

    @property
    def changed_meanwhile(self) -> list[Player]:
        return [player for player, seen in self.seen_choices.items() if current_choice(player) != seen]

    @property
    def _bound_forms(self) -> list[tuple[Player, PlayerNameForm]]:
        return [(player, form) for player, form in self.rows if form and form.is_bound]

    @staticmethod
    def _player_form(player: Player, data: Mapping[str, Any] | None) -> PlayerNameForm | None:
        """Return None if they are anonymized and no choice was sent."""
        prefix = str(player.public_id)
        sent = data if data is not None and f"{prefix}-shown" in data else None
        if player.anonymous_as is not None and sent is None:
            return None
        return PlayerNameForm(sent, prefix=prefix, initial={"shown": player.shown, "was": player.shown})
