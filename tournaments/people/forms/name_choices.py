from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import NameDisplay
from tournaments.models import Player
from tournaments.people.domain.public_names import PublicNameChoice, current_choice
from tournaments.web.name_field import NameField, refuse_phone

ALIAS_NEEDED = _("Enter the other name.")
CHOICES_FOR_ALL = (NameDisplay.FULL, NameDisplay.INITIAL)
"""Choices for many players at once; an alias is one player's."""


def shown_field(label: Any) -> forms.ChoiceField:
    """Empty keeps the present or usual public name."""
    choices = [("", _("as usual")), *NameDisplay.choices]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def alias_field() -> NameField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return NameField(label=_("Other name"), required=False, widget=widget, validators=[refuse_phone])


def serialize_choice(shown: PublicNameChoice | None) -> str:
    """Return "full" or "alias Bora"."""
    return " ".join(filter(None, (shown.name_display.value, shown.alias))) if shown else ""


def parse_choice(text: str) -> PublicNameChoice | None:
    kind, _space, alias = text.partition(" ")
    return PublicNameChoice(NameDisplay(kind), alias) if kind in NameDisplay.values else None


def build_choice(kind: str, alias: str) -> PublicNameChoice | None:
    if not kind:
        return PublicNameChoice(NameDisplay.ALIAS, alias) if alias else None
    return PublicNameChoice(NameDisplay(kind), alias if kind == NameDisplay.ALIAS else "")


class PublicNameFields(forms.Form):
    @property
    def places(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        places = [place for place in (1, 2) if f"shown_{place}" in self.fields]
        return [(self[f"shown_{place}"], self[f"alias_{place}"]) for place in places]

    @property
    def has_input(self) -> bool:
        return any(field.value() or field.errors for fields in self.places for field in fields)

    @property
    def public_name_choices(self) -> tuple[PublicNameChoice | None, ...]:
        data = self.cleaned_data
        return tuple(build_choice(data[shown.name], data[alias.name]) for shown, alias in self.places)

    def require_aliases(self, data: dict[str, Any]) -> None:
        for shown, alias in self.places:
            data[alias.name] = data.get(alias.name) or ""
            if data.get(shown.name) == NameDisplay.ALIAS and not data[alias.name]:
                self.add_error(alias.name, ALIAS_NEEDED)


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
    alias = alias_field()
    was = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["alias"] = data.get("alias") or ""
        if data.get("shown") == NameDisplay.ALIAS and not data["alias"] and "alias" not in self.errors:
            self.add_error("alias", ALIAS_NEEDED)
        return data


class NamesForm:
    """Anonymized players have no row."""

    def __init__(self, players: Sequence[Player], data: Mapping[str, Any] | None = None) -> None:
        self.sent = data is not None
        self.rows = [(player, self._player_form(player, data)) for player in players]

    def is_valid(self) -> bool:
        return all(form.is_valid() for _player, form in self._bound_forms)

    @property
    def seen_choices(self) -> dict[Player, PublicNameChoice]:
        return {
            player: seen
            for player, form in self._bound_forms
            if (seen := parse_choice(form.cleaned_data["was"]))
        }

    @property
    def choices(self) -> dict[Player, PublicNameChoice]:
        """Only those that differ from the opened page."""
        seen, chosen = self.seen_choices, {}
        for player, form in self._bound_forms:
            shown = build_choice(form.cleaned_data["shown"], form.cleaned_data["alias"])
            if player in seen and shown is not None and shown != seen[player]:
                chosen[player] = shown
        return chosen

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
        current = current_choice(player)
        initial = {
            "shown": player.shown,
            "alias": current.alias if current else "",
            "was": serialize_choice(current),
        }
        return PlayerNameForm(sent, prefix=prefix, initial=initial)
