from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import NameShown
from tournaments.models import Player
from tournaments.people.domain.public_names import PublicNameChoice, current_choice
from tournaments.web.name_field import NameField

ALIAS_NEEDED = _("Enter the other name.")
FOR_ALL = (NameShown.FULL, NameShown.INITIAL)
"""Choices for many players at once; an alias is one player's."""


def shown_field(label: Any) -> forms.ChoiceField:
    """Empty keeps the present or usual public name."""
    choices = [("", _("as usual")), *NameShown.choices]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def alias_field() -> NameField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return NameField(label=_("Other name"), required=False, widget=widget)


def serialize_choice(shown: PublicNameChoice | None) -> str:
    """Return "full" or "alias Bora", to detect later changes."""
    return " ".join(filter(None, (shown.how.value, shown.alias))) if shown else ""


def parse_choice(text: str) -> PublicNameChoice | None:
    kind, _space, alias = text.partition(" ")
    return PublicNameChoice(NameShown(kind), alias) if kind in NameShown.values else None


def build_choice(kind: str, alias: str) -> PublicNameChoice | None:
    if not kind:
        return PublicNameChoice(NameShown.ALIAS, alias) if alias else None
    return PublicNameChoice(NameShown(kind), alias if kind == NameShown.ALIAS else "")


class PublicNameFields(forms.Form):
    @property
    def places(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        places = [place for place in (1, 2) if f"shown_{place}" in self.fields]
        return [(self[f"shown_{place}"], self[f"alias_{place}"]) for place in places]

    @property
    def names_typed(self) -> bool:
        return any(field.value() or field.errors for fields in self.places for field in fields)

    @property
    def shown(self) -> tuple[PublicNameChoice | None, ...]:
        data = self.cleaned_data
        return tuple(build_choice(data[shown.name], data[alias.name]) for shown, alias in self.places)

    def ask_for_aliases(self, data: dict[str, Any]) -> None:
        for shown, alias in self.places:
            data[alias.name] = data.get(alias.name) or ""
            if data.get(shown.name) == NameShown.ALIAS and not data[alias.name]:
                self.add_error(alias.name, ALIAS_NEEDED)


class ForAllForm(forms.Form):
    """`named` are public ids of players who become more visible."""

    how = forms.ChoiceField(choices=[(how.value, how.label) for how in FOR_ALL])
    named = forms.CharField(required=False)

    def clean_named(self) -> set[UUID]:
        try:
            return {UUID(key) for key in (self.cleaned_data["named"] or "").split()}
        except ValueError:
            return set()

    @property
    def chosen(self) -> NameShown:
        return NameShown(self.cleaned_data["how"])


class PlayerNameForm(forms.Form):
    shown = forms.ChoiceField(label=_("Public name"), choices=NameShown.choices)
    alias = alias_field()
    was = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["alias"] = data.get("alias") or ""
        if data.get("shown") == NameShown.ALIAS and not data["alias"] and "alias" not in self.errors:
            self.add_error("alias", ALIAS_NEEDED)
        return data


class NamesForm:
    """The rows of a page's players, except anonymized ones."""

    def __init__(self, players: Sequence[Player], data: Mapping[str, Any] | None = None) -> None:
        self.sent = data is not None
        self.rows = [(player, self._row(player, data)) for player in players]

    def is_valid(self) -> bool:
        return all(form.is_valid() for _player, form in self._sent)

    @property
    def seen(self) -> dict[Player, PublicNameChoice]:
        return {
            player: seen for player, form in self._sent if (seen := parse_choice(form.cleaned_data["was"]))
        }

    @property
    def choices(self) -> dict[Player, PublicNameChoice]:
        """Only those that differ from the opened page."""
        seen, chosen = self.seen, {}
        for player, form in self._sent:
            shown = build_choice(form.cleaned_data["shown"], form.cleaned_data["alias"])
            if player in seen and shown is not None and shown != seen[player]:
                chosen[player] = shown
        return chosen

    @property
    def changed_meanwhile(self) -> list[Player]:
        return [player for player, seen in self.seen.items() if current_choice(player) != seen]

    @property
    def _sent(self) -> list[tuple[Player, PlayerNameForm]]:
        return [(player, form) for player, form in self.rows if form and form.is_bound]

    @staticmethod
    def _row(player: Player, data: Mapping[str, Any] | None) -> PlayerNameForm | None:
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
