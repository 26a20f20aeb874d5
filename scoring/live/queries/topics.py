"""What a live page shows, and so which changes reach it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID


class Kind(StrEnum):
    TOURNAMENT = "tournament"
    """Everything in a tournament, with every hand."""
    RESULTS = "results"
    """Everything except standings and undecided hands: pairings, matches won, names, rules."""
    ENCOUNTER = "encounter"
    """Results of its tournament, and its own hands."""
    ENTRANT = "entrant"
    """Results and standings of its tournament, and the hands of its own encounters."""
    TABLE = "table"
    """Results of its tournament, and the hands of the encounters there."""
    PLAYER = "player"
    """Everything in the tournaments of the player's club."""
    HOUSE = "house"
    """Results of all tournaments, and everything in current ones while there are few."""
    LIST = "list"
    """Results of all tournaments."""


KINDS_WITH_STANDINGS: Final = {Kind.TOURNAMENT, Kind.ENTRANT}
"""Topics with standings, which change a moment after a hand."""


class Topic(NamedTuple):
    kind: Kind
    public_id: UUID

    def __str__(self) -> str:
        return f"{self.kind.value}.{self.public_id}"


MAX_TOURNAMENTS_WITH_HANDS: Final = 4
"""The front page shows this many current tournaments hand by hand."""

SITE_TOPIC = Topic(Kind.HOUSE, UUID(int=0))
TOURNAMENT_LIST_TOPIC = Topic(Kind.LIST, UUID(int=0))

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
PATTERN = f"(?:{'|'.join(Kind)})\\.{_UUID}"
_TOPIC = re.compile(PATTERN)


def parse_topic(text: str) -> Topic:
    if not _TOPIC.fullmatch(text):
        raise ValueError(text)
    kind, _dot, public_id = text.partition(".")
    return Topic(Kind(kind), UUID(public_id))
