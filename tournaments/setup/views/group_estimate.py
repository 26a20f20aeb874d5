from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.games.game import Game
from tournaments.formats.group_sizes import group_sizes
from tournaments.formats.time_estimate import Range, hours_and_minutes
from tournaments.refusals import Refused
from tournaments.stages.draw_checks import StagePosition, check_sizes
from tournaments.stages.stage_flow_estimate import StageFlowEstimate, estimate_stage_flow
from tournaments.stages.stage_settings import USUAL_GAME
from tournaments.stages.stage_sizes import USUAL_GROUP_SIZE


@dataclass(frozen=True)
class GroupCountChoice:
    groups: int
    sizes: list[int]


@dataclass(frozen=True)
class GroupPlan:
    groups: int
    sizes: list[int]
    tables: int
    refusal: Refused | None = None
    nearest: list[GroupCountChoice] = field(default_factory=list)
    estimate: GroupsEstimate | None = None

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_and_minutes(self.estimate.minutes) if self.estimate else []


@dataclass(frozen=True)
class GroupsEstimate:
    group_encounters: int
    knockout_encounters: int
    hands_per_pair_in_groups: tuple[int, int]
    hands_for_champion: tuple[int, int]
    minutes: Range

    @property
    def encounters(self) -> int:
        return self.group_encounters + self.knockout_encounters


def group_choices(entered: int, place: StagePosition) -> list[GroupCountChoice]:
    return [
        GroupCountChoice(count, group_sizes(entered, count)) for count in place.possible_group_counts(entered)
    ]


def usual_group_count(entered: int, place: StagePosition) -> int:
    possible = place.possible_group_counts(entered) or [1]
    return min(possible, key=lambda count: (abs(entered / count - USUAL_GROUP_SIZE), count))


def plan_groups(
    entered: int, groups: int, tables: int, place: StagePosition, game: Game[Any, Any] = USUAL_GAME
) -> GroupPlan:
    """Return group sizes with the estimated time.

    If `groups` is impossible, the refusal (not raised) and the two nearest numbers instead.
    """
    sizes = group_sizes(entered, groups)
    try:
        check_sizes(sizes, place)
    except Refused as refusal:
        nearest = sorted(group_choices(entered, place), key=lambda choice: abs(choice.groups - groups))
        return GroupPlan(groups, sizes, tables, refusal, nearest[:2])
    flow_estimate = estimate_stage_flow(
        place.stages, entrants=entered, tables=tables, groups=groups, game=game
    )
    return GroupPlan(groups, sizes, tables, estimate=_groups_estimate(flow_estimate))


def _groups_estimate(estimate: StageFlowEstimate) -> GroupsEstimate:
    first, *later = [stage for stage in estimate.stages if stage]
    return GroupsEstimate(
        group_encounters=first.encounters.most,
        knockout_encounters=sum(stage.encounters.most for stage in later),
        hands_per_pair_in_groups=(first.hands.fewest, first.hands.most),
        hands_for_champion=(estimate.hands_for_champion.fewest, estimate.hands_for_champion.most),
        minutes=estimate.minutes,
    )
