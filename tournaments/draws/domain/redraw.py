"""Repetition of a draw from its recorded inputs, compared with the record and the stored encounters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.draws.domain.draw_records import draw_details, logged_draw, logged_lot
from tournaments.draws.domain.drawing import AlterationNotPossible, drawn_from, planned_encounters
from tournaments.draws.domain.round_inputs import RoundInputs, pair, planned_round, with_exchanges
from tournaments.draws.domain.seeds import is_offered_seed
from tournaments.enums import EntrantState, Part, SideLetter, StageKind
from tournaments.formats.drawing import DrawInputs, Drawn, MalformedDraw, read_alterations
from tournaments.formats.plan import From, Planned, Seed
from tournaments.log import seals
from tournaments.models import Draw, EncounterSide, GroupPlace, Stage, TieDecision
from tournaments.schedule import stage_feeds
from tournaments.schedule.bracket_slots import has_begun
from tournaments.schedule.stage_encounters import format_settings_of

Chair = tuple[str, int, int, str]
"""Part, round and position of an encounter, and the letter of a side."""
Link = tuple[str, int, int, int]
"""Part, round and position of an encounter, and the place in it that advances."""


class Difference(StrEnum):
    UNREADABLE = "unreadable"
    DRAWN = "drawn"
    GROUPS = "groups"
    SEATS = "seats"
    BRACKET = "bracket"
    """The stored encounters feed others than the format plans."""
    SEED = "seed"
    """The published seed, the seed in the inputs and the seed in the log differ."""
    LOG = "log"
    NOT_LOGGED = "not_logged"


@dataclass(frozen=True)
class Seeds:
    """`published` is on pages and in archives, `used` in the inputs, `logged` in the log.

    `offered`: the software proposed it.
    """

    published: str
    used: str | None
    logged: str | None
    offered: bool | None = None

    @property
    def differ(self) -> bool:
        return any(seed not in (None, self.published) for seed in (self.used, self.logged))


@dataclass(frozen=True)
class Redrawn:
    draw: Draw
    again: Drawn | None
    differences: tuple[Difference, ...]
    seeds: Seeds


@dataclass(frozen=True)
class CheckedLot:
    decision: TieDecision
    stage: Stage
    differences: tuple[Difference, ...]
    seeds: Seeds


def redraw(draw: Draw) -> Redrawn:
    """Repeat a draw and compare it; a revoked one only with its record.

    Ignores late entrants, and replacements after a corrected result.
    """
    try:
        recorded, repeated = Drawn.from_json(draw.drawn), _repeated_draw(draw)
        stored = [] if draw.undone_at else list(_stored_differences(draw, recorded))
        logged = logged_draw(draw)
        seeds = _seeds_of(draw, logged)
    except (*seals.UNREADABLE, AlterationNotPossible):
        return Redrawn(draw, None, (Difference.UNREADABLE,), Seeds(draw.seed, None, None))
    drawn_differences = [Difference.DRAWN] if repeated is not None and repeated != recorded else []
    against_log = _log_differences(draw_details(draw), logged)
    seed = [Difference.SEED] if seeds.differ else []
    return Redrawn(draw, repeated, (*drawn_differences, *seed, *against_log, *stored), seeds)


def check_lot(decision: TieDecision) -> CheckedLot:
    stage = decision.group.stage if decision.group else decision.stage
    assert stage is not None, "a constraint holds one of both"
    try:
        logged = logged_lot(decision, stage.tournament)
    except seals.UNREADABLE:
        return CheckedLot(decision, stage, (Difference.UNREADABLE,), Seeds(decision.seed, None, None))
    seeds = Seeds(decision.seed, None, logged.get("seed", "") if logged else None)
    recorded = {name: getattr(decision, name) for name in ("order", "decided_by")}
    seed = [Difference.SEED] if seeds.differ else []
    return CheckedLot(decision, stage, (*seed, *_log_differences(recorded, logged)), seeds)


def is_readable(draw: Draw) -> bool:
    try:
        Drawn.from_json(draw.drawn)
        read_alterations(draw.alterations)
        if draw.inputs:
            (RoundInputs if draw.round else DrawInputs).from_json(draw.inputs)
    except MalformedDraw:
        return False
    return True


def _seeds_of(draw: Draw, logged: Mapping[str, Any] | None) -> Seeds:
    seed_in_log = logged.get("seed", "") if logged else None
    if draw.round or not draw.inputs:
        return Seeds(draw.seed, None, seed_in_log)
    inputs, stage = DrawInputs.from_json(draw.inputs), draw.stage
    return Seeds(
        draw.seed, inputs.seed, seed_in_log, is_offered_seed(stage.tournament, inputs, stage.position)
    )


def _log_differences(
    recorded: Mapping[str, object], logged: Mapping[str, Any] | None
) -> Iterator[Difference]:
    """Ignores seeds, and rows whose texts are withheld."""
    if logged is None:
        yield Difference.NOT_LOGGED
    elif logged and any(logged.get(name) != value for name, value in recorded.items() if name != "seed"):
        yield Difference.LOG


def _repeated_draw(draw: Draw) -> Drawn | None:
    if not draw.inputs:
        return None
    alterations = read_alterations(draw.alterations)
    if draw.round:
        paired = pair(RoundInputs.from_json(draw.inputs))
        return with_exchanges(paired, alterations) if paired else Drawn()
    inputs = DrawInputs.from_json(draw.inputs)
    return drawn_from(inputs, kind=draw.kind, alterations=alterations)


def _stored_differences(draw: Draw, recorded: Drawn) -> Iterator[Difference]:
    stage = draw.stage
    replaced = _replaced_entrants(stage, recorded)
    if not draw.round and stage.tabular:
        groups = recorded.groups or (recorded.order,)
        staying = [[entrant_id for entrant_id in group if entrant_id not in replaced] for group in groups]
        if _groups_now(stage, set(recorded.ids())) != staying:
            yield Difference.GROUPS
    if stage.kind == StageKind.GROUPS:
        return
    expected = {
        chair: entrant_id for chair, entrant_id in _chairs(draw, recorded) if entrant_id not in replaced
    }
    sides = {_chair_of(side): side for side in _sides_of(stage, draw.round or 1)}
    if any(
        chair not in sides or not _has_drawn_entrant(sides[chair], expected_id)
        for chair, expected_id in expected.items()
    ):
        yield Difference.SEATS
    if stage.bracket:
        planned, stored = _links(draw, recorded), _links_stored(stage)
        second_final = {chair for chair in stored.keys() - planned if chair[0] == Part.FINAL}
        if planned != {chair: link for chair, link in stored.items() if chair not in second_final}:
            yield Difference.BRACKET


def _replaced_entrants(stage: Stage, recorded: Drawn) -> set[str]:
    if not stage.tabular or not stage.feeds_in.exists():
        return set()
    members = GroupPlace.objects.filter(group__stage=stage).values_list("entrant__public_id", flat=True)
    return set(recorded.ids()) - {str(public_id) for public_id in members}


def _groups_now(stage: Stage, drawn_ids: set[str]) -> list[list[str]]:
    groups = stage.groups.prefetch_related("places__entrant").order_by("position")
    listed = [sorted(group.places.all(), key=lambda place: place.position) for group in groups]
    return [
        [key for place in places if (key := str(place.entrant.public_id)) in drawn_ids] for places in listed
    ]


def _chairs(draw: Draw, recorded: Drawn) -> Iterator[tuple[Chair, str]]:
    planned: Sequence[Planned]
    if draw.round:
        inputs = RoundInputs.from_json(draw.inputs)
        planned, ids = planned_round(inputs, recorded), inputs.entrants
    else:
        ids = recorded.order
        planned = planned_encounters(ids, kind=draw.stage.kind, settings=format_settings_of(draw.stage))
    for encounter in planned:
        for letter, source in zip(SideLetter, encounter.sides, strict=False):
            if isinstance(source, Seed):
                yield (
                    (encounter.key.part.value, encounter.key.round, encounter.key.position, letter.value),
                    ids[source.number - 1],
                )


def _links(draw: Draw, recorded: Drawn) -> dict[Chair, Link | None]:
    planned = planned_encounters(
        recorded.order, kind=draw.stage.kind, settings=format_settings_of(draw.stage)
    )
    return {
        (encounter.key.part.value, encounter.key.round, encounter.key.position, letter.value): (
            (source.key.part.value, source.key.round, source.key.position, source.place)
            if isinstance(source, From)
            else None
        )
        for encounter in planned
        for letter, source in zip(SideLetter, encounter.sides, strict=False)
    }


def _links_stored(stage: Stage) -> dict[Chair, Link | None]:
    sides = EncounterSide.objects.filter(encounter__stage=stage).exclude(encounter__part=Part.EXTRA)
    related = sides.select_related("encounter", "from_encounter").order_by("pk")
    return {_chair_of(side): _link_of(side) for side in related}


def _link_of(side: EncounterSide) -> Link | None:
    source = side.from_encounter
    if source is None or source.stage_id != side.encounter.stage_id:
        return None
    return source.part, source.round, source.position, side.from_place


def _sides_of(stage: Stage, number: int) -> list[EncounterSide]:
    sides = EncounterSide.objects.filter(encounter__stage=stage, encounter__round=number)
    related = ("encounter__stage", "entrant", "from_group", "from_encounter")
    return list(sides.exclude(encounter__part=Part.EXTRA).select_related(*related).order_by("pk"))


def _chair_of(side: EncounterSide) -> Chair:
    encounter = side.encounter
    return encounter.part, encounter.round, encounter.position, side.letter


def _has_drawn_entrant(side: EncounterSide, entrant_id: str) -> bool:
    if side.entrant is not None and str(side.entrant.public_id) == entrant_id:
        return True
    if has_begun(side.encounter) and _comes_from_there(side):
        return True
    if side.from_encounter is not None:
        return _follows_result(side) or _has_left(side.encounter.stage, entrant_id)
    return side.from_rank is not None and _has_rank(side)


def _comes_from_there(side: EncounterSide) -> bool:
    """Return whether the entrant in the chair comes from its source; corrections may have changed more."""
    if side.from_encounter is not None:
        return side.from_encounter.sides.filter(entrant=side.entrant).exists()
    if side.from_group is not None:
        return side.from_group.places.filter(entrant=side.entrant).exists()
    return any(side.entrant in level for level in _ranked_before(side.encounter.stage).values())


def _follows_result(side: EncounterSide) -> bool:
    chairs = EncounterSide.objects.filter(
        encounter__stage=side.encounter.stage,
        encounter__round=side.encounter.round,
        encounter__annulled_at=None,
        from_encounter=side.from_encounter,
    )
    advancing = EncounterSide.objects.filter(
        encounter=side.from_encounter, place__in=chairs.values("from_place")
    )
    return not advancing.exists() if side.entrant is None else advancing.filter(entrant=side.entrant).exists()


def _has_left(stage: Stage, entrant_id: str) -> bool:
    left = stage.tournament.entrants.exclude(state=EntrantState.PLAYING)
    return left.filter(public_id=entrant_id).exists()


def _has_rank(side: EncounterSide) -> bool:
    if side.from_group is not None:
        places = GroupPlace.objects.filter(group=side.from_group, rank=side.from_rank)
        return not places.exists() if side.entrant is None else places.filter(entrant=side.entrant).exists()
    return side.entrant is None or side.entrant in _ranked_before(side.encounter.stage).get(
        side.from_rank or 0, []
    )


def _ranked_before(stage: Stage) -> Mapping[int, list[object]]:
    by_rank: dict[int, list[object]] = {}
    for feed in stage.feeds_in.select_related("source__tournament"):
        if not feed.source.tabular:
            ranked = [
                entrant
                for _rank, level in sorted(stage_feeds.ranks_of(feed.source).items())
                for entrant in level
            ]
            for rank, entrant in enumerate(ranked, start=1):
                by_rank.setdefault(rank, []).append(entrant)
    return by_rank
