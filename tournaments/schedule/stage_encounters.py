"""Plans to encounters, and encounters to results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.enums import DecidedBy, EncounterState, Part, SideLetter
from tournaments.formats.encounter_plan import (
    EncounterKey,
    FormatSettings,
    FromEncounter,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    Source,
    StageField,
)
from tournaments.formats.encounter_plan import Part as PlannedPart
from tournaments.models import Encounter, EncounterSide, Entrant, Group, GroupPlace, Stage
from tournaments.tables.domain.play_order import queue_by_schedule


@dataclass(frozen=True)
class SeedEntrant:
    """`cross_group_place` is among all of that rank."""

    entrant: Entrant | None
    from_group: Group | None = None
    from_rank: int | None = None
    from_encounter: Encounter | None = None
    from_place: int = 1
    cross_group_place: int | None = None


UNKNOWN_SEAT = SeedEntrant(None)


@dataclass
class _Chair:
    source: Source
    seated: SeedEntrant = UNKNOWN_SEAT
    vacant: bool = False


@dataclass
class _EncounterRow:
    planned: PlannedEncounter
    encounter: Encounter
    chairs: list[_Chair] = field(default_factory=list)

    def chair_at_place(self, place: int) -> _Chair | None:
        """Return the chair that reaches a place because of a bye."""
        if self.encounter.decided_by != DecidedBy.BYE:
            return None
        occupied = [chair for chair in self.chairs if not chair.vacant]
        return occupied[0] if place == 1 and occupied else _Chair(self.planned.sides[0], vacant=True)


def format_settings_of(stage: Stage) -> FormatSettings:
    return FormatSettings(
        meetings=stage.meetings,
        rounds=stage.last_round or stage.rounds,
        third_place=stage.third_place,
        reset_final=stage.reset_final,
    )


def store_plan(
    *,
    stage: Stage,
    planned: Iterable[PlannedEncounter],
    seated: Mapping[int, SeedEntrant],
    groups: Sequence[Group] = (),
    at: datetime,
) -> list[Encounter]:
    """Insert planned encounters and return them; queue them at tables, but decide byes at once.

    `planned` has sources first, `seated` is by seed, `groups` are in the plan's order.
    """
    rows: dict[EncounterKey, _EncounterRow] = {}
    for encounter_plan in planned:
        group = groups[encounter_plan.key.group or 0] if groups else None
        chairs = [_chair(source, seated, rows) for source in encounter_plan.sides]
        rows[encounter_plan.key] = _fill_in(
            Encounter(stage=stage, group=group), encounter_plan, chairs, at=at
        )
    encounters = [row.encounter for row in rows.values()]
    undecided = [encounter for encounter in encounters if encounter.state != EncounterState.DECIDED]
    queue_by_schedule(undecided, tournament=stage.tournament)
    Encounter.objects.bulk_create(encounters)
    EncounterSide.objects.bulk_create([side for row in rows.values() for side in _sides(row, rows)])
    return encounters


def _fill_in(
    encounter: Encounter, planned: PlannedEncounter, chairs: list[_Chair], *, at: datetime
) -> _EncounterRow:
    """Set key and state of unsaved `encounter`: ready if all entrants are known, decided if a bye."""
    key = planned.key
    encounter.part, encounter.round, encounter.position = Part(key.part.value), key.round, key.position
    lettered = zip(SideLetter, chairs, strict=False)
    occupied = [(letter, chair) for letter, chair in lettered if not chair.vacant]
    if all(chair.seated.entrant for _letter, chair in occupied):
        encounter.state = EncounterState.READY
        if len(occupied) <= 1:
            encounter.state, encounter.decided_by = EncounterState.DECIDED, DecidedBy.BYE
            encounter.decided_at = encounter.left_table_at = at
            encounter.winner = occupied[0][0] if occupied else None
    return _EncounterRow(planned, encounter, chairs)


def _chair(
    source: Source, seated: Mapping[int, SeedEntrant], rows: Mapping[EncounterKey, _EncounterRow]
) -> _Chair:
    if isinstance(source, Seed):
        return _Chair(source, seated.get(source.number, UNKNOWN_SEAT))
    if isinstance(source, FromEncounter):
        reached_chair = rows[source.key].chair_at_place(source.place)
        return _Chair(source, reached_chair.seated, reached_chair.vacant) if reached_chair else _Chair(source)
    return _Chair(source, vacant=True)


def _sides(row: _EncounterRow, rows: Mapping[EncounterKey, _EncounterRow]) -> list[EncounterSide]:
    return [_side(row, letter, chair, rows) for letter, chair in zip(SideLetter, row.chairs, strict=False)]


def _side(
    row: _EncounterRow, letter: SideLetter, chair: _Chair, rows: Mapping[EncounterKey, _EncounterRow]
) -> EncounterSide:
    """Return an unsaved side with its entrant and origin: a seed, or a place in a group or encounter.

    The winner of a bye gets place 1 and all wins needed.
    """
    encounter, source = row.encounter, chair.source
    won = encounter.winner == letter
    side = EncounterSide(
        encounter=encounter,
        letter=letter,
        entrant=chair.seated.entrant,
        vacant=chair.vacant,
        place=1 if won else None,
        wins=encounter.stage.wins_needed if won else None,
    )
    if isinstance(source, Seed):
        side.seed = source.number
        side.from_group, side.from_rank = chair.seated.from_group, chair.seated.from_rank
        side.from_encounter, side.from_place = chair.seated.from_encounter, chair.seated.from_place
    elif isinstance(source, FromEncounter):
        side.from_encounter, side.from_place = rows[source.key].encounter, source.place
    return side


@dataclass(frozen=True)
class PlayedStage:
    entrants: Mapping[int, Entrant]
    played: Sequence[PlayedEncounter]

    @property
    def seeds_by_entrant(self) -> dict[int, int]:
        return {entrant.pk: seed for seed, entrant in self.entrants.items()}

    @property
    def field(self) -> StageField:
        """Those who left are not among the seeds in order."""
        in_play = tuple(seed for seed, entrant in self.entrants.items() if not entrant.has_left)
        return StageField(entrants=len(self.entrants), seeds_in_order=in_play)

    @property
    def is_decided(self) -> bool:
        return all(encounter.decided for encounter in self.played)

    @property
    def last_round(self) -> int:
        return max((encounter.key.round for encounter in self.played), default=0)


def read_played_stage(stage: Stage) -> PlayedStage:
    return read_played_stages([stage])[stage.pk]


def read_played_stages(stages: Sequence[Stage]) -> dict[int, PlayedStage]:
    """Return, by a stage's primary key, its entrants by seed and encounters, without annulled and extra ones.

    As many queries as for one stage.
    """
    encounters = (
        Encounter.objects.not_annulled()
        .filter(stage__in=stages)
        .exclude(part=Part.EXTRA)
        .prefetch_related("sides__entrant")
        .order_by("round", "pk")
    )
    encounters_by_stage: defaultdict[int, list[Encounter]] = defaultdict(list)
    for encounter in encounters:
        encounters_by_stage[encounter.stage_id].append(encounter)
    with_standings = [stage for stage in stages if stage.has_standings]
    entrants_by_stage = _entrants_by_place(with_standings)
    groups: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for group in Group.objects.filter(stage__in=with_standings).order_by("position", "pk"):
        groups[group.stage_id][group.pk] = len(groups[group.stage_id])
    return {
        stage.pk: _played_stage(
            encounters_by_stage[stage.pk],
            entrants_by_stage[stage.pk]
            if stage.has_standings
            else _entrants_by_seed(encounters_by_stage[stage.pk]),
            groups[stage.pk],
        )
        for stage in stages
    }


def _played_stage(
    encounters: Sequence[Encounter], entrants: dict[int, Entrant], groups: Mapping[int, int]
) -> PlayedStage:
    seeds = {entrant.pk: seed for seed, entrant in entrants.items()}
    return PlayedStage(entrants, [_to_played(encounter, seeds, groups) for encounter in encounters])


def _entrants_by_place(stages: Sequence[Stage]) -> defaultdict[int, dict[int, Entrant]]:
    by_stage: defaultdict[int, dict[int, Entrant]] = defaultdict(dict)
    if stages:
        places = GroupPlace.objects.filter(group__stage__in=stages).select_related("entrant", "group")
        for place in places.order_by("group__position", "position", "pk"):
            seeds = by_stage[place.group.stage_id]
            seeds[len(seeds) + 1] = place.entrant
    return by_stage


def _entrants_by_seed(encounters: Sequence[Encounter]) -> dict[int, Entrant]:
    return {  # reversed so that the first round wins: a correction seats others in a later one
        side.seed: side.entrant
        for encounter in reversed(encounters)
        for side in encounter.sides_in_order
        if side.seed is not None and side.entrant is not None
    }


def _to_played(encounter: Encounter, seeds: Mapping[int, int], groups: Mapping[int, int]) -> PlayedEncounter:
    """Return the encounter as formats see it: `seeds` of entrants, positions of groups, by primary key."""
    sides = encounter.sides_in_order
    return PlayedEncounter(
        key=EncounterKey(
            PlannedPart(encounter.part),
            encounter.round,
            encounter.position,
            None if encounter.group_id is None else groups.get(encounter.group_id),
        ),
        seeds=tuple(seeds.get(side.entrant_id or 0) for side in sides),
        places=_places(encounter, sides),
    )


def _places(encounter: Encounter, sides: Sequence[EncounterSide]) -> tuple[int | None, ...]:
    if encounter.decided_by == DecidedBy.DOUBLE_WALKOVER:
        return tuple(2 for _side in sides)
    if encounter.state != EncounterState.DECIDED:
        return tuple(None for _side in sides)
    if encounter.decided_by == DecidedBy.BYE:
        return tuple(1 if side.letter == encounter.winner else 2 for side in sides)
    return tuple(side.place for side in sides)
