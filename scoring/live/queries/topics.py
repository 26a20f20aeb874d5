"""What a page shows: for changes of that alone it is told, and made anew."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID


class Kind(StrEnum):
    """What changes together. All that is told of is of something with a public id."""

    TOURNAMENT = "tournament"
    """Everything in it, with every hand."""
    RESULTS = "results"
    """All but standings, and hands that decide nothing: who meets whom, matches won, names, rules."""
    ENCOUNTER = "encounter"
    """Results of its tournament, and its own hands."""
    ENTRANT = "entrant"
    """Results and standings of its tournament, and the hands of its own encounters."""
    TABLE = "table"
    """Results of its tournament, and the hands of the encounters there."""
    PLAYER = "player"
    """Everything in the tournaments of his club."""
    HOUSE = "house"
    """Results of all tournaments, and everything in those that are played while there are few."""
    LIST = "list"
    """Results of all tournaments."""


SHOW_STANDINGS: Final = {Kind.TOURNAMENT, Kind.ENTRANT}
"""Of these a hand changes its standings besides, a moment later."""


class Topic(NamedTuple):
    kind: Kind
    of: UUID

    def __str__(self) -> str:
        return f"{self.kind.value}.{self.of}"


FEW_IN_PLAY: Final = 4
"""So many tournaments in play the front page shows, hand by hand while there are no more."""

HOUSE = Topic(Kind.HOUSE, UUID(int=0))
LIST = Topic(Kind.LIST, UUID(int=0))

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
PATTERN = f"(?:{'|'.join(Kind)})\\.{_UUID}"
_TOPIC = re.compile(PATTERN)


def parse_topic(text: str) -> Topic:
    """The topic that `str` gives so. Raises ValueError."""
    if not _TOPIC.fullmatch(text):
        raise ValueError(text)
    kind, _dot, of = text.partition(".")
    return Topic(Kind(kind), UUID(of))
