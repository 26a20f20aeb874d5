"""Rows of entrants and players: who was entered, who plays for whom, what everybody reads of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.enums import NameShown

from .told import Particulars, Told


def _pair(said: Mapping[str, Any]) -> str:
    return f"{said.get('name', '')} ({', '.join(said.get('players', []))})"


def _substituted(before: Told, after: Told) -> str:
    return f"{before.get('entrant', '')}: {before.get('player', '')} → {after.get('player', '')}"


def _called(before: Told, after: Told) -> str:
    return f"{before.get('name', '')} → {after.get('name', '')}"


def _shown(_before: Told, after: Told) -> str:
    """Each player with what everybody reads of his name now."""
    ways = dict(NameShown.choices)
    return ", ".join(f"{one['player']}: {ways.get(one['shown'], '?')}" for one in after.get("shown", ()))


def _shown_usually(before: Told, after: Told) -> str:
    ways = dict(NameShown.choices)
    return " → ".join(str(ways.get(said.get("shown", ""), "?")) for said in (before, after))


PARTICULARS: Particulars = {
    "entrant_added": lambda _before, after: _pair(after),
    "entrant_changed": lambda before, after: f"{_pair(before)} → {_pair(after)}",
    "entrant_removed": lambda before, _after: _pair(before),
    "player_substituted": _substituted,
    "player_renamed": _called,
    "players_joined": _called,
    "players_parted": _called,
    "names_chosen": _shown,
    "names_chosen_for_new": _shown_usually,
}
