"""Entering pairs or players: one by one, or a pasted list."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entrants.entries import MOST_ENTRANTS, Entry
from tournaments.enums import EntrantKind, NameShown
from tournaments.naming.entry_lines import HIGHEST_RATING, EntryLine, LineProblem, read_entry_lines
from tournaments.naming.names import LONGEST_NAME, fold, pair_name

from .opened import Opened
from .public_names import ShownNames, alias_field, shown_field

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

LONGEST_LIST = 400_000
"""Letters: as many lines as a tournament has entrants, of long names."""

LINE_PROBLEMS: Mapping[LineProblem, StrPromise] = {
    LineProblem.PARTS: _(
        "A line is “player - player”, or “name; player; player”; club and rating may follow after semicolons."
    ),
    LineProblem.HYPHEN: _(
        "One name, or two? Put spaces around the hyphen between two players;"
        " without them it belongs to a name."
    ),
    LineProblem.SEVERAL: _("“%(player)s” looks like more than one name. Put semicolons between the columns."),
    LineProblem.EMPTY_NAME: _("A name between the columns is missing."),
    LineProblem.TOO_LONG: _("A name is too long: 80 letters at most."),
    LineProblem.RATING: _("The rating is no whole number from 0 to 99999."),
    LineProblem.SAME_PLAYER: _("Both players have the same name: %(player)s."),
    LineProblem.NAME_TAKEN: _("The pair “%(pair)s” is entered already: %(player)s."),
    LineProblem.NAME_TWICE: _("Line %(line)s has the same pair name, “%(pair)s”."),
    LineProblem.PLAYER_TAKEN: _("%(player)s is entered already, in the pair “%(pair)s”."),
    LineProblem.PLAYER_TWICE: _("%(player)s is in line %(line)s already, in the pair “%(pair)s”."),
}
"""What is wrong with a line, of whom it is about where that is somebody."""

LINE_PROBLEMS_OF_SINGLES: Mapping[LineProblem, StrPromise] = {
    **LINE_PROBLEMS,
    LineProblem.PARTS: _("A line is “player; club; rating”; club and rating may be left out."),
    LineProblem.SEVERAL: _(
        "“%(player)s” looks like more than one player: each has a line of his own."
        " Club and rating follow after semicolons."
    ),
    LineProblem.NAME_TAKEN: _("“%(pair)s” is entered already. Add something that tells them apart."),
    LineProblem.NAME_TWICE: _(
        "Line %(line)s has the same name, “%(pair)s”. Add something that tells them apart."
    ),
}


def _name(label: Any, **kwargs: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    return forms.CharField(label=label, max_length=LONGEST_NAME, widget=widget, **kwargs)


def _number(label: Any, most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, max_value=most, required=False, widget=widget, **kwargs)


class EntrantForm(ShownNames):
    """A player of singles, with what a draw may go by; his name is the entrant's.

    Of each player may be said what everybody reads of his name; nothing said leaves it as it is.
    """

    player_1 = _name(_("Player"))
    shown_1, alias_1 = shown_field(_("Player")), alias_field()
    club = _name(_("Club"), required=False)
    rating = _number(_("Rating"), HIGHEST_RATING, min_value=0)
    seed = _number(_("Seed number"), MOST_ENTRANTS, min_value=1)
    pot = _number(_("Pot"), MOST_ENTRANTS, min_value=1)
    opened = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)
    """Who stood on the list when the page was opened (`opened_with`): what was left so means those people."""

    doubted = False
    """Whether a player has the name of one who is in another pair."""

    def clean(self) -> dict[str, Any]:
        """Tidy the names."""
        data = super().clean() or self.cleaned_data
        for field in ("player_1", "player_2", "name", "club"):
            data[field] = " ".join((data.get(field) or "").split())
        self.ask_for_aliases(data)
        return data

    @property
    def more_typed(self) -> bool:
        """Whether anything stands in the fields that few need."""
        return any(self[name].value() not in ("", None) for name in ("club", "rating", "seed", "pot"))

    @property
    def entry(self) -> Entry:
        """Who enters, once the form is valid."""
        data = self.cleaned_data
        called, opened = (self._called, self._players), Opened(data["opened"])
        shown = tuple(
            None if choice == opened.shown(place) else choice for place, choice in enumerate(self.shown, 1)
        )
        same = tuple(opened.player(place, name) for place, name in enumerate(called[1], 1))
        more = data["club"], data["rating"], data["seed"], data["pot"]
        return Entry(*called, *more, shown=shown, same=same, named=opened.named(called[0]))

    @property
    def _players(self) -> tuple[str, ...]:
        return (self.cleaned_data["player_1"],)

    @property
    def _called(self) -> str:
        return self._players[0]


class PairForm(EntrantForm):
    """A pair. Its name may stay empty: then it is the two surnames.

    A player who is in another pair already is doubted once: he may have a namesake.
    """

    player_1 = _name(_("First player"))
    player_2 = _name(_("Second player"))
    shown_1, alias_1 = shown_field(_("First player")), alias_field()
    shown_2, alias_2 = shown_field(_("Second player")), alias_field()
    name = _name(_("Name of the pair"), required=False, help_text=_("Empty: the two surnames."))
    namesake = forms.BooleanField(label=_("This is another person of the same name"), required=False)

    def __init__(self, data: Any = None, *, taken_players: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.taken_players = {fold(player) for player in taken_players}

    def clean(self) -> dict[str, Any]:
        """Complete the name of the pair; refuse one player twice, doubt one who plays already."""
        data = super().clean()
        players = (data["player_1"], data["player_2"])
        if not all(players):
            return data
        self._doubt_namesakes(players, accepted=data.get("namesake", False))
        if fold(players[0]) == fold(players[1]):
            self.add_error("player_2", _("Both players have the same name."))
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
    def _players(self) -> tuple[str, ...]:
        return self.cleaned_data["player_1"], self.cleaned_data["player_2"]

    @property
    def _called(self) -> str:
        name: str = self.cleaned_data["name"]
        return name


def entrant_form(
    kind: str, data: Any = None, *, taken_players: Collection[str] = (), initial: Any = None
) -> EntrantForm:
    """The form for whoever enters a tournament of this kind."""
    if kind == EntrantKind.SINGLES:
        return EntrantForm(data, initial=initial)
    return PairForm(data, taken_players=taken_players, initial=initial)


def typed_of(entry: Entry) -> dict[str, Any]:
    """What would have to be typed for an entry."""
    fields = ("club", "rating", "seed", "pot", "name")
    players = dict(zip(("player_1", "player_2"), entry.players, strict=False))
    names: dict[str, str] = {}
    for place, shown in enumerate(entry.shown, start=1):
        if shown is not None:
            names[f"shown_{place}"] = shown.how.value
            names[f"alias_{place}"] = shown.alias if shown.how == NameShown.ALIAS else ""
    return players | names | {field: getattr(entry, field) for field in fields}


class PasteForm(forms.Form):
    """A pasted list. `previewed` is the digest of the text whose preview was looked at."""

    lines = forms.CharField(
        label=_("The list"),
        strip=False,
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea,
    )
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=64)


class PastedLines:
    """A pasted text, read line by line against those who are entered already."""

    def __init__(
        self,
        text: str,
        *,
        names: Mapping[str, str] | Collection[str],
        players: Mapping[str, str] | Collection[str],
        room: int,
        kind: str = EntrantKind.PAIRS,
    ) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.room, self.singles = room, kind == EntrantKind.SINGLES
        self.lines = read_entry_lines(
            self.text, singles=self.singles, taken_names=names, taken_players=players
        )

    @property
    def entries(self) -> list[Entry]:
        """Whom the good lines enter."""
        return [Entry(line.name, line.players, line.club, line.rating) for line in self.good]

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
    def explained(self) -> list[tuple[EntryLine, list[str]]]:
        """The bad lines, each with the sentences that say what is wrong with it and whom it clashes with."""
        sentences = LINE_PROBLEMS_OF_SINGLES if self.singles else LINE_PROBLEMS
        return [
            (line, [sentences[fault.problem] % vars(fault) for fault in line.faults]) for line in self.bad
        ]
