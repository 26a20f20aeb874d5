"""Who goes on from groups: their decided ranks, and the stages that hold those who went on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.tournament_context import Frame
from tournaments.enums import SWISS_KINDS
from tournaments.models import EncounterSide, Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_feeds import rounds_of


@dataclass(frozen=True)
class Qualification:
    """`held` are the entrants, by primary key, of every drawn stage.

    `rounds_left` are those that are to be drawn of each Swiss table.

    `lots` are the groups that are played to the end and have no ranking: a tie that matters is left.
    `overtaken` are those whose order changed after a later stage had begun, which was let stand.
    """

    held: Mapping[int, frozenset[int]]
    rounds_left: Mapping[int, int]
    lots: Sequence[Group]
    overtaken: Sequence[Group]


PLACES_IN_ORDER = "group__stage__position", "group__position", "position", "pk"


def group_places(tournament: Tournament) -> list[GroupPlace]:
    """The places of all groups, in the order drawn, in one query."""
    places = GroupPlace.objects.filter(group__stage__tournament=tournament)
    return list(places.select_related("group__stage", "entrant").order_by(*PLACES_IN_ORDER))


def qualification_of(places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> Qualification:
    """The ranks of a tournament's groups against the stages after them, as its encounters hold them."""
    groups = {place.group_id: place.group for place in places}
    unranked = {place.group_id for place in places if place.rank is None}
    left = _rounds_left(places, listings)
    undecided = {listing.encounter.group_id for listing in listings if not listing.decided}
    unfinished = undecided | {pk for pk, rounds in left.items() if rounds}
    overtaken = _overtaken(places, [side for listing in listings for side in listing.sides])
    return Qualification(
        held=_held(places, listings),
        rounds_left=left,
        lots=[group for pk, group in groups.items() if pk in unranked - unfinished],
        overtaken=[group for pk, group in groups.items() if pk in overtaken],
    )


def _rounds_left(places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> dict[int, int]:
    swiss = {place.group_id: place.group for place in places if place.group.stage.kind in SWISS_KINDS}
    return {pk: rounds_left(group, places, listings) for pk, group in swiss.items()}


def rounds_left(group: Group, places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> int:
    """How many rounds of a Swiss table are not drawn yet."""
    entrants = sum(place.group_id == group.pk for place in places)
    rounds = [listing.encounter.round for listing in listings if listing.encounter.group_id == group.pk]
    return max(0, rounds_of(group.stage, entrants) - max(rounds, default=0))


def _held(places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> dict[int, frozenset[int]]:
    held: defaultdict[int, set[int]] = defaultdict(set)
    for place in places:
        held[place.group.stage_id].add(place.entrant_id)
    for listing in listings:
        if not listing.encounter.stage.tabular:
            held[listing.encounter.stage_id] |= {side.entrant_id for side in listing.sides if side.entrant_id}
    return {stage: frozenset(entrants) for stage, entrants in held.items()}


def _overtaken(places: Sequence[GroupPlace], sides: Sequence[EncounterSide]) -> set[int | None]:
    """The groups that sent somebody on who does not rank there any more."""
    ranks = {(place.group_id, place.entrant_id): place.rank for place in places}
    return {
        side.from_group_id
        for side in sides
        if side.from_group_id is not None
        and side.entrant_id is not None
        and ranks.get((side.from_group_id, side.entrant_id)) != side.from_rank
    }


@dataclass(frozen=True)
class WentOn:
    """Whom each drawn stage holds to which tables of standings send some, by primary key; and `overtaken`."""

    held: Mapping[int, frozenset[int]]
    overtaken: frozenset[int]


def read_went_on(frame: Frame, entrants: Collection[int]) -> WentOn:
    """Which of these entrants went on, in one or two queries; none where no such stage is drawn."""
    into = {feed.stage_id for stage in frame.tabular for feed in stage.feeds_out}
    targets = [one.stage for one in frame.stages if one.drawn and one.stage.pk in into]
    held: defaultdict[int, set[int]] = defaultdict(set)
    overtaken: set[int] = set()
    if targets:
        for stage, entrant, group, ranks_so in _sides(targets, entrants):
            held[stage].add(entrant)
            if group is not None and not ranks_so:
                overtaken.add(group)
    tabular = [one for one in targets if one.tabular]
    if tabular:
        placed = GroupPlace.objects.filter(group__stage__in=tabular, entrant__in=entrants).order_by()
        for stage, entrant in placed.values_list("group__stage", "entrant"):
            held[stage].add(entrant)
    return WentOn({stage: frozenset(found) for stage, found in held.items()}, frozenset(overtaken))


def _sides(stages: Sequence[Stage], entrants: Collection[int]) -> QuerySet[EncounterSide, Any]:
    """The sides of some stages that hold these entrants, or anybody who came out of a group.

    Beside each whether its entrant ranks there as it did.
    """
    ranks_so = GroupPlace.objects.filter(
        group=OuterRef("from_group"), entrant=OuterRef("entrant"), rank=OuterRef("from_rank")
    )
    sides = EncounterSide.objects.filter(
        Q(entrant__in=entrants) | Q(from_group__isnull=False),
        encounter__stage__in=stages,
        encounter__annulled_at=None,
        entrant__isnull=False,
    )
    told = sides.annotate(ranks_so=Exists(ranks_so)).order_by()
    return told.values_list("encounter__stage", "entrant", "from_group", "ranks_so")
