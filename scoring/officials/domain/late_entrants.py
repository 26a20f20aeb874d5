"""Late entrants in a stage whose standings are kept: the group that they join is open again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import feed
from scoring.ledger.locks import lock_tournament
from scoring.play import decisions
from tournaments.domain import log
from tournaments.domain.actor import Actor
from tournaments.domain.entrants import entries
from tournaments.domain.holding import get_or_refuse
from tournaments.domain.names.told_names import told_of
from tournaments.domain.people import hold_club
from tournaments.domain.underway import late
from tournaments.domain.underway.late import NoPlaceForLate
from tournaments.domain.underway.leaving import NotInPlayYet
from tournaments.enums import TournamentState
from tournaments.models import Encounter, EncounterSide, Entrant, Group, LogRow, Stage, Tournament


@dataclass(frozen=True)
class LatePlace:
    """Where somebody who came late plays: his group and whom he meets by the draw, as far as that is known.

    `group` is None in a bracket; in a Swiss stage there is no opponent before the next round.
    """

    stage: Stage
    group: Group | None
    members: int
    opponents: Sequence[Entrant]


@transaction.atomic
def add_late(*, tournament: Tournament, entry: entries.Entry, by: Actor, at: datetime) -> Entrant:
    """Enter somebody after the draw and give him a place in the first stage.

    Raises NoPlaceForLate, and what entering raises; then nothing was stored.
    """
    hold_club(tournament.club_id)
    held = lock_tournament(tournament)
    if held.state == TournamentState.OPEN:
        raise NoPlaceForLate(why=_("the tournament is not drawn yet: use the list of entries."))
    if held.state == TournamentState.FINISHED:
        raise NoPlaceForLate(why=_("the tournament is over."))
    stage = _first_stage(held)
    entrant = entries.enter_late(tournament=held, entry=entry, by=by, at=at)
    late.give_place(stage, entrant, by=by, at=at)
    _settle(stage, _groups_of(entrant), by=by, at=at)
    log.write(
        "late_entrant_added",
        by=by,
        at=at,
        tournament=held,
        subject=entrant.public_id,
        after={"name": told_of(entrant), "group": _group_name(entrant)},
    )
    return entrant


def place_of(entrant: Entrant) -> LatePlace:
    """The place that was found for him in the first stage."""
    stage = _first_stage(entrant.tournament)
    group = next(iter(_groups_of(entrant)), None)
    own = Encounter.objects.filter(stage=stage, sides__entrant=entrant)
    others = EncounterSide.objects.filter(encounter__in=own).exclude(entrant=entrant)
    met = others.select_related("entrant").order_by("encounter__round", "pk")
    return LatePlace(
        stage=stage,
        group=group,
        members=group.places.count() if group else 0,
        opponents=list(dict.fromkeys(side.entrant for side in met if side.entrant is not None)),
    )


@transaction.atomic
def take_late_back(*, entrant: Entrant, by: Actor, at: datetime) -> None:
    """Take out again who came after the draw and has not played. Raises HasPlayed, NotInPlayYet."""
    held = lock_tournament(entrant.tournament)
    if held.state == TournamentState.OPEN:
        raise NotInPlayYet(name=entrant.name)
    get_or_refuse(Entrant.objects, entrant.pk)
    if not came_late(entrant):
        raise late.HasPlayed(name=entrant.name)
    groups = _groups_of(entrant)
    before = {"name": told_of(entrant), "group": _group_name(entrant)}
    late.take_place_back(entrant, by=by, at=at)
    public_id = entrant.public_id
    entrant.delete()
    _settle(_first_stage(held), groups, by=by, at=at)
    log.write("late_entrant_taken_back", by=by, at=at, tournament=held, subject=public_id, before=before)


def came_late(entrant: Entrant) -> bool:
    return LogRow.objects.filter(action="late_entrant_added", subject=str(entrant.public_id)).exists()


def _first_stage(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").order_by("position")[0]


def _groups_of(entrant: Entrant) -> list[Group]:
    return list(Group.objects.filter(places__entrant=entrant).select_related("stage__tournament"))


def _settle(stage: Stage, groups: list[Group], *, by: Actor, at: datetime) -> None:
    feed.advance_ledger(stage)
    for group in groups:
        if Encounter.objects.filter(group=group).exists():
            decisions.settle_group(group, let_stand=False, by=by, at=at)


def _group_name(entrant: Entrant) -> str:
    return next((group.name for group in _groups_of(entrant)), "")
