from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind, NameDisplay
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.naming.line_checks import MAX_RATING
from tournaments.naming.line_problems import LineProblem
from tournaments.naming.names import MAX_NAME_LENGTH, fold, pair_name
from tournaments.naming.phone_numbers import MAX_PHONE_LENGTH
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.people.forms.contact_details import PhoneField
from tournaments.people.forms.name_choices import PublicNameFields, parse_choice, shown_field
from tournaments.people.forms.name_matches import PersonQuestion, build_question
from tournaments.people.forms.pasted_list import LINE_PROBLEMS
from tournaments.web.guarded_form import GuardedForm
from tournaments.web.name_field import NameField, PersonNameField, refuse_phone


def snapshot_of(entry: ListedEntrant) -> str:
    places = zip(entry.players, entry.same, entry.shown, strict=True)
    players = [{"name": name, "id": str(key), "shown": shown or ""} for name, key, shown in places]
    return json.dumps({"name": entry.name, "players": players}, ensure_ascii=False)


class EntrySnapshot:
    """Empty if malformed; places count from 1."""

    def __init__(self, text: str) -> None:
        """Read the posted JSON of the entry as the form showed it; unreadable text is an empty entry."""
        self._name = ""
        self._players: list[tuple[str, UUID, str]] = []
        with suppress(ValueError, TypeError, KeyError):
            snapshot = json.loads(text)
            players = [
                (str(player["name"]), UUID(player["id"]), str(player["shown"]))
                for player in snapshot["players"]
            ]
            self._name, self._players = str(snapshot["name"]), players

    def has_entry_name(self, name: str) -> bool:
        return bool(name) and name == self._name

    def unchanged_player_id(self, place: int, name: str) -> UUID | None:
        name_before, key, _shown = self._player_at(place)
        return key if name == name_before else None

    def has_player(self, name: str) -> bool:
        return any(name == name_before for name_before, _key, _shown in self._players)

    def has_respelled_player(self, name: str) -> bool:
        return any(fold(name) == fold(name_before) for name_before, _key, _shown in self._players)

    def player_before(self, place: int) -> tuple[str, UUID] | None:
        name, key, _shown = self._player_at(place)
        return (name, key) if key else None

    def shown_choice(self, place: int) -> NameDisplay | None:
        return parse_choice(self._player_at(place)[2])

    def _player_at(self, place: int) -> tuple[str, UUID | None, str]:
        return self._players[place - 1] if place <= len(self._players) else ("", None, "")


def _name_field(label: Any, **kwargs: Any) -> NameField:
    return NameField(label=label, widget=_name_input(), validators=[refuse_phone], **kwargs)


def _player_field(label: Any) -> PersonNameField:
    return PersonNameField(label=label, widget=_name_input())


def _name_input() -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})


def _number_field(label: Any, most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, max_value=most, required=False, widget=widget, **kwargs)


def _phone_field(label: Any) -> PhoneField:
    widget = forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})
    return PhoneField(label=label, required=False, max_length=MAX_PHONE_LENGTH, widget=widget)


