"""People of like names that organizers said are different."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import LogRow, Player
from tournaments.naming.fuzzy_match import spelling_key
from tournaments.people.domain.logged_names import logged_name


def distinguish(people: Sequence[Player], *, by: Actor, at: datetime) -> None:
    """Log that these are different people of one club."""
    log_and_publish(
        "players_distinguished",
        by=by,
        at=at,
        club=people[0].club,
        subject=people[0].public_id,
        after={
            "names": [logged_name(person.real_name, [person]) for person in people],
            "people": [str(person.public_id) for person in people],
        },
    )


def distinguish_newcomers(newcomers: Iterable[Player], *, by: Actor, at: datetime) -> None:
    """Log newly stored people who organizers said are new to the club."""
    for newcomer in newcomers:
        known = Player.objects.people().filter(club=newcomer.club_id, pk__lt=newcomer.pk, anonymous_as=None)
        key = spelling_key(newcomer.real_name)
        namesakes = [person for person in known.order_by("pk") if spelling_key(person.real_name) == key]
        if namesakes:
            distinguish([newcomer, *namesakes], by=by, at=at)


def distinguished_pairs(club: int) -> set[frozenset[str]]:
    """Return pairs of public ids."""
    rows = LogRow.objects.filter(club=club, action="players_distinguished").values_list("after", flat=True)
    return {
        frozenset(pair)
        for after in rows.order_by("pk")
        for pair in combinations(json.loads(after)["people"], 2)
    }
