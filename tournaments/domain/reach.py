"""How many reach each stage of a chain, before anybody has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.groups import group_sizes

from .chain_checks import main_position
from .chain_estimate import sent_on, usual_groups
from .stage_settings import StageSettings

Sizes = Sequence[int]
"""How many are in each group of a stage; a stage without groups is one."""


def sizes_of_chain(stages: Sequence[StageSettings], known: Mapping[int, Sizes]) -> list[list[int]]:
    """The sizes of every stage, by those that are known by position; later groups are the usual ones."""
    found: list[list[int]] = []
    for position, stage in enumerate(stages, start=1):
        here = sum(sent_on(feed, found, stages) for feed in stage.feeds)
        groups = usual_groups(here) if stage.kind == StageKind.GROUPS and here else 1
        found.append(list(known.get(position) or group_sizes(here, groups)))
    return found


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
