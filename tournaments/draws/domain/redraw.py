"""Repeats draws from their inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.draws.domain.compute_draw import AlterationNotPossible, compute_draw, planned_encounters
from tournaments.draws.domain.draw_records import draw_details, logged_draw, logged_lot
from tournaments.draws.domain.lot_seed import is_offered_seed
from tournaments.draws.domain.round_inputs import RoundInputs, apply_swaps, pair_next_round, planned_round
from tournaments.enums import EntrantState, Part, SideLetter, StageKind
from tournaments.formats.drawing import DrawInputs, DrawResult, MalformedDraw, read_alterations
from tournaments.formats.encounter_plan import FromEncounter, PlannedEncounter, Seed
from tournaments.log import seals
from tournaments.models import Draw, EncounterSide, Entrant, GroupPlace, Stage, TieDecision
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.stage_encounters import format_settings_of

SidePosition = tuple[str, int, int, str]
"""Part, round and position of an encounter, and the letter of a side."""
BracketLink = tuple[str, int, int, int]
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
class SeedComparison:
    """`published` on pages and in archives, `used` in the inputs, `logged` in the log.

    `offered`: the software proposed it.
    """

    published: str
    used: str | None
    logged: str | None
    offered: bool | None = None

    @property
    def has_differences(self) -> bool:
        return any(seed not in (None, self.published) for seed in (self.used, self.logged))


@dataclass(frozen=True)
class RedrawResult:
    draw: Draw
    repeated_draw: DrawResult | None
    differences: tuple[Difference, ...]
    seeds: SeedComparison


@dataclass(frozen=True)
class LotCheck:
    decision: TieDecision
    stage: Stage
    differences: tuple[Difference, ...]
    seeds: SeedComparison


def redraw(draw: Draw) -> RedrawResult:
    """Repeat a draw and compare it with its record, the log and, unless revoked, the stage.

    Doesn't repeat draws by hand. Ignores late entrants, and replacements after a corrected result. For
    unreadable data that is the only difference.
    """
    try:
        recorded, repeated = DrawResult.from_json(draw.drawn), _repeat_draw(draw)
        stored = [] if draw.undone_at else list(_stored_differences(draw, recorded))
        logged = logged_draw(draw)
        seeds = _compare_seeds(draw, logged)
    except (*seals.UNREADABLE_ERRORS, AlterationNotPossible):
        return RedrawResult(draw, None, (Difference.UNREADABLE,), SeedComparison(draw.seed, None, None))
    drawn_differences = [Difference.DRAWN] if repeated is not None and repeated != recorded else []
    against_log = _log_differences(draw_details(draw), logged)
    seed = [Difference.SEED] if seeds.has_differences else []
    return RedrawResult(draw, repeated, (*drawn_differences, *seed, *against_log, *stored), seeds)


def check_lot(decision: TieDecision) -> LotCheck:
    """Compare a lot, not drawn again, with the log; an unreadable row is a difference."""
    stage = decision.group.stage if decision.group else decision.stage
    assert stage is not None, "a constraint holds one of both"
    try:
        logged = logged_lot(decision, stage.tournament)
    except seals.UNREADABLE_ERRORS:
        return LotCheck(decision, stage, (Difference.UNREADABLE,), SeedComparison(decision.seed, None, None))
    seeds = SeedComparison(decision.seed, None, logged.get("seed", "") if logged else None)
    recorded = {name: getattr(decision, name) for name in ("order", "decided_by")}
    seed = [Difference.SEED] if seeds.has_differences else []
    return LotCheck(decision, stage, (*seed, *_log_differences(recorded, logged)), seeds)


def is_readable(draw: Draw) -> bool:
    try:
        DrawResult.from_json(draw.drawn)
        read_alterations(draw.alterations)
        if draw.inputs:
            (RoundInputs if draw.round else DrawInputs).from_json(draw.inputs)
    except MalformedDraw:
        return False
    return True


def _compare_seeds(draw: Draw, logged: Mapping[str, Any] | None) -> SeedComparison:
    seed_in_log = logged.get("seed", "") if logged else None
    if draw.round or not draw.inputs:
        return SeedComparison(draw.seed, None, seed_in_log)
    inputs, stage = DrawInputs.from_json(draw.inputs), draw.stage
    return SeedComparison(
        draw.seed, inputs.seed, seed_in_log, is_offered_seed(stage.tournament, inputs, stage.position)
    )


def _log_differences(
    recorded: Mapping[str, object], logged: Mapping[str, Any] | None
) -> Iterator[Difference]:
    """Ignore seeds, and rows whose texts are withheld."""
    if logged is None:
        yield Difference.NOT_LOGGED
    elif logged and any(logged.get(name) != value for name, value in recorded.items() if name != "seed"):
        yield Difference.LOG


def _repeat_draw(draw: Draw) -> DrawResult | None:
    if not draw.inputs:
        return None
    alterations = read_alterations(draw.alterations)
    if draw.round:
        paired = pair_next_round(RoundInputs.from_json(draw.inputs))
        return apply_swaps(paired, alterations) if paired else DrawResult()
    inputs = DrawInputs.from_json(draw.inputs)
    return compute_draw(inputs, kind=draw.kind, alterations=alterations)


def _stored_differences(draw: Draw, recorded: DrawResult) -> Iterator[Difference]:
    """Yield what is stored unlike `recorded`; ignore replaced entrants, a second final."""
    stage = draw.stage
    replaced = _replaced_entrants(stage, recorded)
    if not draw.round and stage.has_standings:
        groups = recorded.groups or (recorded.order,)
        staying = [[entrant_id for entrant_id in group if entrant_id not in replaced] for group in groups]
        if _stored_groups(stage, set(recorded.drawee_ids())) != staying:
            yield Difference.GROUPS
    if stage.kind == StageKind.GROUPS:
        return
    expected = {
        chair: entrant_id
        for chair, entrant_id in _expected_entrants(draw, recorded)
        if entrant_id not in replaced
    }
    sides = {_side_position(side): side for side in _sides_of(stage, draw.round or 1)}
    if any(
        chair not in sides or not _has_drawn_entrant(sides[chair], expected_id)
        for chair, expected_id in expected.items()
    ):
        yield Difference.SEATS
    if stage.bracket:
        planned, stored = _planned_links(draw, recorded), _stored_links(stage)
        second_final = {chair for chair in stored.keys() - planned if chair[0] == Part.FINAL}
        if planned != {chair: link for chair, link in stored.items() if chair not in second_final}:
            yield Difference.BRACKET


def _replaced_entrants(stage: Stage, recorded: DrawResult) -> set[str]:
    if not stage.has_standings or not stage.feeds_in.exists():
        return set()
    members = GroupPlace.objects.filter(group__stage=stage).values_list("entrant__public_id", flat=True)
    return set(recorded.drawee_ids()) - {str(public_id) for public_id in members}


def _stored_groups(stage: Stage, drawn_ids: set[str]) -> list[list[str]]:
    groups = stage.groups.prefetch_related("places__entrant").order_by("position")
    listed = [sorted(group.places.all(), key=lambda place: place.position) for group in groups]
    return [
        [key for place in places if (key := str(place.entrant.public_id)) in drawn_ids] for places in listed
    ]


def _expected_entrants(draw: Draw, recorded: DrawResult) -> Iterator[tuple[SidePosition, str]]:
    """Yield (position, public id) of sides the draw itself seats."""
    planned: Sequence[PlannedEncounter]
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


def _planned_links(draw: Draw, recorded: DrawResult) -> dict[SidePosition, BracketLink | None]:
    """Return the source by side, None where the draw seats it."""
    planned = planned_encounters(
        recorded.order, kind=draw.stage.kind, settings=format_settings_of(draw.stage)
    )
    return {
        (encounter.key.part.value, encounter.key.round, encounter.key.position, letter.value): (
            (source.key.part.value, source.key.round, source.key.position, source.place)
            if isinstance(source, FromEncounter)
            else None
        )
        for encounter in planned
        for letter, source in zip(SideLetter, encounter.sides, strict=False)
    }


def _stored_links(stage: Stage) -> dict[SidePosition, BracketLink | None]:
    sides = EncounterSide.objects.filter(encounter__stage=stage).exclude(encounter__part=Part.EXTRA)
    related = sides.select_related("encounter", "from_encounter").order_by("pk")
    return {_side_position(side): _link_of(side) for side in related}


def _link_of(side: EncounterSide) -> BracketLink | None:
    source = side.from_encounter
    if source is None or source.stage_id != side.encounter.stage_id:
        return None
    return source.part, source.round, source.position, side.from_place


def _sides_of(stage: Stage, number: int) -> list[EncounterSide]:
    sides = EncounterSide.objects.filter(encounter__stage=stage, encounter__round=number)
    related = ("encounter__stage", "entrant", "from_group", "from_encounter")
    return list(sides.exclude(encounter__part=Part.EXTRA).select_related(*related).order_by("pk"))


def _side_position(side: EncounterSide) -> SidePosition:
    encounter = side.encounter
    return encounter.part, encounter.round, encounter.position, side.letter


def _has_drawn_entrant(side: EncounterSide, entrant_id: str) -> bool:
    if side.entrant is not None and str(side.entrant.public_id) == entrant_id:
        return True
    if has_begun(side.encounter) and _comes_from_source(side):
        return True
    if side.from_encounter is not None:
        return _follows_result(side) or _has_left(side.encounter.stage, entrant_id)
    return side.from_rank is not None and _has_source_rank(side)


def _comes_from_source(side: EncounterSide) -> bool:
    """Corrections may have changed more."""
    if side.from_encounter is not None:
        return side.from_encounter.sides.filter(entrant=side.entrant).exists()
    if side.from_group is not None:
        return side.from_group.places.filter(entrant=side.entrant).exists()
    return any(side.entrant in level for level in _source_ranks(side.encounter.stage).values())


def _follows_result(side: EncounterSide) -> bool:
    """Return whether the entrant advanced from `from_encounter` or, if the side is empty, nobody did."""
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


def _has_source_rank(side: EncounterSide) -> bool:
    """Return whether the entrant has the rank that fills the side, or is of its group if it was passed on.

    An empty side is right unless a group feeds it and has the rank.
    """
    if side.from_group is not None:
        places = GroupPlace.objects.filter(group=side.from_group, rank=side.from_rank)
        if side.entrant is None:
            return not places.exists()
        is_next = places.filter(passed_on=True).exists() and _comes_from_source(side)
        return is_next or places.filter(entrant=side.entrant).exists()
    return side.entrant is None or side.entrant in _source_ranks(side.encounter.stage).get(
        side.from_rank or 0, []
    )


def _source_ranks(stage: Stage) -> Mapping[int, list[Entrant]]:
    """Return by rank one entrant of each source without standings; equal ones get successive ranks."""
    by_rank: dict[int, list[Entrant]] = {}
    for feed in stage.feeds_in.select_related("source__tournament"):
        if not feed.source.has_standings:
            ranked = [
                entrant
                for _rank, level in sorted(stage_feeds.ranks_of(feed.source).items())
                for entrant in level
            ]
            for rank, entrant in enumerate(ranked, start=1):
                by_rank.setdefault(rank, []).append(entrant)
    return by_rank
