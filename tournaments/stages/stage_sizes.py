from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.group_sizes import group_sizes
from tournaments.stages.stage_flow_checks import champion_stage_position
from tournaments.stages.stage_settings import FeedSettings, StageSettings

USUAL_GROUP_SIZE = 4

Sizes = Sequence[int]
"""The size of each group of a stage; a stage without groups has one."""


def sizes_of_stages(stages: Sequence[StageSettings], known: Mapping[int, Sizes]) -> list[list[int]]:
    """Groups of unknown size get usual sizes."""
    sizes: list[list[int]] = []
    for position, stage in enumerate(stages, start=1):
        entrants = sum(count_advancing_by_feed(feed, sizes, stages) for feed in stage.feeds)
        sizes.append(list(known.get(position) or usual_sizes(stages, position, entrants)))
    return sizes


def most_tables_at_once(stages: Sequence[StageSettings], entrants: int) -> int:
    """Return how many tables can be in play at the same time."""
    return max(1, entrants // FORMATS[stages[0].kind].seats)


def usual_sizes(stages: Sequence[StageSettings], position: int, entrants: int) -> list[int]:
    if stages[position - 1].kind != StageKind.GROUPS:
        return [entrants]
    single_group = has_single_group(stages, position)
    return group_sizes(entrants, 1 if single_group else max(1, round(entrants / USUAL_GROUP_SIZE)))


def count_advancing_by_feed(
    feed: FeedSettings, sizes: Sequence[Sizes], stages: Sequence[StageSettings]
) -> int:
    source = sizes[feed.source - 1]
    if stages[feed.source - 1].kind != StageKind.GROUPS:
        return max(0, min(feed.last_rank, sum(source)) - feed.first_rank + 1)
    places = sum(size >= rank for size in source for rank in range(feed.first_rank, feed.last_rank + 1))
    return places if feed.best is None else min(places, feed.best)


def find_underfilled_stage(
    stages: Sequence[StageSettings], known: Mapping[int, Sizes]
) -> tuple[int, int, int] | None:
    """Return the position of the first stage too few reach, how many do, how many it needs; or None.

    Stages with `known` sizes are not checked.
    """
    sizes = sizes_of_stages(stages, known)
    for position, stage in enumerate(stages, start=1):
        reaching, fewest = sum(sizes[position - 1]), FORMATS[stage.kind].fewest
        if position not in known and reaching < fewest:
            return position, reaching, fewest
    return None


def has_single_group(stages: Sequence[StageSettings], position: int) -> bool:
    """Its first is the champion, so there can be no second group."""
    return stages[position - 1].kind == StageKind.GROUPS and champion_stage_position(stages) == position
