from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.queries.final_ranking import FinalPlace, number_tiers
from tournaments.models import Entrant, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_feeds import main_stages, ranks_by_stage

LAST_PLACE = 3


def read_podiums(tournaments: Iterable[Tournament]) -> dict[int, list[FinalPlace]]:
    """Read the first three places in the main stage of each tournament with a champion."""
    with_champion = [tournament for tournament in tournaments if tournament.champion_id is not None]
    if not with_champion:
        return {}
    mains = main_stages(with_champion)
    tiers = _tiers(list(mains.values()))
    return {key: _podium(tiers[stage.pk]) for key, stage in mains.items()}


def _podium(tiers: Mapping[int, Sequence[Entrant]]) -> list[FinalPlace]:
    places = number_tiers((tiers[rank] for rank in sorted(tiers)), first=1)
    return [place for place in places if place.place <= LAST_PLACE]


def _tiers(stages: Sequence[Stage]) -> dict[int, dict[int, list[Entrant]]]:
    brackets = [stage for stage in stages if not stage.has_standings]
    tiers: dict[int, dict[int, list[Entrant]]] = {stage.pk: {} for stage in stages}
    if brackets:
        tiers |= ranks_by_stage(brackets)
    first_places = GroupPlace.objects.filter(group__stage__in=stages, rank__lte=LAST_PLACE)
    for place in first_places.select_related("entrant", "group").order_by("rank", "position", "pk"):
        tiers[place.group.stage_id].setdefault(place.rank or 0, []).append(place.entrant)
    return tiers
