"""Places in a later stage: a leaver who hasn't begun there passes them on to the next in the ranking."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from scoring.ledger.standings_requests import count_stage_write
from scoring.officials.domain.table_of_four_places import PlaceWasTaken
from scoring.play.cross_group_places import store_cross_group_places
from tournaments.models import Encounter, Entrant, GroupPlace, Stage
from tournaments.play import leaving_play
from tournaments.play.qualifying import update_qualifiers
from tournaments.refusals import Refused
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.change import Change


class NobodyIsNext(Refused):
    code = "nobody_is_next"
    template = _(
        "Nobody can take the place of %(name)s: the others have left or play on already, or are tied. "
        "Draw a lot if there is a tie, or give the opponents walkovers."
    )


class HasBegunThere(Refused):
    code = "has_begun_there"
    template = _("%(name)s has no place in the next stage, or has begun to play there: nobody can take it.")


def pass_on(leaver: Entrant, *, change: Change) -> list[Entrant]:
    """Give the leaver's places in later stages to the next in the ranking; return who enters now.

    Fewer enter while a tie awaits a lot. Raises HasBegunThere (also without places), NobodyIsNext,
    LaterPlayAffected. The entrant has left already; the caller holds the tournament lock.
    """
    places = leaving_play.places_to_pass_on(leaver)
    if not places:
        raise HasBegunThere(name=leaver.name)
    stages = _fed_stages(places)
    before = {stage: _qualified(stage) for stage in stages}
    GroupPlace.objects.filter(pk__in=[place.pk for place in places]).update(passed_on=True)
    _rank_across_groups(places)
    newcomers: list[Entrant] = []
    for stage in stages:
        now = _qualified(stage)
        newcomers += [entrant for entrant in now if entrant not in before[stage]]
        if leaver in now or any(newcomer.has_left for newcomer in newcomers):
            raise NobodyIsNext(name=leaver.name)
        _exchange(stage, change=change)
    return newcomers


def take_back(leaver: Entrant, *, change: Change) -> None:
    """Undo `pass_on`, once the entrant is back in play.

    Raises PlaceWasTaken once the other has begun there, LaterPlayAffected. The caller holds the lock.
    """
    places = list(leaver.places.filter(passed_on=True).order_by("pk"))
    stages = _fed_stages(places)
    before = {stage: _qualified(stage) for stage in stages}
    leaver.places.update(passed_on=False)
    _rank_across_groups(places)
    for stage in stages:
        now = _qualified(stage)
        if _has_begun_there(stage, [entrant for entrant in before[stage] if entrant not in now]):
            raise PlaceWasTaken(name=leaver.name)
        _exchange(stage, change=change)


def _rank_across_groups(places: Collection[GroupPlace]) -> None:
    for stage in Stage.objects.filter(groups__places__in=places).distinct().order_by("position"):
        store_cross_group_places(stage)


def _fed_stages(places: Collection[GroupPlace]) -> list[Stage]:
    drawn = Stage.objects.exclude(drawn_at=None).filter(
        feeds_in__source__groups__in=[place.group_id for place in places]
    )
    return list(drawn.select_related("tournament").distinct().order_by("position"))


def _qualified(stage: Stage) -> list[Entrant]:
    return [qualifier.entrant for qualifier in stage_feeds.qualifiers(stage) if qualifier.entrant is not None]


def _has_begun_there(stage: Stage, entrants: Collection[Entrant]) -> bool:
    encounters = Encounter.objects.not_annulled().filter(stage=stage, sides__entrant__in=entrants)
    return any(has_begun(encounter) for encounter in encounters)


def _exchange(stage: Stage, *, change: Change) -> None:
    count_stage_write(stage)
    update_qualifiers(stage, change=change, keep_draw=True)
