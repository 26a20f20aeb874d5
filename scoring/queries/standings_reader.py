from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Q, QuerySet

from scoring.enums import Outlook
from scoring.models import Standing
from scoring.queries.play_progress import GroupProgress, read_groups
from scoring.queries.qualification import QualifiedEntrants, read_qualified
from scoring.queries.standings_tables import (
    BestTable,
    GroupTable,
    Place,
    StageStandings,
    Standings,
    read_mentioned_names,
)
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.models import Entrant, Group, GroupPlace

MAX_PLACES = 128
"""A table with more places is never read as a whole."""


@dataclass(frozen=True)
class Portion:
    progress: GroupProgress
    first: int = 0
    last: int | None = None

    @property
    def places(self) -> int:
        return min(self.last or self.progress.places, self.progress.places) - self.first

    @property
    def cut(self) -> bool:
        return self.places < self.progress.places


PortionSelector = Callable[[Sequence[GroupProgress]], Iterable[Portion]]
"""Selects the places of a tournament's groups that are read."""


def whole_portions(groups: Iterable[GroupProgress]) -> list[Portion]:
    """Only the first places of long groups."""
    return [Portion(group, last=MAX_PLACES if group.places > MAX_PLACES else None) for group in groups]


def read_standings(
    context: TournamentContext,
    groups: Sequence[GroupProgress] | None = None,
    *,
    select_portions: PortionSelector | None = None,
    beyond_best: int | None = None,
) -> Standings:
    """Read tables of drawn stages; `groups` in the result are all.

    `select_portions` limits the tables. The best placed are compared within these; with `beyond_best`, across
    all groups: those who advance and that many more.
    """
    all_groups = read_groups(context) if groups is None else groups
    portions = (
        list(select_portions(all_groups)) if select_portions else [Portion(group) for group in all_groups]
    )
    rows = _rows(portions)
    best = rows if beyond_best is None else _rows_of_best(context, beyond_best)
    all_rows = [*rows, *(best if best is not rows else ())]
    entrants = {row.entrant_id for row in all_rows}
    later = context.fed_by_standings
    qualified = read_qualified(later, entrants) if later else QualifiedEntrants()
    read_input = _ReadInput(context, portions, qualified, read_mentioned_names(all_rows))
    return Standings(
        stages=[_stage_standings(stage, rows, best, read_input) for stage in context.tabular if stage.drawn],
        groups_needing_lot=[group.group for group in all_groups if group.waits_for_lot],
        groups=all_groups,
    )


def _order_rows(rows: QuerySet[Standing]) -> QuerySet[Standing]:
    return rows.select_related("entrant").order_by("group__position", "place", "pk")


def _rows_of_portions(portions: Sequence[Portion]) -> list[Standing]:
    selected = Q(group__in=[portion.progress.pk for portion in portions if not portion.cut])
    for portion in portions:
        if portion.cut:
            until = portion.first + portion.places
            selected |= Q(group=portion.progress.pk, place__gt=portion.first, place__lte=until)
    return list(_order_rows(Standing.objects.filter(selected)))


def _rows(portions: Sequence[Portion]) -> list[Standing]:
    groups = {portion.progress.pk: portion.progress.group for portion in portions}
    if any(portion.cut for portion in portions):
        rows = _rows_of_portions(portions)
    else:
        rows = list(_order_rows(Standing.objects.filter(group__in=groups)))
    for row in rows:
        row.group = groups[row.group_id]
    return rows


@dataclass(frozen=True)
class _ReadInput:
    tournament_context: TournamentContext
    portions: Sequence[Portion]
    qualified: QualifiedEntrants
    names: Mapping[int, Mapping[str, str]]
    """Of the entrants that a row mentions, by its key."""

    def portions_of_stage(self, stage: StageContext) -> list[Portion]:
        return [portion for portion in self.portions if portion.progress.stage.pk == stage.stage.pk]


def _rows_of_best(context: TournamentContext, beyond_best: int) -> list[Standing]:
    best_rows: list[Standing] = []
    for stage in context.tabular:
        if stage.best is not None:
            compared = Standing.objects.filter(stage=stage.stage, across_place__isnull=False)
            first = compared.select_related("entrant", "group").order_by("across_place", "pk")
            best_rows += first[: (stage.best.best or 0) + beyond_best]
    return best_rows


