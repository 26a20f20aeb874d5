"""How things stand for those who are followed, read together for all who were asked about lately.

A hand that is stored lets all who follow somebody ask anew, each about another. What is read for the first of
them is read for the others as well, and kept for the moment in which they ask.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

from scoring.live.queries.followed_state import Following
from scoring.live.queries.following import entrants_among, read_followings
from scoring.live.views.shared import Shelf
from scoring.reading.frame import Frame, read_frame

LATELY = 600.0
"""Seconds. Whoever still looks asks again with every hand of his tournament."""
MOST = 1024
"""So many names are remembered, in all tournaments together."""


class Asked:
    """Who was asked about lately, by the public ids of tournaments and entrants. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._when: OrderedDict[tuple[UUID, UUID], float] = OrderedDict()

    def note(self, tournament: UUID, entrants: Iterable[UUID]) -> None:
        with self._lock:
            for entrant in entrants:
                self._when[tournament, entrant] = time.monotonic()
                self._when.move_to_end((tournament, entrant))
            while len(self._when) > MOST:
                self._when.popitem(last=False)

    def lately(self, tournament: UUID) -> set[UUID]:
        since = time.monotonic() - LATELY
        with self._lock:
            return {entrant for (one, entrant), at in self._when.items() if one == tournament and at > since}


@dataclass(frozen=True)
class _Read:
    frame: Frame
    followings: dict[UUID, Following]

    def add(self, public_ids: Iterable[UUID]) -> None:
        entrants = entrants_among(self.frame.tournament, public_ids)
        if entrants:
            self.followings.update(read_followings(self.frame, entrants))


asked = Asked()
_shelf: Shelf[_Read] = Shelf()


def following_lately(tournament: UUID, counter: int, public_ids: Sequence[UUID]) -> Following | None:
    """As `read_following`, of a tournament by its public id, no older than its counter."""

    def read() -> _Read:
        made = _Read(read_frame(tournament), {})
        made.add({*public_ids, *asked.lately(tournament)})
        return made

    known = _shelf.take((tournament, counter), read)
    if known.followings.keys().isdisjoint(public_ids):
        known.add(public_ids)
    own = next((one for one in public_ids if one in known.followings), None)
    if own is None:
        return None
    asked.note(tournament, [own])
    return known.followings[own]
