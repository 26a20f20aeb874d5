"""What a draw means for the evening: encounters, hands, hours."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from .bracket import later_rounds
from .round_robin import round_robin

MINUTES_A_HAND = 5


@dataclass(frozen=True)
class StagePlan:
    """How the encounters of a stage are played."""

    best_of: int
    hands: int

    @property
    def fewest_hands(self) -> int:
        """Hands of an encounter that is won without losing a match."""
        return (self.best_of // 2 + 1) * self.hands

    @property
    def most_hands(self) -> int:
        """Hands of an encounter that goes the whole way, extra hands aside."""
        return self.best_of * self.hands


@dataclass(frozen=True)
class Estimate:
    """Hands and minutes as (fewest, most); a pair's hands are those of the groups and of a whole evening."""

    group_encounters: int
    knockout_encounters: int
    hands_per_pair_in_groups: tuple[int, int]
    hands_for_champion: tuple[int, int]
    minutes: tuple[int, int]

    @property
    def encounters(self) -> int:
        return self.group_encounters + self.knockout_encounters


def estimate(
    *, sizes: list[int], advance: int, tables: int, groups_plan: StagePlan, knockout_plan: StagePlan
) -> Estimate:
    """What groups of these sizes mean on that many tables, at five minutes a hand. Tables are at least 1."""
    group_rounds = _encounters_by_round(sizes)
    qualifiers = len(sizes) * advance if len(sizes) > 1 else 0
    first = qualifiers // 2
    knockout_rounds = [first, *(len(meetings) for meetings in later_rounds(first))] if first else []
    meetings = (min(sizes) - 1, max(sizes) - 1)
    in_groups = (meetings[0] * groups_plan.fewest_hands, meetings[1] * groups_plan.most_hands)
    in_knockout = (
        len(knockout_rounds) * knockout_plan.fewest_hands,
        len(knockout_rounds) * knockout_plan.most_hands,
    )
    turns = sum(ceil(count / tables) for count in group_rounds)
    knockout_turns = sum(ceil(count / tables) for count in knockout_rounds)
    return Estimate(
        group_encounters=sum(group_rounds),
        knockout_encounters=sum(knockout_rounds),
        hands_per_pair_in_groups=in_groups,
        hands_for_champion=(in_groups[0] + in_knockout[0], in_groups[1] + in_knockout[1]),
        minutes=(
            MINUTES_A_HAND * (turns * groups_plan.fewest_hands + knockout_turns * knockout_plan.fewest_hands),
            MINUTES_A_HAND * (turns * groups_plan.most_hands + knockout_turns * knockout_plan.most_hands),
        ),
    )


def _encounters_by_round(sizes: list[int]) -> list[int]:
    """Encounters of all groups together, round by round."""
    by_group = [[len(meetings) for meetings in round_robin(size)] for size in sizes]
    longest = max(len(rounds) for rounds in by_group)
    return [sum(rounds[index] for rounds in by_group if index < len(rounds)) for index in range(longest)]
