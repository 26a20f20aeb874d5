"""What a number of groups means for the evening, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournaments.domain.group_checks import check_groups
from tournaments.domain.refusals import Refused
from tournaments.domain.setup import TournamentSettings
from tournaments.formats.estimate import Estimate, StagePlan, estimate
from tournaments.formats.groups import (
    LARGEST,
    SMALLEST,
    group_sizes,
    nearest_group_counts,
    possible_group_counts,
    sizes_allowed,
)

USUAL_SIZE = 4
MINUTES_AN_HOUR = 60


@dataclass(frozen=True)
class Choice:
    """A number of groups with its sizes, larger groups first; `fits` when its qualifiers fill a bracket."""

    groups: int
    sizes: list[int]
    fits: bool


@dataclass(frozen=True)
class Plan:
    """A chosen number of groups: what it means, or why it can't be and which are nearest to it."""

    groups: int
    sizes: list[int]
    tables: int
    advance: int
    refusal: Refused | None = None
    nearest: list[Choice] = field(default_factory=list)
    estimate: Estimate | None = None

    @property
    def qualifiers(self) -> int:
        return self.groups * self.advance if self.groups > 1 else 0

    @property
    def hours(self) -> list[tuple[int, int]]:
        """Fewest and most time, as (hours, minutes)."""
        return (
            [divmod(minutes, MINUTES_AN_HOUR) for minutes in self.estimate.minutes] if self.estimate else []
        )


def choices(entered: int, advance: int) -> list[Choice]:
    """Every number of groups of the right sizes, those too whose qualifiers fill no bracket."""
    fitting = possible_group_counts(entered, advance)
    counts = range(-(-entered // LARGEST), entered // SMALLEST + 1)
    return [
        Choice(count, group_sizes(entered, count), count in fitting)
        for count in counts
        if count and sizes_allowed(group_sizes(entered, count))
    ]


def usual_choice(entered: int, advance: int) -> int:
    """The number of groups whose size comes nearest to four."""
    fitting = possible_group_counts(entered, advance) or [1]
    return min(fitting, key=lambda count: (abs(entered / count - USUAL_SIZE), count))


def plan(entered: int, groups: int, settings: TournamentSettings) -> Plan:
    """What that many groups of these pairs mean, or why they are refused."""
    sizes = group_sizes(entered, groups)
    try:
        check_groups(sizes=sizes, advance=settings.advance)
    except Refused as refusal:
        nearest = nearest_group_counts(entered, settings.advance, groups)
        options = [Choice(count, group_sizes(entered, count), fits=True) for count in nearest]
        return Plan(groups, sizes, settings.tables, settings.advance, refusal, options)
    meant = estimate(
        sizes=sizes,
        advance=settings.advance,
        tables=settings.tables,
        groups_plan=StagePlan(settings.groups.best_of, settings.groups.hands),
        knockout_plan=StagePlan(settings.knockout.best_of, settings.knockout.hands),
    )
    return Plan(groups, sizes, settings.tables, settings.advance, estimate=meant)
