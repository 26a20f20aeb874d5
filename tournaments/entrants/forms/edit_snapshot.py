from __future__ import annotations

import json
from contextlib import suppress
from uuid import UUID

from tournaments.people.domain.public_names import PublicNameChoice
from tournaments.people.domain.rosters import Entry
from tournaments.people.forms.name_choices import parse_choice, serialize_choice


def snapshot_of(entry: Entry) -> str:
    places = zip(entry.players, entry.same, entry.shown, strict=True)
    players = [
        {"name": name, "id": str(key), "shown": serialize_choice(shown)} for name, key, shown in places
    ]
    return json.dumps({"name": entry.name, "players": players}, ensure_ascii=False)


class EntrySnapshot:
    """Empty if malformed; places count from 1."""

    def __init__(self, text: str) -> None:
        self._name = ""
        self._players: list[tuple[str, UUID, str]] = []
        with suppress(ValueError, TypeError, KeyError):
            snapshot = json.loads(text)
            players = [
                (str(player["name"]), UUID(player["id"]), str(player["shown"]))
                for player in snapshot["players"]
            ]
            self._name, self._players = str(snapshot["name"]), players

    def named(self, name: str) -> bool:
        return bool(name) and name == self._name

    def player(self, place: int, name: str) -> UUID | None:
        name_before, key, _shown = self._at(place)
        return key if name == name_before else None

    def lists(self, name: str) -> bool:
        return any(name == name_before for name_before, _key, _shown in self._players)

    def was(self, place: int) -> tuple[str, UUID] | None:
        name, key, _shown = self._at(place)
        return (name, key) if key else None

    def shown(self, place: int) -> PublicNameChoice | None:
        return parse_choice(self._at(place)[2])

    def _at(self, place: int) -> tuple[str, UUID | None, str]:
        return self._players[place - 1] if place <= len(self._players) else ("", None, "")
