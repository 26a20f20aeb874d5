"""What holds for a person holds for his aliases: what everybody reads, and which names were his."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from django.db.models import Q

from tournaments.models import LogRow, Player

FORMER = {"player_renamed": ("before", "after"), "players_joined": ("before",), "players_parted": ("after",)}
"""Which texts of a row of the log hold a name of the person that it is about."""


def with_aliases(changed: Collection[Player]) -> list[Player]:
    """Some players with everybody who is one person with them, called and shown as they are.

    Nobody is saved by this. Caller holds the club.
    """
    by_person = {one.same_as_id or one.pk: one for one in changed}
    own = {one.pk for one in changed}
    rows = Player.objects.filter(Q(pk__in=by_person) | Q(same_as__in=by_person)).exclude(pk__in=own)
    others = list(rows.order_by("pk"))
    for row in others:
        like = by_person[row.same_as_id or row.pk]
        row.name, row.full_name, row.shown = like.name, like.full_name, like.shown
    return [*changed, *others]


def former_names(people: Collection[Player]) -> set[str]:
    """By what names players were ever called, as far as these were changed."""
    return {one.own_name for one in people if one.own_name} | set(_told(people))


def _told(people: Collection[Player]) -> Iterator[str]:
    subjects = [str(one.public_id) for one in people]
    for row in LogRow.objects.filter(action__in=FORMER, subject__in=subjects):
        for column in FORMER[row.action]:
            yield json.loads(getattr(row, column))["name"]
