"""Log rows name people by public id, under the keys `player` and `players`; names are of today."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from tournaments.models import Entrant, LogRow, Player
from tournaments.naming.names import BETWEEN_PLAYERS, contains_name, pair_name

UNKNOWN: Final = "?"
LoggedName = str | dict[str, list[str]]


def logged_name(name: str, players: Iterable[Player]) -> LoggedName:
    """Return `name`, or `{"players": ids}` if it contains a player's name or one is anonymous."""
    listed = list(players)
    if any(player.anonymous_as is not None or contains_name(name, player.real_name) for player in listed):
        return {"players": [str(player.public_id) for player in listed]}
    return name


def logged_name_of(entrant: Entrant) -> LoggedName:
    roster = entrant.roster.select_related("player").order_by("place")
    return logged_name(entrant.real_name, [row.player for row in roster])


def player_ids(payload: Any) -> Iterator[UUID]:
    """Yield the people's ids in a log row's values; a restored row may have other values in their place."""
    if isinstance(payload, list):
        for item in payload:
            yield from player_ids(item)
    elif isinstance(payload, dict):
        listed = payload.get("players")
        for value in (payload.get("player"), *(listed if isinstance(listed, list) else ())):
            if (player_id := _uuid(value)) is not None:
                yield player_id
        for value in payload.values():
            yield from player_ids(value)


def real_names(rows: Iterable[LogRow]) -> dict[int | None, dict[str, str]]:
    """Return real names by club and public id. Rows only name players of their own club."""
    listed = list(rows)
    texts = (text for row in listed for text in (row.before, row.after) if text)
    ids = {player_id for text in texts for player_id in player_ids(json.loads(text))}
    clubs = {row.club_id for row in listed if row.club_id is not None}
    names: dict[int | None, dict[str, str]] = {club: {} for club in (None, *clubs)}
    for player in Player.objects.filter(public_id__in=ids, club__in=clubs) if ids else ():
        names[player.club_id][str(player.public_id)] = player.real_name
    return names


def with_names(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a log row's values with `names` (by public id) in place of ids."""
    return {key: _with_names(key, value, names) for key, value in values.items()}


def _with_names(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key == "player" and isinstance(value, str):
        return names.get(value, UNKNOWN)
    if key == "players" and isinstance(value, list):
        return [names.get(str(item), UNKNOWN) for item in value]
    if isinstance(value, list):
        return [_with_names("", item, names) for item in value]
    if not isinstance(value, dict):
        return value
    named = with_names(value, names)
    players = named.get("players")
    return _joined(players) if isinstance(players, list) and len(named) == 1 else named


def _joined(names: list[str]) -> str:
    if UNKNOWN in names:
        return BETWEEN_PLAYERS.join(names)
    return pair_name(names)


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None
