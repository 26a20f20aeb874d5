"""How many reach each stage of a chain, before anybody has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.group_sizes import group_sizes
from tournaments.stages.stage_flow_checks import main_position
from tournaments.stages.stage_settings import FeedSettings, StageSettings

USUAL_SIZE = 4

Sizes = Sequence[int]
"""How many are in each group of a stage; a stage without groups is one."""


def sizes_of_chain(stages: Sequence[StageSettings], known: Mapping[int, Sizes]) -> list[list[int]]:
    """The sizes of every stage, by those that are known by position; other groups are the usual ones."""
    found: list[list[int]] = []
    for position, stage in enumerate(stages, start=1):
        here = sum(sent_on(feed, found, stages) for feed in stage.feeds)
        found.append(list(known.get(position) or usual_sizes(stages, position, here)))
    return found


def usual_sizes(stages: Sequence[StageSettings], position: int, entrants: int) -> list[int]:
    """As many groups as come nearest to four each, one where its first is the champion."""
    if stages[position - 1].kind != StageKind.GROUPS:
        return [entrants]
    alone = plays_alone(stages, position)
    return group_sizes(entrants, 1 if alone else max(1, round(entrants / USUAL_SIZE)))


def sent_on(feed: FeedSettings, sizes: Sequence[Sizes], stages: Sequence[StageSettings]) -> int:
    """How many a feed sends on."""
    source = sizes[feed.source - 1]
    if stages[feed.source - 1].kind != StageKind.GROUPS:
        return max(0, min(feed.last_rank, sum(source)) - feed.first_rank + 1)
    places = sum(size >= rank for size in source for rank in range(feed.first_rank, feed.last_rank + 1))
    return places if feed.best is None else min(places, feed.best)


def too_few_reach(stages: Sequence[StageSettings], known: Mapping[int, Sizes]) -> tuple[int, int, int] | None:
    """The first stage that too few would reach: its position, how many would, how many it needs."""
    sizes = sizes_of_chain(stages, known)
    for position, stage in enumerate(stages, start=1):
        here, fewest = sum(sizes[position - 1]), FORMATS[stage.kind].fewest
        if position not in known and here < fewest:
            return position, here, fewest
    return None


def plays_alone(stages: Sequence[StageSettings], position: int) -> bool:
    """Whether a stage of groups can have one group only: its first is the champion."""
    return stages[position - 1].kind == StageKind.GROUPS and main_position(stages) == position
