"""Stored inputs of a later round's pairing: anybody can repeat it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.strict_json import read_list, read_text
from tournaments.draws.domain.compute_draw import AlterationNotPossible
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.drawing import Alteration, AlterationKind, DrawResult
from tournaments.formats.drawing.draw_json import (
    DRAW_VERSION,
    canonical_json,
    read_draw_json,
    read_integer,
    read_nonempty,
    read_optional,
    read_versioned,
)
from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    Source,
    StageField,
)
from tournaments.formats.fours import repeat_bounds
from tournaments.formats.pairing import Contender, ProgressCallback
from tournaments.formats.pairing_faults import Pair, PairingFaults, find_pairing_faults
from tournaments.formats.swiss import SWISS

_FIELD_NAMES = ("kind", "rounds", "entrants", "standing", "points", "played")
_PLAYED_LENGTH = 4


@dataclass(frozen=True, kw_only=True)
class RoundInputs:
    """Ids by seed, those in play (best first) with points, every encounter so far.

    `rounds` is 0 for as many as needed.
    """

    kind: str
    rounds: int
    entrants: tuple[str, ...]
    standing: tuple[str, ...]
    points: tuple[int, ...]
    played: tuple[PlayedEncounter, ...]

    @property
    def number(self) -> int:
        return 1 + max(encounter.key.round for encounter in self.played)

    @property
    def seeds(self) -> dict[str, int]:
        return {entrant_id: seed for seed, entrant_id in enumerate(self.entrants, start=1)}

    @property
    def field(self) -> StageField:
        seeds = self.seeds
        standing = tuple(seeds[entrant_id] for entrant_id in self.standing)
        points = tuple(zip(standing, self.points, strict=True))
        return StageField(entrants=len(self.entrants), seeds_in_order=standing, points=points)

    def to_json(self) -> str:
        played = [
            [encounter.key.round, encounter.key.position, encounter.seeds, encounter.places]
            for encounter in self.played
        ]
        payload = {name: getattr(self, name) for name in _FIELD_NAMES}
        return canonical_json({**payload, "played": played, "version": DRAW_VERSION})

    @classmethod
    def from_json(cls, text: str) -> RoundInputs:
        """Raises MalformedDraw, UnknownVersion."""
        return read_draw_json(text, _parse_inputs)


def pair_next_round(inputs: RoundInputs, *, progress: ProgressCallback | None = None) -> DrawResult | None:
    """Return public ids by encounter as `groups`, a single one for a bye; None if no round is left.

    Only a Swiss stage reports `progress`.
    """
    settings = FormatSettings(rounds=inputs.rounds)
    if inputs.kind == StageKind.SWISS:
        planned = SWISS.next_round(inputs.field, settings, inputs.played, progress)
    else:
        planned = FORMATS[inputs.kind].next_round(inputs.field, settings, inputs.played)
    if planned is None:
        return None
    return DrawResult(groups=tuple(_seated_ids(inputs, encounter) for encounter in planned))


def apply_swaps(result: DrawResult, alterations: Sequence[Alteration]) -> DrawResult:
    """Return the pairing with entrants swapped.

    Raises AlterationNotPossible, also for entrants who aren't paired and other alterations.
    """
    encounters = [list(ids) for ids in result.groups]
    for alteration in alterations:
        places = {entrant_id: (ids, chair) for ids in encounters for chair, entrant_id in enumerate(ids)}
        swapped_ids = (alteration.a, alteration.b)
        if alteration.kind is not AlterationKind.SWAP or not places.keys() >= set(swapped_ids):
            raise AlterationNotPossible
        (first_ids, first_chair), (second_ids, second_chair) = (places[key] for key in swapped_ids)
        first_ids[first_chair], second_ids[second_chair] = second_ids[second_chair], first_ids[first_chair]
    return DrawResult(groups=tuple(tuple(ids) for ids in encounters))


def planned_round(inputs: RoundInputs, result: DrawResult) -> list[PlannedEncounter]:
    seeds, seats = inputs.seeds, FORMATS[inputs.kind].seats
    planned = []
    for position, ids in enumerate(result.groups):
        sides: list[Source] = [Seed(seeds[entrant_id]) for entrant_id in ids]
        sides += [EmptySide()] * (seats - len(ids))
        planned.append(PlannedEncounter(EncounterKey(Part.MAIN, inputs.number, position), tuple(sides)))
    return planned


def round_faults(inputs: RoundInputs, result: DrawResult) -> PairingFaults:
    """Find repeats, second byes and the like; an entrant left out is a fault only in a Swiss stage."""
    seeds = inputs.seeds
    rows = [[seeds[entrant_id] for entrant_id in ids] for ids in result.groups]
    taking_part = {seed for row in rows for seed in row}
    contenders = [
        contender
        for contender in _contenders(inputs)
        if contender.seed in taking_part or inputs.kind in SWISS_KINDS
    ]
    return find_pairing_faults([pair for row in rows for pair in _meeting_pairs(row)], contenders)


def fewest_repeats(inputs: RoundInputs, result: DrawResult) -> int:
    seeds = inputs.seeds
    seated = [seeds[entrant_id] for ids in result.groups if len(ids) > 1 for entrant_id in ids]
    meetings = {contender.seed: contender.meeting_counts for contender in _contenders(inputs)}
    return repeat_bounds.fewest_repeats(seated, meetings)


def sources_by_entrant(inputs: RoundInputs) -> dict[str, tuple[EncounterKey, int]]:
    """Return the previous encounter and place by public id; {} except in a knock-out of four."""
    if inputs.kind in SWISS_KINDS:
        return {}
    previous_round = [encounter for encounter in inputs.played if encounter.key.round == inputs.number - 1]
    return {
        inputs.entrants[seed - 1]: (encounter.key, place)
        for encounter in previous_round
        for seed, place in zip(encounter.seeds, encounter.places, strict=True)
        if seed is not None and place is not None
    }


def _seated_ids(inputs: RoundInputs, planned: PlannedEncounter) -> tuple[str, ...]:
    return tuple(inputs.entrants[side.number - 1] for side in planned.sides if isinstance(side, Seed))


def _meeting_pairs(row: Sequence[int]) -> Iterator[Pair]:
    if len(row) == 1:
        yield row[0], None
    yield from combinations(row, 2)


def _contenders(inputs: RoundInputs) -> list[Contender]:
    """Return entrants in play, best first, with meetings and byes but no points."""
    meetings: Mapping[int, Counter[int]] = {seed: Counter() for seed in inputs.seeds.values()}
    byes: Counter[int] = Counter()
    for encounter in inputs.played:
        seated = [seed for seed in encounter.seeds if seed is not None]
        if len(seated) == 1:
            byes[seated[0]] += 1
        for seed, opponent in combinations(seated, 2):
            meetings[seed][opponent] += 1
            meetings[opponent][seed] += 1
    return [
        Contender(seed, meeting_counts=meetings[seed], byes=byes[seed])
        for seed in inputs.field.seeds_in_order
    ]


def _parse_inputs(value: object) -> RoundInputs:
    """Read parsed JSON. Raises UnknownVersion, Malformed."""
    fields = read_versioned(value, _FIELD_NAMES)
    return RoundInputs(
        kind=read_text(fields["kind"], "kind"),
        rounds=read_integer(fields["rounds"], "rounds"),
        entrants=tuple(read_nonempty(item, "entrants") for item in read_list(fields["entrants"], "entrants")),
        standing=tuple(read_nonempty(item, "standing") for item in read_list(fields["standing"], "standing")),
        points=tuple(read_integer(item, "points") for item in read_list(fields["points"], "points")),
        played=tuple(_parse_played(item) for item in read_list(fields["played"], "played")),
    )


def _parse_played(value: object) -> PlayedEncounter:
    number, position, seeds, places = (*read_list(value, "played"), *[None] * _PLAYED_LENGTH)[:_PLAYED_LENGTH]
    return PlayedEncounter(
        EncounterKey(Part.MAIN, read_integer(number, "played"), read_integer(position, "played")),
        tuple(read_optional(item, "played", read_integer) for item in read_list(seeds, "played")),
        tuple(read_optional(item, "played", read_integer) for item in read_list(places, "played")),
    )
