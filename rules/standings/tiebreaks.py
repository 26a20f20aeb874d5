"""The order of a group: steps tried one after another, with the reason for every place.

When a step separates some tied entrants, those still tied repeat it among themselves, then go on to the next
(RULES §8, chosen).
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
    """Why entrants are above the next ones: the deciding step and its values.

    ``leaders`` share the place above with the value ``mine``. ``against`` are all who were tied with them
    until this step and come next, with the value ``theirs`` in common.
    """

    criterion: Step
    leaders: tuple[str, ...]
    against: tuple[str, ...]
    mine: int
    theirs: int

    @property
    def step(self) -> str:
        """Return the id of the deciding step."""
        return self.criterion.id

    @property
    def text(self) -> Text:
        """Return what the step compares, as a heading: "Averaj", "Average"."""
        return self.criterion.name

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        """Return it for the leaders: "Above Kordon by average: +2,390 against +903"."""
        names = [name_of(entrant) for entrant in self.against]
        phrase = self.criterion.phrase
        return Text(
            f"{enumerated(names, 'tr')} karşısında {phrase.tr} önde{self._values('tr', ' / ')}",
            f"Above {enumerated(names, 'en')} {phrase.en}{self._values('en', ' against ')}",
        )

    def sentence_from_below(self, name_of: Callable[[str], str]) -> Text:
        """Return it for those below: "Sahil is above by average: +2,390 against +903"."""
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
    """An entrant's place in its group; ``tied`` shares the rank until a lot is drawn.

    ``reason`` says why it is above the next (None for the last), ``below`` why those above are there (None
    for the first).
    """

    entrant: str
    rank: int
    row: Row
    tied: bool
    reason: Reason | None
    below: Reason | None = None

    def sentences(self, name_of: Callable[[str], str]) -> list[Text]:
        """Return why it is exactly here: first who is above and why, then whom it is above."""
        under = [self.below.sentence_from_below(name_of)] if self.below else []
        return under + ([self.reason.sentence(name_of)] if self.reason else [])


def rank_group(
    entrants: Sequence[str],
    results: Sequence[EncounterRecord],
    lot: Sequence[str] | None,
    steps: Sequence[Step] = DEFAULT_STEPS,
) -> list[Ranked]:
    """Rank a group's entrants, each with the reason for being above the next.

    ``entrants`` are ids in the order shown for unbroken ties. ``results`` are the group's encounters; an
    undecided one contributes matches won, penalties and infractions so far. ``lot`` has ids in the order of a
    recorded lot, which applies only if it names all tied. ``steps`` are in order.
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
    """Entrants that share a place so far, the remaining steps, and why they are above the next."""

    entrants: tuple[str, ...]
    steps: tuple[Step, ...]
    reason: Reason | None = None


def _places(group: Group, entrants: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[_Place]:
    """Yield places separated as far as the steps can, best first."""
    waiting = [_Place(entrants, steps)] if entrants else []
    while waiting:
        place = waiting.pop()
        if len(place.entrants) > 1 and place.steps:
            waiting += reversed(_parted(group, place))
        else:
            yield place


def _parted(group: Group, place: _Place) -> list[_Place]:
    """Split a place by its next step; its last part inherits the reason for being above the next place."""
    step, *later = place.steps
    values = step.value(group, frozenset(place.entrants))
    classes = classes_by(place.entrants, values, highest_first=step.highest_first)
    if len(classes) == 1:
        return [replace(place, steps=tuple(later))]
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
    """Group entrants with equal values, best first, keeping the given order within."""
    ordered = sorted(tied, key=values.__getitem__, reverse=highest_first)
    return [tuple(members) for _, members in groupby(ordered, key=values.__getitem__)]
