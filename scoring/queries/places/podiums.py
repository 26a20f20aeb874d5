"""Who came first, second and third in tournaments that are over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.queries.places.final_ranking import FinalPlace, numbered
from tournaments.models import Entrant, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_feeds import main_stages, orders_of

LAST_PLACE = 3


def read_podiums(tournaments: Iterable[Tournament]) -> dict[int, list[FinalPlace]]:
    """The first three places of each that has a champion, by its primary key.

    They are the first of its main stage; of one in which only two play these two. It takes as many queries
    for many tournaments as for one of each kind.
    """
    crowned = [one for one in tournaments if one.champion_id is not None]
    if not crowned:
        return {}
    mains = main_stages(crowned)
    tiers = _tiers(list(mains.values()))
    return {key: _podium(tiers[stage.pk]) for key, stage in mains.items()}


def _podium(tiers: Mapping[int, Sequence[Entrant]]) -> list[FinalPlace]:
    places = numbered((tiers[rank] for rank in sorted(tiers)), first=1)
    return [one for one in places if one.place <= LAST_PLACE]


def _tiers(stages: Sequence[Stage]) -> dict[int, dict[int, list[Entrant]]]:
    """Who holds which rank of each stage, by its primary key."""
    brackets = [stage for stage in stages if not stage.tabular]
    found: dict[int, dict[int, list[Entrant]]] = {stage.pk: {} for stage in stages}
    if brackets:
        found |= orders_of(brackets)
    first = GroupPlace.objects.filter(group__stage__in=stages, rank__lte=LAST_PLACE)
    for place in first.select_related("entrant", "group").order_by("rank", "position", "pk"):
        found[place.group.stage_id].setdefault(place.rank or 0, []).append(place.entrant)
    return found