class EntrantForm(GuardedForm, PublicNameFields):
    """An empty choice of a public name leaves it unchanged. Phones and fee are asked for on entering only."""

    player_1 = _player_field(_("Player"))
    shown_1 = shown_field(_("Player"))
    club = _name_field(_("Club"), required=False)
    rating = _number_field(_("Rating"), MAX_RATING, min_value=0)
    seed = _number_field(_("Seed number"), MOST_ENTRANTS, min_value=1)
    pot = _number_field(_("Pot"), MOST_ENTRANTS, min_value=1)
    phone_1 = _phone_field(_("Phone"))
    paid = forms.BooleanField(label=_("Fee paid"), required=False)
    opened = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)
    """Snapshot of the entry when the page was opened (`snapshot_of`); unchanged names keep their people."""

    who_1 = forms.CharField(required=False, widget=forms.HiddenInput)
    """Answer to one of `questions`, if the club knows people of this name."""

    has_namesakes = False
    """Whether a player shares the name of one in another pair."""

    def __init__(self, data: Any = None, *, known: AvailablePeople | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if kwargs.get("initial") is not None:
            for name in ("phone_1", "phone_2", "paid"):
                self.fields.pop(name, None)
        self.known = known
        self.questions: list[PersonQuestion] = []
        self._answers: dict[int, UUID | None] = {}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for field in ("player_1", "player_2", "name", "club"):
            data[field] = data.get(field) or ""
        self._ask_for_people(data)
        return data

    def _ask_for_people(self, data: dict[str, Any]) -> None:
        """Ask about changed names that may be known people's; unanswered is an error.

        Without a question, these are the same person: one whose name differs in case or spacing only, and a
        new entry's player who was removed from the entries.
        """
        opened = EntrySnapshot(data.get("opened") or "")
        for place in (1, 2):
            name, field = data[f"player_{place}"], f"who_{place}"
            if field not in self.fields or not name or opened.has_player(name):
                continue
            known = self.known.find_by_name(name) if self.known else []
            previous = opened.player_before(place)
            if previous is not None and fold(previous[0]) == fold(name):
                self._answers[place] = previous[1]
                continue
            if self.known and previous is None and (removed := self.known.find_removed(name)):
                self._answers[place] = removed
                continue
            asked_question = build_question(
                field,
                name,
                known,
                beside=self._player_names,
                previous=previous,
                posted=data.get(field) or "",
            )
            if asked_question is None:
                continue
            self.questions.append(asked_question)
            if asked_question.answer is not None:
                self._answers[place] = asked_question.answer.key
            elif not self.non_field_errors():
                self.add_error(None, _("Choose who you mean."))

    @property
    def has_optional_values(self) -> bool:
        return any(self[name].value() not in ("", None) for name in ("club", "rating", "seed", "pot"))

    @property
    def phones(self) -> list[forms.BoundField]:
        return [self[name] for name in ("phone_1", "phone_2") if name in self.fields]

    @property
    def has_contact_values(self) -> bool:
        return any(field.value() for field in (*self.phones, self["paid"]))

    @property
    def entry(self) -> ListedEntrant:
        """Return the typed entry.

        In `shown`, None is an unchanged public name; `same` are ids of players with an unchanged name.
        """
        data = self.cleaned_data
        names, opened = (self._entry_name, self._player_names), EntrySnapshot(data["opened"])
        shown = tuple(
            None if choice == opened.shown_choice(place) else choice
            for place, choice in enumerate(self.public_name_choices, 1)
        )
        same = tuple(opened.unchanged_player_id(place, name) for place, name in enumerate(names[1], 1))
        more = data["club"], data["rating"], data["seed"], data["pot"]
        named = opened.has_entry_name(names[0])
        return ListedEntrant(
            *names,
            *more,
            shown=shown,
            same=same,
            named=named,
            answers=self._answers,
            phones=tuple(data[phone.name] for phone in self.phones),
            paid=data.get("paid", False),
        )

    @property
    def _player_names(self) -> tuple[str, ...]:
        return (self.cleaned_data["player_1"],)

    @property
    def _entry_name(self) -> str:
        return self._player_names[0]


class PairForm(EntrantForm):
    """A player of another pair needs confirmation, unless an answer says who they are."""

    player_1 = _player_field(_("First player"))
    player_2 = _player_field(_("Second player"))
    shown_1 = shown_field(_("First player"))
    shown_2 = shown_field(_("Second player"))
    phone_1 = _phone_field(_("Phone of the first player"))
    phone_2 = _phone_field(_("Phone of the second player"))
    name = _name_field(
        _("Name of the pair"),
        required=False,
        help_text=_("Empty: the two surnames, or “Ayşe – Can Uz” where both have the same."),
    )
    who_2 = forms.CharField(required=False, widget=forms.HiddenInput)
    namesake = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, data: Any = None, *, taken_players: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.taken_players = {fold(player) for player in taken_players}

    def clean(self) -> dict[str, Any]:
        """Refuse equal names, and namesakes unless confirmed; an empty entry name is automatic."""
        data = super().clean()
        players = (data["player_1"], data["player_2"])
        if not all(players):
            return data
        self._check_namesakes(players, accepted=data.get("namesake", False))
        if fold(players[0]) == fold(players[1]):
            self.add_error("player_2", _("Both players have the same name."))
        if len(data["name"] or pair_name(players)) > MAX_NAME_LENGTH:
            self.add_error("name", LINE_PROBLEMS[LineProblem.TOO_LONG])
        return data

    def _check_namesakes(self, players: tuple[str, str], *, accepted: bool) -> None:
        for place, player in enumerate(players, start=1):
            field = f"player_{place}"
            if fold(player) in self.taken_players and not self._is_identified(place):
                self.has_namesakes = True
                if not accepted:
                    self.add_error(field, _("A player with this name is already in another pair."))

    def _is_identified(self, place: int) -> bool:
        """Whether the player's taken name needs no warning.

        Asked who it is, any answer will do but a new person who replaces nobody. Not asked, the name before
        must only be respelled.
        """
        opened = EntrySnapshot(self.cleaned_data.get("opened") or "")
        question = next((asked for asked in self.questions if asked.field == f"who_{place}"), None)
        if question is None:
            return opened.has_respelled_player(self.cleaned_data[f"player_{place}"])
        before = opened.player_before(place)
        return question.answer is None or question.answer.key is not None or before is not None

    @property
    def _player_names(self) -> tuple[str, ...]:
        return self.cleaned_data["player_1"], self.cleaned_data["player_2"]

    @property
    def _entry_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return name


def entrant_form(
    kind: str,
    data: Any = None,
    *,
    taken_players: Collection[str] = (),
    known: AvailablePeople | None = None,
    initial: Any = None,
) -> EntrantForm:
    """With `initial`, return a guarded form; only pairs use `taken_players`."""
    if kind == EntrantKind.SINGLES:
        return EntrantForm(data, known=known, initial=initial, guarded=initial is not None)
    return PairForm(
        data, taken_players=taken_players, known=known, initial=initial, guarded=initial is not None
    )


def initial_values(entry: ListedEntrant) -> dict[str, Any]:
    fields = ("club", "rating", "seed", "pot", "name")
    players = dict(zip(("player_1", "player_2"), entry.players, strict=False))
    names = {f"shown_{place}": shown.value for place, shown in enumerate(entry.shown, start=1) if shown}
    return players | names | {field: getattr(entry, field) for field in fields}
