"""The order of a group: steps one after another, with the reason for every place.

Entrants still tied after a separation repeat the step, then go on (RULES §8, chosen).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from rules.standings.criteria import Group, group_of
from rules.standings.standings_rows import EncounterRecord, Row
from rules.standings.steps import (
    DEFAULT_ORDER,
    DEFAULT_STEPS,
    FOURS_ORDER,
    STEPS,
    SWISS_ORDER,
    Step,
    UnknownStep,
    steps_named,
)
from rules.text import Text, enumerated

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_STEPS",
    "FOURS_ORDER",
    "STEPS",
    "SWISS_ORDER",
    "EncounterRecord",
    "Ranked",
    "Reason",
    "Row",
    "Step",
    "UnknownStep",
    "classes_by",
    "rank",
    "rank_group",
    "steps_named",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why ``leaders`` are above the next: the deciding step and its values.

    ``against`` were tied with them until this step.
    """

    criterion: Step
    leaders: tuple[str, ...]
    against: tuple[str, ...]
    mine: int
    theirs: int

    @property
    def step(self) -> str:
        return self.criterion.id

    @property
    def text(self) -> Text:
        return self.criterion.name

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        """Return "Above Kordon by average: +2,390 against +903"."""
        names = [name_of(entrant) for entrant in self.against]
        phrase = self.criterion.phrase
        return Text(
            f"{enumerated(names, 'tr')} karşısında {phrase.tr} önde{self._values('tr', ' / ')}",
            f"Above {enumerated(names, 'en')} {phrase.en}{self._values('en', ' against ')}",
        )

    def sentence_from_below(self, name_of: Callable[[str], str]) -> Text:
        """Return "Sahil is above by average: +2,390 against +903"."""
        names = [name_of(entrant) for entrant in self.leaders]
        phrase = self.criterion.phrase
        verb = "is" if len(names) == 1 else "are"
        return Text(
            f"{enumerated(names, 'tr')} {phrase.tr} önde{self._values('tr', ' / ')}",
            f"{enumerated(names, 'en')} {verb} above {phrase.en}{self._values('en', ' against ')}",
        )

    def _values(self, language: str, between: str) -> str:
        show = self.criterion.show
        if show is None:
            return ""
        return f": {show(self.mine, language)}{between}{show(self.theirs, language)}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entrant's place; ``tied`` shares the rank until a lot is drawn.

    ``reason`` is for being above the next, ``below`` for those above.
    """

    entrant: str
    rank: int
    row: Row
    tied: bool
    reason: Reason | None
    below: Reason | None = None

    def sentences(self, name_of: Callable[[str], str]) -> list[Text]:
        """Return who is above and below, and why."""
        sentences_from_below = [self.below.sentence_from_below(name_of)] if self.below else []
        return sentences_from_below + ([self.reason.sentence(name_of)] if self.reason else [])


def rank_group(
    entrants: Sequence[str],
    results: Sequence[EncounterRecord],
    lot: Sequence[str] | None,
    steps: Sequence[Step] = DEFAULT_STEPS,
) -> list[Ranked]:
    """Rank a group's entrants, each with the reason for being above the next.

    ``entrants`` are in the order of unbroken ties. Undecided results contribute figures so far. ``lot``
    applies only if it names all tied.
    """
    return rank(entrants, group_of(entrants, results, lot), steps)


def rank(entrants: Sequence[str], group: Group, steps: Sequence[Step]) -> list[Ranked]:
    ranked: list[Ranked] = []
    below: Reason | None = None
    for place in _places(group, tuple(entrants), tuple(steps)):
        number, tied = len(ranked) + 1, len(place.entrants) > 1
        reason = replace(place.reason, leaders=place.entrants) if place.reason else None
        ranked += [
            Ranked(entrant, number, group.rows[entrant], tied, reason, below) for entrant in place.entrants
        ]
        below = reason
    return ranked


@dataclass(frozen=True, slots=True)
class _Place:
    entrants: tuple[str, ...]
    steps: tuple[Step, ...]
    reason: Reason | None = None


def _places(group: Group, entrants: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[_Place]:
    pending = [_Place(entrants, steps)] if entrants else []
    while pending:
        place = pending.pop()
        if len(place.entrants) > 1 and place.steps:
            pending += reversed(_parted(group, place))
        else:
            yield place


def _parted(group: Group, place: _Place) -> list[_Place]:
    """Split a place by its next step; the last part inherits the reason."""
    step, *later_steps = place.steps
    values = step.value(group, frozenset(place.entrants))
    classes = classes_by(place.entrants, values, highest_first=step.highest_first)
    if len(classes) == 1:
        return [replace(place, steps=tuple(later_steps))]
    return [
        replace(
            place,
            entrants=members,
            reason=Reason(step, members, following, values[members[0]], values[following[0]])
            if following
            else place.reason,
        )
        for members, following in zip_longest(classes, classes[1:])
    ]


def classes_by(
    tied: Collection[str], values: Mapping[str, int], *, highest_first: bool
) -> list[tuple[str, ...]]:
    """Group entrants with equal values, best first, in order within."""
    ordered = sorted(tied, key=values.__getitem__, reverse=highest_first)
    return [tuple(members) for _, members in groupby(ordered, key=values.__getitem__)]
