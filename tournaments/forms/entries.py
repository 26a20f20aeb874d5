"""Entering pairs: one by one, or a pasted list."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.entry_lines import EntryLine, LineProblem, read_entry_lines
from tournaments.formats.names import LONGEST_NAME, fold, pair_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

LONGEST_LIST = 20_000

LINE_PROBLEMS: Mapping[LineProblem, StrPromise] = {
    LineProblem.PARTS: _("A line is “name; player; player” or “player; player”."),
    LineProblem.EMPTY_NAME: _("A name between the semicolons is missing."),
    LineProblem.TOO_LONG: _("A name is too long: 80 letters at most."),
    LineProblem.SAME_PLAYER: _("Both players have the same name."),
    LineProblem.NAME_TAKEN: _("A pair of this name is entered already."),
    LineProblem.NAME_TWICE: _("A line above has the same pair name."),
    LineProblem.PLAYER_TWICE: _("One of the players is in another pair already."),
}


def _name(label: Any, **kwargs: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    return forms.CharField(label=label, max_length=LONGEST_NAME, widget=widget, **kwargs)


class EntrantForm(forms.Form):
    """A pair. Its name may stay empty: then it is the two surnames.

    A player who is in another pair already is doubted once: he may have a namesake.
    """

    player_1 = _name(_("First player"))
    player_2 = _name(_("Second player"))
    name = _name(_("Name of the pair"), required=False, help_text=_("Empty: the two surnames."))
    namesake = forms.BooleanField(label=_("This is another person of the same name"), required=False)

    def __init__(self, data: Any = None, *, taken_players: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.taken_players = {fold(player) for player in taken_players}
        self.doubted = False

    def clean(self) -> dict[str, Any]:
        """Complete the name of the pair; refuse one player twice, doubt one who plays already."""
        data = super().clean() or self.cleaned_data
        for field in ("player_1", "player_2", "name"):
            data[field] = " ".join((data.get(field) or "").split())
        players = (data["player_1"], data["player_2"])
        if not all(players):
            return data
        self._doubt_namesakes(players, accepted=data.get("namesake", False))
        if fold(players[0]) == fold(players[1]):
            self.add_error("player_2", LINE_PROBLEMS[LineProblem.SAME_PLAYER])
        data["name"] = data["name"] or pair_name(players)
        if len(data["name"]) > LONGEST_NAME:
            self.add_error("name", LINE_PROBLEMS[LineProblem.TOO_LONG])
        return data

    def _doubt_namesakes(self, players: tuple[str, str], *, accepted: bool) -> None:
        for field, player in zip(("player_1", "player_2"), players, strict=True):
            if fold(player) in self.taken_players:
                self.doubted = True
                if not accepted:
                    self.add_error(field, _("A player of this name is in another pair already."))

    @property
    def players(self) -> tuple[str, str]:
        return self.cleaned_data["player_1"], self.cleaned_data["player_2"]


class PasteForm(forms.Form):
    """A pasted list. `previewed` is the digest of the text whose preview was looked at."""

    lines = forms.CharField(
        label=_("One pair a line"),
        strip=False,
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea,
    )
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=64)


class PastedLines:
    """A pasted text, read line by line against the pairs that are entered already."""

    def __init__(self, text: str, *, names: Collection[str], players: Collection[str], room: int) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.room = room
        self.lines = read_entry_lines(self.text, taken_names=names, taken_players=players)

    @property
    def good(self) -> list[EntryLine]:
        return [line for line in self.lines if not line.problems]

    @property
    def bad(self) -> list[EntryLine]:
        return [line for line in self.lines if line.problems]

    @property
    def too_many(self) -> int:
        """How many good lines are more than the tournament has room for."""
        return max(0, len(self.good) - self.room)

    @property
    def left_over(self) -> str:
        """The bad lines as typed, to be mended."""
        return "\n".join(line.typed for line in self.bad)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def explained(self) -> list[tuple[EntryLine, list[StrPromise]]]:
        """Each line with the sentences that say what is wrong with it; the bad ones come first."""
        lines = self.bad + self.good
        return [(line, [LINE_PROBLEMS[problem] for problem in line.problems]) for line in lines]
