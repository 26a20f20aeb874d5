from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from django.db.models import Q

from tournaments.models import LogRow, Player

NAME_COLUMNS = {
    "player_renamed": ("before", "after"),
    "players_merged": ("before",),
    "players_split": ("after",),
}
"""Columns of log rows that hold a name of the person, by action."""


def with_aliases(changed: Collection[Player]) -> list[Player]:
    """Return the players and all other rows of their people, named alike, unsaved.

    Caller locks the club.
    """
    by_person = {player.same_as_id or player.pk: player for player in changed}
    changed_keys = {player.pk for player in changed}
    rows = Player.objects.filter(Q(pk__in=by_person) | Q(same_as__in=by_person)).exclude(pk__in=changed_keys)
    aliases = list(rows.order_by("pk"))
    for row in aliases:
        person = by_person[row.same_as_id or row.pk]
        row.name, row.full_name, row.shown = person.name, person.full_name, person.shown
    return [*changed, *aliases]


def former_names(people: Collection[Player]) -> set[str]:
    return {player.own_name for player in people if player.own_name} | set(_logged_names(people))


def _logged_names(people: Collection[Player]) -> Iterator[str]:
    subjects = [str(player.public_id) for player in people]
    for row in LogRow.objects.filter(action__in=NAME_COLUMNS, subject__in=subjects):
        for column in NAME_COLUMNS[row.action]:
            if text := getattr(row, column):  # blank if an archive withheld it
                yield json.loads(text)["name"]
