from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.enums import SWISS_KINDS
from tournaments.models import EncounterSide, Group, GroupPlace, Stage, Tournament


@dataclass(frozen=True)
class Qualification:
    """Qualification from groups; mappings are by primary key.

    Has entrants of drawn stages, undrawn Swiss rounds, played-out groups with a tie, and groups whose
    order changed after a later stage began.
    """

    entrants_by_stage: Mapping[int, frozenset[int]]
    rounds_left: Mapping[int, int]
    groups_needing_lot: Sequence[Group]
    superseded_groups: Sequence[Group]


PLACES_IN_ORDER = "group__stage__position", "group__position", "position", "pk"


def read_group_places(tournament: Tournament) -> list[GroupPlace]:
    places = GroupPlace.objects.filter(group__stage__tournament=tournament)
    return list(places.select_related("group__stage", "entrant").order_by(*PLACES_IN_ORDER))


def compute_qualification(
    places: Sequence[GroupPlace], listings: Sequence[EncounterListing]
) -> Qualification:
    """Return entrants by stage, rounds left by group, finished groups awaiting a lot, superseded groups.

    Takes all places and listings of the tournament.
    """
    groups = {place.group_id: place.group for place in places}
    unranked = {place.group_id for place in places if place.rank is None}
    rounds_left_by_group = _rounds_left(places, listings)
    undecided = {listing.encounter.group_id for listing in listings if not listing.decided}
    unfinished = undecided | {pk for pk, rounds in rounds_left_by_group.items() if rounds}
    superseded = _superseded_groups(places, [side for listing in listings for side in listing.sides])
    return Qualification(
        entrants_by_stage=_entrants_by_stage(places, listings),
        rounds_left=rounds_left_by_group,
        groups_needing_lot=[group for pk, group in groups.items() if pk in unranked - unfinished],
        superseded_groups=[group for pk, group in groups.items() if pk in superseded],
    )


def _rounds_left(places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> dict[int, int]:
    swiss = {place.group_id: place.group for place in places if place.group.stage.kind in SWISS_KINDS}
    return {pk: count_rounds_left(group, places, listings) for pk, group in swiss.items()}


def count_rounds_left(
    group: Group, places: Sequence[GroupPlace], listings: Sequence[EncounterListing]
) -> int:
    playing = sum(place.group_id == group.pk and not place.gone for place in places)
    rounds = [listing.encounter.round for listing in listings if listing.encounter.group_id == group.pk]
    return group.stage.rounds_left(drawn=max(rounds, default=0), playing=playing)


def _entrants_by_stage(
    places: Sequence[GroupPlace], listings: Sequence[EncounterListing]
) -> dict[int, frozenset[int]]:
    """Return entrants with a group place or bracket side, by primary keys."""
    entrants_by_stage: defaultdict[int, set[int]] = defaultdict(set)
    for place in places:
        entrants_by_stage[place.group.stage_id].add(place.entrant_id)
    for listing in listings:
        if not listing.encounter.stage.has_standings:
            entrants_by_stage[listing.encounter.stage_id] |= {
                side.entrant_id for side in listing.sides if side.entrant_id
            }
    return {stage: frozenset(entrants) for stage, entrants in entrants_by_stage.items()}


def _superseded_groups(places: Sequence[GroupPlace], sides: Sequence[EncounterSide]) -> set[int | None]:
    """Return keys of groups that filled a side from a rank which its entrant no longer has."""
    ranks = {(place.group_id, place.entrant_id): place.rank for place in places}
    passed_on = {(place.group_id, place.rank) for place in places if place.passed_on}
    return {
        side.from_group_id
        for side in sides
        if side.from_group_id is not None
        and side.entrant_id is not None
        and ranks.get((side.from_group_id, side.entrant_id)) != side.from_rank
        and (side.from_group_id, side.from_rank) not in passed_on
    }


@dataclass(frozen=True)
class QualifiedEntrants:
    """Entrants of drawn stages fed by standings, and superseded groups."""

    entrants_by_stage: Mapping[int, frozenset[int]] = field(default_factory=dict)
    superseded_groups: frozenset[int] = frozenset()


def read_qualified(stages: Sequence[Stage], entrants: Collection[int]) -> QualifiedEntrants:
    """Read which of the drawn stages the entrants (primary keys) are in; others may be listed too.

    Groups whose ranks no longer match the later stage are superseded.
    """
    entrants_by_stage: defaultdict[int, set[int]] = defaultdict(set)
    superseded: set[int] = set()
    for stage, entrant, group, keeps_rank in _qualified_sides(stages, entrants):
        entrants_by_stage[stage].add(entrant)
        if group is not None and not keeps_rank:
            superseded.add(group)
    tabular = [stage for stage in stages if stage.has_standings]
    placed = GroupPlace.objects.filter(group__stage__in=tabular, entrant__in=entrants).order_by()
    for stage, entrant in placed.values_list("group__stage", "entrant"):
        entrants_by_stage[stage].add(entrant)
    return QualifiedEntrants(
        {stage: frozenset(entrants) for stage, entrants in entrants_by_stage.items()}, frozenset(superseded)
    )


def _qualified_sides(stages: Sequence[Stage], entrants: Collection[int]) -> QuerySet[EncounterSide, Any]:
    """Select the entrants' and group-fed sides, and whether the rank is still theirs or was passed on."""
    same_rank = GroupPlace.objects.filter(
        Q(entrant=OuterRef("entrant")) | Q(passed_on=True),
        group=OuterRef("from_group"),
        rank=OuterRef("from_rank"),
    )
    sides = EncounterSide.objects.filter(
        Q(entrant__in=entrants) | Q(from_group__isnull=False),
        encounter__stage__in=stages,
        encounter__annulled_at=None,
        entrant__isnull=False,
    )
    annotated = sides.annotate(ranks_so=Exists(same_rank)).order_by()
    return annotated.values_list("encounter__stage", "entrant", "from_group", "ranks_so")
