"""The inputs of a later round's pairing, stored so that anybody can repeat it."""

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
    canonical_json,
    read,
    read_integer,
    read_nonempty,
    read_optional,
    read_versioned,
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
    """Ids by seed, those in play (best first) with points, and every encounter so far.

    `rounds` is 0 for as many as are needed.
    """

    kind: str
    rounds: int
    entrants: tuple[str, ...]
    standing: tuple[str, ...]
    points: tuple[int, ...]
    played: tuple[Played, ...]

    @property
    def number(self) -> int:
        return 1 + max(encounter.key.round for encounter in self.played)

    @property
    def seeds(self) -> dict[str, int]:
        return {entrant_id: seed for seed, entrant_id in enumerate(self.entrants, start=1)}

    @property
    def field(self) -> Field:
        seeds = self.seeds
        standing = tuple(seeds[entrant_id] for entrant_id in self.standing)
        points = tuple(zip(standing, self.points, strict=True))
        return Field(entrants=len(self.entrants), standing=standing, points=points)

    def to_json(self) -> str:
        played = [
            [encounter.key.round, encounter.key.position, encounter.seeds, encounter.places]
            for encounter in self.played
        ]
        payload = {name: getattr(self, name) for name in _MEMBERS}
        return canonical_json({**payload, "played": played, "version": VERSION})

    @classmethod
    def from_json(cls, text: str) -> RoundInputs:
        """Raise MalformedDraw, UnknownVersion."""
        return read(text, _inputs)


def pair(inputs: RoundInputs, *, progress: Progress | None = None) -> Drawn | None:
    """Pair the next round as groups of ids, a single id for a bye; None when no round is left."""
    settings = Settings(rounds=inputs.rounds)
    if inputs.kind == StageKind.SWISS:
        planned = SWISS.next_round(inputs.field, settings, inputs.played, progress)
    else:
        planned = FORMATS[inputs.kind].next_round(inputs.field, settings, inputs.played)
    if planned is None:
        return None
    return Drawn(groups=tuple(_ids(inputs, encounter) for encounter in planned))


def with_exchanges(result: Drawn, alterations: Sequence[Alteration]) -> Drawn:
    """Raise AlterationNotPossible."""
    encounters = [list(ids) for ids in result.groups]
    for alteration in alterations:
        places = {entrant_id: (ids, chair) for ids in encounters for chair, entrant_id in enumerate(ids)}
        swapped_ids = (alteration.a, alteration.b)
        if alteration.kind is not AlterationKind.SWAP or not places.keys() >= set(swapped_ids):
            raise AlterationNotPossible
        (first_ids, first_chair), (second_ids, second_chair) = (places[key] for key in swapped_ids)
        first_ids[first_chair], second_ids[second_chair] = second_ids[second_chair], first_ids[first_chair]
    return Drawn(groups=tuple(tuple(ids) for ids in encounters))


def planned_round(inputs: RoundInputs, result: Drawn) -> list[Planned]:
    seeds, seats = inputs.seeds, FORMATS[inputs.kind].seats
    planned = []
    for position, ids in enumerate(result.groups):
        sides: list[Source] = [Seed(seeds[entrant_id]) for entrant_id in ids]
        sides += [Nobody()] * (seats - len(ids))
        planned.append(Planned(Key(Part.MAIN, inputs.number, position), tuple(sides)))
    return planned


def round_faults(inputs: RoundInputs, result: Drawn) -> Faults:
    seeds = inputs.seeds
    rows = [[seeds[entrant_id] for entrant_id in ids] for ids in result.groups]
    taking_part = {seed for row in rows for seed in row}
    contenders = [
        contender
        for contender in _contenders(inputs)
        if contender.seed in taking_part or inputs.kind in SWISS_KINDS
    ]
    return faults_of([pair for row in rows for pair in _pairs(row)], contenders)


def fewest_repeats(inputs: RoundInputs, result: Drawn) -> int:
    seeds = inputs.seeds
    seated = [seeds[entrant_id] for ids in result.groups if len(ids) > 1 for entrant_id in ids]
    meetings = {contender.seed: contender.met for contender in _contenders(inputs)}
    return repeat_bounds.fewest_repeats(seated, meetings)


def sources_by_entrant(inputs: RoundInputs) -> dict[str, tuple[Key, int]]:
    """Return, by id, the encounter and place that it advances from; tables of four only."""
    if inputs.kind in SWISS_KINDS:
        return {}
    previous_round = [encounter for encounter in inputs.played if encounter.key.round == inputs.number - 1]
    return {
        inputs.entrants[seed - 1]: (encounter.key, place)
        for encounter in previous_round
        for seed, place in zip(encounter.seeds, encounter.places, strict=True)
        if seed is not None and place is not None
    }


def _ids(inputs: RoundInputs, planned: Planned) -> tuple[str, ...]:
    return tuple(inputs.entrants[side.number - 1] for side in planned.sides if isinstance(side, Seed))


def _pairs(row: Sequence[int]) -> Iterator[Pair]:
    if len(row) == 1:
        yield row[0], None
    yield from combinations(row, 2)


def _contenders(inputs: RoundInputs) -> list[Contender]:
    meetings: Mapping[int, Counter[int]] = {seed: Counter() for seed in inputs.seeds.values()}
    byes: Counter[int] = Counter()
    for encounter in inputs.played:
        seated = [seed for seed in encounter.seeds if seed is not None]
        if len(seated) == 1:
            byes[seated[0]] += 1
        for seed, opponent in combinations(seated, 2):
            meetings[seed][opponent] += 1
            meetings[opponent][seed] += 1
    return [Contender(seed, met=meetings[seed], byes=byes[seed]) for seed in inputs.field.standing]


def _inputs(value: object) -> RoundInputs:
    fields = read_versioned(value, _MEMBERS)
    return RoundInputs(
        kind=read_text(fields["kind"], "kind"),
        rounds=read_integer(fields["rounds"], "rounds"),
        entrants=tuple(read_nonempty(item, "entrants") for item in read_list(fields["entrants"], "entrants")),
        standing=tuple(read_nonempty(item, "standing") for item in read_list(fields["standing"], "standing")),
        points=tuple(read_integer(item, "points") for item in read_list(fields["points"], "points")),
        played=tuple(_played(item) for item in read_list(fields["played"], "played")),
    )


def _played(value: object) -> Played:
    number, position, seeds, places = (*read_list(value, "played"), *[None] * _OF_PLAYED)[:_OF_PLAYED]
    return Played(
        Key(Part.MAIN, read_integer(number, "played"), read_integer(position, "played")),
        tuple(read_optional(item, "played", read_integer) for item in read_list(seeds, "played")),
        tuple(read_optional(item, "played", read_integer) for item in read_list(places, "played")),
    )
