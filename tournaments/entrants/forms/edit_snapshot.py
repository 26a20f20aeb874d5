"""What a form remembers of an entry since it was opened, while others may change it."""

from __future__ import annotations

import json
from contextlib import suppress
from uuid import UUID

from tournaments.people.domain.public_names import Shown
from tournaments.people.domain.rosters import Entry
from tournaments.people.forms.name_choices import read_said, said


def opened_with(entry: Entry) -> str:
    """An entry as a form keeps it to know later what was changed in it."""
    places = zip(entry.players, entry.same, entry.shown, strict=True)
    players = [{"name": name, "id": str(key), "shown": said(shown)} for name, key, shown in places]
    return json.dumps({"name": entry.name, "players": players}, ensure_ascii=False)


class Opened:
    """What a form kept of the entry with which it was opened; nothing where that can't be read."""

    def __init__(self, text: str) -> None:
        self._name = ""
        self._players: list[tuple[str, UUID, str]] = []
        with suppress(ValueError, TypeError, KeyError):
            kept = json.loads(text)
            players = [(str(one["name"]), UUID(one["id"]), str(one["shown"])) for one in kept["players"]]
            self._name, self._players = str(kept["name"]), players

    def named(self, name: str) -> bool:
        """Whether the entrant's name was left as it was."""
        return bool(name) and name == self._name

    def player(self, place: int, name: str) -> UUID | None:
        """Who is meant at a place, from 1, where the name was left as it was."""
        was, key, _shown = self._at(place)
        return key if name == was else None

    def lists(self, name: str) -> bool:
        """Whether somebody was called so at any place."""
        return any(name == was for was, _key, _shown in self._players)

    def was(self, place: int) -> tuple[str, UUID] | None:
        """Who stood at a place, from 1."""
        name, key, _shown = self._at(place)
        return (name, key) if key else None

    def shown(self, place: int) -> Shown | None:
        """How that player was shown."""
        return read_said(self._at(place)[2])

    def _at(self, place: int) -> tuple[str, UUID | None, str]:
        return self._players[place - 1] if place <= len(self._players) else ("", None, "")
