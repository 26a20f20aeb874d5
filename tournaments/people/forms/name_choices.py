"""What everybody may read of players: one by one, all at once, and of newcomers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import NameShown
from tournaments.models import Player
from tournaments.people.domain.public_names import Shown, shown_now
from tournaments.web.name_field import NameField

ALIAS_NEEDED = _("Say by which other name.")
FOR_ALL = (NameShown.FULL, NameShown.INITIAL)
"""What can be chosen for many at once: an alias is one player's."""


def shown_field(label: Any) -> forms.ChoiceField:
    """What everybody reads of one player; empty leaves what he chose before, or the club usually shows."""
    choices = [("", _("as usual")), *NameShown.choices]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def alias_field() -> NameField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return NameField(label=_("Other name"), required=False, widget=widget)


def said(shown: Shown | None) -> str:
    """A choice as a form keeps it, to know whether somebody chose otherwise since: "full", "alias Bora"."""
    return " ".join(filter(None, (shown.how.value, shown.alias))) if shown else ""


def read_said(text: str) -> Shown | None:
    """The choice that a form kept; nothing of what it can't have kept."""
    how, _space, alias = text.partition(" ")
    return Shown(NameShown(how), alias) if how in NameShown.values else None


def shown_as(how: str, alias: str) -> Shown | None:
    """What was chosen of one player; another name alone says that it is shown."""
    if not how:
        return Shown(NameShown.ALIAS, alias) if alias else None
    return Shown(NameShown(how), alias if how == NameShown.ALIAS else "")


class ShownNames(forms.Form):
    """What everybody reads of the players of an entrant, by fields of its subclass for each of them."""

    @property
    def places(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each player, in their order."""
        here = [place for place in (1, 2) if f"shown_{place}" in self.fields]
        return [(self[f"shown_{place}"], self[f"alias_{place}"]) for place in here]

    @property
    def names_typed(self) -> bool:
        """Whether anything is said of public names, or amiss with them."""
        return any(field.value() or field.errors for fields in self.places for field in fields)

    @property
    def shown(self) -> tuple[Shown | None, ...]:
        """What is chosen of each player, once the form is valid."""
        data = self.cleaned_data
        return tuple(shown_as(data[shown.name], data[alias.name]) for shown, alias in self.places)

    def ask_for_aliases(self, data: dict[str, Any]) -> None:
        """Ask for another name where it is to be shown."""
        for shown, alias in self.places:
            data[alias.name] = data.get(alias.name) or ""
            if data.get(shown.name) == NameShown.ALIAS and not data[alias.name]:
                self.add_error(alias.name, ALIAS_NEEDED)


class ForAllForm(forms.Form):
    """One choice for all players, or for newcomers; `named` are those of whom more is shown, by public id."""

    how = forms.ChoiceField(choices=[(how.value, how.label) for how in FOR_ALL])
    named = forms.CharField(required=False)

    def clean_named(self) -> set[UUID]:
        """Those whose names were looked at before all were shown alike."""
        try:
            return {UUID(key) for key in (self.cleaned_data["named"] or "").split()}
        except ValueError:
            return set()

    @property
    def chosen(self) -> NameShown:
        return NameShown(self.cleaned_data["how"])


class PlayerNameForm(forms.Form):
    """One player's row."""

    shown = forms.ChoiceField(label=_("Everybody reads"), choices=NameShown.choices)
    alias = alias_field()
    was = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Ask for the other name where that is shown."""
        data = super().clean() or self.cleaned_data
        data["alias"] = data.get("alias") or ""
        if data.get("shown") == NameShown.ALIAS and not data["alias"] and "alias" not in self.errors:
            self.add_error("alias", ALIAS_NEEDED)
        return data


class NamesForm:
    """The rows of those players of a page who have a name; a row that was not changed is left as it is."""

    def __init__(self, players: Sequence[Player], data: Mapping[str, Any] | None = None) -> None:
        self.sent = data is not None
        self.rows = [(player, self._row(player, data)) for player in players]

    def is_valid(self) -> bool:
        return all(form.is_valid() for _player, form in self._sent)

    @property
    def seen(self) -> dict[Player, Shown]:
        """How each player whose row was sent was shown when the page was opened."""
        return {player: seen for player, form in self._sent if (seen := read_said(form.cleaned_data["was"]))}

    @property
    def choices(self) -> dict[Player, Shown]:
        """What is chosen of each player whose row says another thing than when the page was opened."""
        seen, chosen = self.seen, {}
        for player, form in self._sent:
            shown = shown_as(form.cleaned_data["shown"], form.cleaned_data["alias"])
            if player in seen and shown is not None and shown != seen[player]:
                chosen[player] = shown
        return chosen

    @property
    def changed_meanwhile(self) -> list[Player]:
        """Whom somebody else has shown otherwise since the page was opened."""
        return [player for player, seen in self.seen.items() if shown_now(player) != seen]

    @property
    def _sent(self) -> list[tuple[Player, PlayerNameForm]]:
        return [(player, form) for player, form in self.rows if form and form.is_bound]

    @staticmethod
    def _row(player: Player, data: Mapping[str, Any] | None) -> PlayerNameForm | None:
        prefix = str(player.public_id)
        sent = data if data is not None and f"{prefix}-shown" in data else None
        if player.anonymous_as is not None and sent is None:
            return None
        now = shown_now(player)
        initial = {"shown": player.shown, "alias": now.alias if now else "", "was": said(now)}
        return PlayerNameForm(sent, prefix=prefix, initial=initial)
