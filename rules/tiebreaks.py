"""The order of a group: steps tried one after another, and the reason for every place.

When a step splits tied entrants, those still tied go on with the same step recomputed among
themselves, then the next (RULES §8, chosen).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from rules.standings import EncounterRecord, Row, row_of
from rules.steps import DEFAULT_ORDER, DEFAULT_STEPS, STEPS, Group, Step, UnknownStep, steps_named
from rules.text import Text, enumerated

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_STEPS",
    "STEPS",
    "EncounterRecord",
    "Ranked",
    "Reason",
    "Row",
    "Step",
    "UnknownStep",
    "rank_group",
    "steps_named",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entrant stands above those that come next: the step that parted them and its values.

    ``against`` are all who were tied with it until this step and follow next, with the value
    ``theirs`` in common.
    """

    criterion: Step
    against: tuple[str, ...]
    mine: int
    theirs: int

    @property
    def step(self) -> str:
        """The id of the step that parted them."""
        return self.criterion.id

    @property
    def text(self) -> Text:
        """What the step compares, for a heading: "Averaj", "Average"."""
        return self.criterion.name

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        """Say it with names: "Above Kordon by average: +2,390 against +903"."""
        names = [name_of(entrant) for entrant in self.against]
        phrase = self.criterion.phrase
        return Text(
            f"{enumerated(names, 'tr')} karşısında {phrase.tr} önde{self._values('tr', ' / ')}",
            f"Above {enumerated(names, 'en')} {phrase.en}{self._values('en', ' against ')}",
        )

    def _values(self, language: str, between: str) -> str:
        show = self.criterion.show
        if show is None:
            return ""
        return f": {show(self.mine, language)}{between}{show(self.theirs, language)}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entrant's place in its group; ``tied`` shares the rank until a lot is drawn."""

    entrant: str
    rank: int
    row: Row
    tied: bool
    reason: Reason | None


def rank_group(
    entrants: Sequence[str],
    results: Sequence[EncounterRecord],
    lot: Sequence[str] | None,
    steps: Sequence[Step] = DEFAULT_STEPS,
) -> list[Ranked]:
    """Put the entrants of a group in order and say for each why it stands above the next.

    Args:
        entrants: ids in the order in which unbroken ties are shown.
        results: the encounters of the group; one that is not decided gives matches won,
            penalties and infractions so far.
        lot: ids in the order of a recorded lot; it parts only those whom it names all.
        steps: the criteria in order.
    """
    group = Group({entrant: row_of(entrant, results) for entrant in entrants}, results, lot or ())
    ranked: list[Ranked] = []
    for place in _places(group, tuple(entrants), steps):
        rank, tied = len(ranked) + 1, len(place.entrants) > 1
        ranked += [
            Ranked(entrant, rank, group.rows[entrant], tied, place.reason) for entrant in place.entrants
        ]
    return ranked


@dataclass(frozen=True, slots=True)
class _Place:
    """Entrants that share a place, and why they stand above the next one."""

    entrants: tuple[str, ...]
    reason: Reason | None = None


def _places(group: Group, tied: tuple[str, ...], steps: Sequence[Step]) -> list[_Place]:
    """Part the tied as far as the steps can."""
    if not steps:
        return [_Place(tied)]
    step = steps[0]
    values = {entrant: step.value(group, entrant, tied) for entrant in tied}
    classes = list(_classes(tied, values, highest_first=step.highest_first))
    if len(classes) == 1:
        return _places(group, tied, steps[1:])
    places: list[_Place] = []
    for members, following in zip_longest(classes, classes[1:]):
        inside = _places(group, members, steps)
        if following:
            reason = Reason(step, following, values[members[0]], values[following[0]])
            inside[-1] = replace(inside[-1], reason=reason)
        places += inside
    return places


def _classes(
    tied: tuple[str, ...], values: Mapping[str, int], *, highest_first: bool
) -> Iterator[tuple[str, ...]]:
    """Gather those with equal values, best first, keeping the given order inside."""
    for value in sorted(set(values.values()), reverse=highest_first):
        yield tuple(entrant for entrant in tied if values[entrant] == value)
