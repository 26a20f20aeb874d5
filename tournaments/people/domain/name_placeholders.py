"""Names in texts that are kept for good: marks with ids stand for them, so that no name is kept there.

Who is made anonymous later has no name in such a text, and nothing of it must be changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tournaments.models import Entrant, LogRow, Player
from tournaments.models.names import neutral_name
from tournaments.naming.names import ANY_MARK, BETWEEN_PLAYERS, bears, mark, marks_in, pair_name, read_marks

UNKNOWN = "?"
_COUPLE = re.compile(ANY_MARK + BETWEEN_PLAYERS + ANY_MARK)


def told_name(name: str, players: Iterable[Player]) -> str:
    """The name of a pair as the log keeps it: where it bears a player's name, marks for the players."""
    listed = list(players)
    if any(one.anonymous_as is not None or bears(name, one.real_name) for one in listed):
        return BETWEEN_PLAYERS.join(mark(one.public_id) for one in listed)
    return name


def told_of(entrant: Entrant) -> str:
    """The same of an entrant as it is now."""
    roster = entrant.roster.select_related("player").order_by("place")
    return told_name(entrant.real_name, [row.player for row in roster])


def real_names(rows: Iterable[LogRow]) -> dict[int | None, dict[str, str]]:
    """The names of those whom rows of the log name by marks, for the organizer; in one query.

    They are told by the rows' club, by public id: a row names nobody of another club.
    """
    listed = list(rows)
    marked = {key for row in listed for text in (row.before, row.after) for key in marks_in(text)}
    ids = {found for key in marked if (found := _uuid(key))}
    clubs = {row.club_id for row in listed if row.club_id is not None}
    names: dict[int | None, dict[str, str]] = {club: {} for club in (None, *clubs)}
    for player in Player.objects.filter(public_id__in=ids, club__in=clubs) if ids else ():
        names[player.club_id][str(player.public_id)] = player.real_name
    return names


def with_names(told: Any, names: Mapping[str, str]) -> Any:
    """What a log row tells, however deep, with names in place of marks."""
    if isinstance(told, str):
        return _said(told, names)
    if isinstance(told, dict):
        return {key: with_names(value, names) for key, value in told.items()}
    return [with_names(one, names) for one in told] if isinstance(told, list) else told


def _said(text: str, names: Mapping[str, str]) -> str:
    keys = marks_in(text)
    if _COUPLE.fullmatch(text) and all(key in names for key in keys):
        return pair_name([names[key] for key in keys])
    return read_marks(text, lambda key: neutral_name(key) if key.isdecimal() else names.get(key, UNKNOWN))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
