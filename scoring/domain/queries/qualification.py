"""Who goes on from the groups: their decided ranks, and the bracket's slots that are filled from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import EncounterSide, Group, GroupPlace, Tournament

from .meetings import Meeting


@dataclass(frozen=True)
class Qualification:
    """`through` are the entrants, by primary key, whom the bracket holds; None until it is drawn.

    `lots` are the groups that are played to the end and have no ranking: a tie that matters is left.
    `overtaken` are those whose order changed after the knock-out had begun, which was let stand.
    """

    through: frozenset[int] | None
    lots: Sequence[Group]
    overtaken: Sequence[Group]


def group_places(tournament: Tournament) -> list[GroupPlace]:
    """The places of all groups, in the order drawn, in one query."""
    places = GroupPlace.objects.filter(group__stage__tournament=tournament)
    return list(places.select_related("group", "entrant").order_by("group__position", "position", "pk"))


def qualification_of(places: Sequence[GroupPlace], meetings: Sequence[Meeting]) -> Qualification:
    """The ranks of a tournament's groups against its bracket, as its meetings hold it."""
    slots = [side for meeting in meetings for side in meeting.sides if side.from_group_id is not None]
    open_groups = {meeting.encounter.group_id for meeting in meetings if not meeting.decided}
    groups = {place.group_id: place.group for place in places}
    unranked = {place.group_id for place in places if place.rank is None}
    overtaken = _overtaken(places, slots)
    return Qualification(
        through=frozenset(side.entrant_id for side in slots if side.entrant_id) if slots else None,
        lots=[group for pk, group in groups.items() if pk in unranked - open_groups],
        overtaken=[group for pk, group in groups.items() if pk in overtaken],
    )


def _overtaken(places: Sequence[GroupPlace], slots: Sequence[EncounterSide]) -> set[int | None]:
    """The groups that have a slot which holds another than the one who ranks there."""
    ranks = {place.entrant_id: place.rank for place in places}
    return {
        side.from_group_id
        for side in slots
        if side.entrant_id is not None and ranks.get(side.entrant_id) != side.from_rank
    }
