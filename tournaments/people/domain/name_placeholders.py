"""Stored ids need no change when names change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tournaments.models import Entrant, LogRow, Player
from tournaments.naming.names import (
    BETWEEN_PLAYERS,
    PLACEHOLDER_PATTERN,
    contains_name,
    pair_name,
    placeholder,
    placeholder_keys,
    replace_placeholders,
)

UNKNOWN = "?"
_PAIR_PATTERN = re.compile(PLACEHOLDER_PATTERN + BETWEEN_PLAYERS + PLACEHOLDER_PATTERN)


def log_name(name: str, players: Iterable[Player]) -> str:
    listed = list(players)
    if any(player.anonymous_as is not None or contains_name(name, player.real_name) for player in listed):
        return BETWEEN_PLAYERS.join(placeholder(player.public_id) for player in listed)
    return name


def log_name_of(entrant: Entrant) -> str:
    roster = entrant.roster.select_related("player").order_by("place")
    return log_name(entrant.real_name, [row.player for row in roster])


def real_names(rows: Iterable[LogRow]) -> dict[int | None, dict[str, str]]:
    """Return real names by club and public id. Rows only name players of their own club."""
    listed = list(rows)
    marked = {key for row in listed for text in (row.before, row.after) for key in placeholder_keys(text)}
    ids = {player_id for key in marked if (player_id := _uuid(key))}
    clubs = {row.club_id for row in listed if row.club_id is not None}
    names: dict[int | None, dict[str, str]] = {club: {} for club in (None, *clubs)}
    for player in Player.objects.filter(public_id__in=ids, club__in=clubs) if ids else ():
        names[player.club_id][str(player.public_id)] = player.real_name
    return names


def with_names(payload: Any, names: Mapping[str, str]) -> Any:
    if isinstance(payload, str):
        return _with_names_in_text(payload, names)
    if isinstance(payload, dict):
        return {key: with_names(value, names) for key, value in payload.items()}
    return [with_names(item, names) for item in payload] if isinstance(payload, list) else payload


def _with_names_in_text(text: str, names: Mapping[str, str]) -> str:
    keys = placeholder_keys(text)
    if _PAIR_PATTERN.fullmatch(text) and all(key in names for key in keys):
        return pair_name([names[key] for key in keys])
    return replace_placeholders(text, lambda key: names.get(key, UNKNOWN))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
