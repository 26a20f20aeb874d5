"""Everything that the pairing of a later round depends on, kept so that anybody can pair it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.strict_json import read_list, read_text
from tournaments.draws.domain.drawing import AlterationNotPossible
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.drawing import Alteration, AlterationKind, Drawn
from tournaments.formats.drawing.draw_json import (
    VERSION,
    canonical,
    name_of,
    optional,
    read,
    versioned,
    whole,
)
from tournaments.formats.fours import repeat_bounds
from tournaments.formats.pairing import Contender, Progress
from tournaments.formats.pairing_faults import Faults, Pair, faults_of
from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings, Source
from tournaments.formats.swiss import SWISS

_MEMBERS = ("kind", "rounds", "entrants", "standing", "points", "played")
_OF_PLAYED = 4


@dataclass(frozen=True, kw_only=True)
class RoundInputs:
    """Ids by seed; those still in play, best first, with what each has won; every encounter so far.

    `rounds` is what the organizer chose for the stage, 0 as many as it needs.
    """

    kind: str
    rounds: int
    entrants: tuple[str, ...]
    standing: tuple[str, ...]
    points: tuple[int, ...]
    played: tuple[Played, ...]

    @property
    def number(self) -> int:
        """The round that is to be drawn."""
        return 1 + max(encounter.key.round for encounter in self.played)

    @property
    def seeds(self) -> dict[str, int]:
        return {one: seed for seed, one in enumerate(self.entrants, start=1)}

    @property
    def field(self) -> Field:
        seeds = self.seeds
        standing = tuple(seeds[one] for one in self.standing)
        points = tuple(zip(standing, self.points, strict=True))
        return Field(entrants=len(self.entrants), standing=standing, points=points)

    def to_json(self) -> str:
        """Canonical JSON: equal inputs give equal bytes."""
        played = [[one.key.round, one.key.position, one.seeds, one.places] for one in self.played]
        said = {name: getattr(self, name) for name in _MEMBERS}
        return canonical({**said, "played": played, "version": VERSION})

    @classmethod
    def from_json(cls, text: str) -> RoundInputs:
        """Read what `to_json` wrote. Raises MalformedDraw, UnknownVersion."""
        return read(text, _inputs)


def pair(inputs: RoundInputs, *, progress: Progress | None = None) -> Drawn | None:
    """The next round, its encounters as groups of ids, one alone for a bye; None when there is none left.

    `progress` is told how many of how many are placed.
    """
    settings = Settings(rounds=inputs.rounds)
    if inputs.kind == StageKind.SWISS:
        planned = SWISS.next_round(inputs.field, settings, inputs.played, progress)
    else:
        planned = FORMATS[inputs.kind].next_round(inputs.field, settings, inputs.played)
    if planned is None:
        return None
    return Drawn(groups=tuple(_ids(inputs, one) for one in planned))


def exchanged(drawn: Drawn, alterations: Sequence[Alteration]) -> Drawn:
    """A round after these exchanges of two. Raises AlterationNotPossible."""
    encounters = [list(ids) for ids in drawn.groups]
    for alteration in alterations:
        places = {one: (ids, at) for ids in encounters for at, one in enumerate(ids)}
        wanted = (alteration.a, alteration.b)
        if alteration.kind is not AlterationKind.SWAP or not places.keys() >= set(wanted):
            raise AlterationNotPossible
        (one, here), (other, there) = (places[key] for key in wanted)
        one[here], other[there] = other[there], one[here]
    return Drawn(groups=tuple(tuple(ids) for ids in encounters))


def planned_round(inputs: RoundInputs, drawn: Drawn) -> list[Planned]:
    """The encounters of a round as its format plans them."""
    seeds, seats = inputs.seeds, FORMATS[inputs.kind].seats
    planned = []
    for position, ids in enumerate(drawn.groups):
        sides: list[Source] = [Seed(seeds[one]) for one in ids]
        sides += [Nobody()] * (seats - len(ids))
        planned.append(Planned(Key(Part.MAIN, inputs.number, position), tuple(sides)))
    return planned


def faults(inputs: RoundInputs, drawn: Drawn) -> Faults:
    """What a round would be better without: who meets again, who has a second bye, who is missing."""
    seeds = inputs.seeds
    rows = [[seeds[one] for one in ids] for ids in drawn.groups]
    there = {seed for row in rows for seed in row}
    known = [one for one in _contenders(inputs) if one.seed in there or inputs.kind in SWISS_KINDS]
    return faults_of([pair for row in rows for pair in _pairs(row)], known)


def fewest_repeats(inputs: RoundInputs, drawn: Drawn) -> int:
    """How many couples must sit together again at least, of those whom a round seats at tables of four."""
    seeds = inputs.seeds
    seated = [seeds[one] for ids in drawn.groups if len(ids) > 1 for one in ids]
    met = {one.seed: one.met for one in _contenders(inputs)}
    return repeat_bounds.fewest_repeats(seated, met)


def came_from(inputs: RoundInputs) -> dict[str, tuple[Key, int]]:
    """For each id the encounter of the round before and its place in it, which send it on: tables of four."""
    if inputs.kind in SWISS_KINDS:
        return {}
    before = [one for one in inputs.played if one.key.round == inputs.number - 1]
    return {
        inputs.entrants[seed - 1]: (one.key, place)
        for one in before
        for seed, place in zip(one.seeds, one.places, strict=True)
        if seed is not None and place is not None
    }


def _ids(inputs: RoundInputs, planned: Planned) -> tuple[str, ...]:
    return tuple(inputs.entrants[side.number - 1] for side in planned.sides if isinstance(side, Seed))


def _pairs(row: Sequence[int]) -> Iterator[Pair]:
    if len(row) == 1:
        yield row[0], None
    yield from combinations(row, 2)


def _contenders(inputs: RoundInputs) -> list[Contender]:
    met: Mapping[int, Counter[int]] = {seed: Counter() for seed in inputs.seeds.values()}
    byes: Counter[int] = Counter()
    for encounter in inputs.played:
        here = [seed for seed in encounter.seeds if seed is not None]
        if len(here) == 1:
            byes[here[0]] += 1
        for one, other in combinations(here, 2):
            met[one][other] += 1
            met[other][one] += 1
    return [Contender(seed, met=met[seed], byes=byes[seed]) for seed in inputs.field.standing]


def _inputs(value: object) -> RoundInputs:
    found = versioned(value, _MEMBERS)
    return RoundInputs(
        kind=read_text(found["kind"], "kind"),
        rounds=whole(found["rounds"], "rounds"),
        entrants=tuple(name_of(one, "entrants") for one in read_list(found["entrants"], "entrants")),
        standing=tuple(name_of(one, "standing") for one in read_list(found["standing"], "standing")),
        points=tuple(whole(one, "points") for one in read_list(found["points"], "points")),
        played=tuple(_played(one) for one in read_list(found["played"], "played")),
    )


def _played(value: object) -> Played:
    number, position, seeds, places = (*read_list(value, "played"), *[None] * _OF_PLAYED)[:_OF_PLAYED]
    return Played(
        Key(Part.MAIN, whole(number, "played"), whole(position, "played")),
        tuple(optional(one, "played", whole) for one in read_list(seeds, "played")),
        tuple(optional(one, "played", whole) for one in read_list(places, "played")),
    )