def _stage_standings(
    stage: StageContext, rows: Sequence[Standing], best: Sequence[Standing], read_input: _ReadInput
) -> StageStandings:
    """Build a stage's tables; groups without matching cached rows are in draw order."""
    portions = read_input.portions_of_stage(stage)
    ranked = _ranked_places(stage, rows, read_input)
    places = _places_by_group(ranked)
    # After a draw the cached rows are missing for a moment; after a withdrawn draw they name other entrants.
    without_rows = [
        portion for portion in portions if len(places.get(portion.progress.pk, ())) != portion.places
    ]
    places |= _places_by_group(_places_in_draw_order(without_rows)) if without_rows else {}
    tables = [
        _group_table(portion, places[portion.progress.pk], stage, read_input)
        for portion in portions
        if portion.progress.pk in places
    ]
    return StageStandings(
        stage,
        tables,
        _best_table(stage, ranked if best is rows else _ranked_places(stage, best, read_input)),
        stage.as_of_hands,
    )


def _places_by_group(listed: Iterable[tuple[Group, Place]]) -> dict[int, list[Place]]:
    return {
        group.pk: [place for _group, place in members]
        for group, members in groupby(listed, key=lambda item: item[0])
    }


def _ranked_places(
    stage: StageContext, rows: Sequence[Standing], read_input: _ReadInput
) -> list[tuple[Group, Place]]:
    return [
        (row.group, _place_with_status(row, stage, read_input))
        for row in rows
        if row.stage_id == stage.stage.pk
    ]


def _places_in_draw_order(portions: Sequence[Portion]) -> list[tuple[Group, Place]]:
    """Return the portions' places, without ranks."""
    drawn = GroupPlace.objects.filter(group__in=[portion.progress.pk for portion in portions])
    entrants: defaultdict[int, list[Entrant]] = defaultdict(list)
    for place in drawn.select_related("entrant").order_by("position", "pk"):
        entrants[place.group_id].append(place.entrant)
    return [
        (portion.progress.group, Place(entrant))
        for portion in portions
        for entrant in entrants[portion.progress.pk][portion.first : portion.last]
    ]


def _group_table(
    portion: Portion, places: Sequence[Place], stage: StageContext, read_input: _ReadInput
) -> GroupTable:
    """Build a portion's table; its counts are the whole group's."""
    progress = portion.progress
    return GroupTable(
        group=progress.group,
        places=places,
        advance=stage.advance,
        rounds_left=progress.rounds_left,
        waits_for_lot=progress.waits_for_lot,
        is_superseded=progress.pk in read_input.qualified.superseded_groups,
        playing=progress.playing,
        left=progress.left,
        size=progress.places,
        first=portion.first,
    )


def _place_with_status(row: Standing, stage: StageContext, read_input: _ReadInput) -> Place:
    """Return the row's place; its status is from later stages if drawn, else from the row.

    Entrants in another than the first later stage have a blank status.
    """
    targets = [
        read_input.tournament_context.stage(pk)
        for pk in dict.fromkeys(feed.stage_id for feed in stage.feeds_out)
    ]
    reached_stages = [
        target
        for target in targets
        if row.entrant_id in read_input.qualified.entrants_by_stage.get(target.stage.pk, ())
    ]
    place = Place(row.entrant, row.rank, row, names=read_input.names[row.pk])
    if reached_stages:
        outlook = Outlook.THROUGH.value if reached_stages[0] is targets[0] else ""
        return replace(place, outlook=outlook, next_stage=reached_stages[0])
    if targets and targets[0].drawn:
        return replace(place, outlook=Outlook.OUT.value)
    status = Outlook.THROUGH.value if row.qualified else row.outlook
    return replace(place, outlook=status, next_stage=targets[0] if targets and row.qualified else None)


def _best_table(stage: StageContext, ranked: Sequence[tuple[Group, Place]]) -> BestTable | None:
    """Return the compared places, best first; None if the stage compares none."""
    if stage.best is None:
        return None
    compared = [
        (row.across_place, group, place)
        for group, place in ranked
        if (row := place.standing) is not None and row.across_place is not None
    ]
    return BestTable(
        stage.best, [(group, place) for _place, group, place in sorted(compared, key=lambda row: row[0])]
    )
