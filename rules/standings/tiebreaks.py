"""Entrants still tied after a separation repeat the step, then go on (RULES §8, chosen)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest

from rules.standings.criteria import Group, build_group
from rules.standings.standings_rows import EncounterRecord, StandingsRow
from rules.standings.statements import MAX_NAMED_ENTRANTS, Code, Statement
from rules.standings.steps import (
    DEFAULT_ORDER,
    DEFAULT_STEPS,
    FOURS_ORDER,
    STEPS,
    SWISS_ORDER,
    Step,
    UnknownStep,
    steps_by_ids,
)

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_STEPS",
    "FOURS_ORDER",
    "STEPS",
    "SWISS_ORDER",
    "EncounterRecord",
    "Lead",
    "RankedRow",
    "StandingsRow",
    "Step",
    "UnknownStep",
    "group_equal_values",
    "rank",
    "rank_group",
    "steps_by_ids",
]


@dataclass(frozen=True, slots=True)
class Lead:
    """Why ``leaders`` are above the next; ``against`` were tied with them until this step."""

    criterion: Step
    leaders: tuple[str, ...]
    against: tuple[str, ...]
    own_value: int
    other_value: int

    @property
    def step(self) -> str:
        return self.criterion.id

    @property
    def above(self) -> Statement:
        return self._statement(Code.ABOVE, self.against)

    @property
    def below(self) -> Statement:
        return self._statement(Code.BELOW, self.leaders)

    def _statement(self, code: Code, entrants: tuple[str, ...]) -> Statement:
        named = entrants if len(entrants) <= MAX_NAMED_ENTRANTS else entrants[: MAX_NAMED_ENTRANTS - 1]
        return Statement(
            code,
            step=self.criterion.id,
            entrants=named,
            others=len(entrants) - len(named),
            figures=(self.own_value, self.other_value) if self.criterion.show else (),
            scale=self.criterion.scale,
        )


@dataclass(frozen=True, slots=True)
class RankedRow:
    """``tied`` shares the rank until a lot is drawn; ``reason_below`` is for those above.

    ``separated_by`` has the last value of each step that separated the entrant from tied ones.
    """

    entrant: str
    rank: int
    row: StandingsRow
    tied: bool
    reason: Lead | None
    reason_below: Lead | None = None
    separated_by: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def reasons(self) -> tuple[Statement, ...]:
        above = (self.reason.above,) if self.reason else ()
        return (*above, self.reason_below.below) if self.reason_below else above


def rank_group(
    entrants: Sequence[str],
    results: Sequence[EncounterRecord],
    lot: Sequence[str] | None,
    steps: Sequence[Step] = DEFAULT_STEPS,
) -> list[RankedRow]:
    """``entrants`` are in the order of unbroken ties; ``lot`` applies only if it names all tied."""
    return rank(entrants, build_group(entrants, results, lot), steps)


def rank(entrants: Sequence[str], group: Group, steps: Sequence[Step]) -> list[RankedRow]:
    """Rank by steps; those still tied share a rank and keep their order."""
    ranked: list[RankedRow] = []
    below: Lead | None = None
    for place in _places(group, tuple(entrants), tuple(steps)):
        number, tied = len(ranked) + 1, len(place.entrants) > 1
        reason = replace(place.reason, leaders=place.entrants) if place.reason else None
        ranked += [
            RankedRow(entrant, number, group.rows[entrant], tied, reason, below, place.separated_by)
            for entrant in place.entrants
        ]
        below = reason
    return ranked


@dataclass(frozen=True, slots=True)
class _Place:
    entrants: tuple[str, ...]
    steps: tuple[Step, ...]
    reason: Lead | None = None
    separated_by: Mapping[str, int] = field(default_factory=dict, hash=False)


def _places(group: Group, entrants: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[_Place]:
    pending = [_Place(entrants, steps)] if entrants else []
    while pending:
        place = pending.pop()
        if len(place.entrants) > 1 and place.steps:
            pending += reversed(_split_place(group, place))
        else:
            yield place


def _split_place(group: Group, place: _Place) -> list[_Place]:
    """Split by the next step, best first; the last part inherits the reason.

    A step that separates nobody is dropped from the place.
    """
    step, *later_steps = place.steps
    values = step.value(group, frozenset(place.entrants))
    classes = group_equal_values(place.entrants, values, highest_first=step.highest_first)
    if len(classes) == 1:
        return [replace(place, steps=tuple(later_steps))]
    return [
        replace(
            place,
            entrants=members,
            reason=Lead(step, members, following, values[members[0]], values[following[0]])
            if following
            else place.reason,
            separated_by={**place.separated_by, step.id: values[members[0]]},
        )
        for members, following in zip_longest(classes, classes[1:])
    ]


def group_equal_values(
    tied: Collection[str], values: Mapping[str, int], *, highest_first: bool
) -> list[tuple[str, ...]]:
    """Best first; equal entrants keep their order."""
    ordered = sorted(tied, key=values.__getitem__, reverse=highest_first)
    return [tuple(members) for _, members in groupby(ordered, key=values.__getitem__)]
