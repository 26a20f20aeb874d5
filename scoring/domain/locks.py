"""Locks, always in the same order: encounters by primary key, then stages, then the tournament's counter.

An encounter's row guards its matches and hands. Whoever stores a result also holds the encounters that it
fills, and whoever may change an earlier result all later ones, so that no hand is stored in an encounter
whose sides are just being changed, and nobody waits in a circle.

What hangs on a locked row is read after it: a row that the locking query joined may be older than the lock
where PostgreSQL had to wait for it, and a hand would be scored by rules that were just amended.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.domain.refusals import Refused
from tournaments.enums import StageKind
from tournaments.models import Encounter, Group, Stage, Tournament


class EncounterGone(Refused):
    code = "encounter_gone"
    template = _("This encounter is not on any more: the draw was taken back.")


class _DrawnMeanwhile(Exception):  # noqa: N818 - a reason to begin again
    """Encounters came into being while we waited for the others."""


def lock_encounter(encounter: Encounter) -> Encounter:
    """The encounter as it is now, with stage and rule book; it and what it feeds are held until commit.

    Raises EncounterGone.
    """
    fed = Q(sides__from_encounter=encounter.pk)
    if encounter.group_id is not None:
        fed = Q(sides__from_group=encounter.group_id)
    return _hold(encounter, Q(pk__in=Encounter.objects.filter(fed).values("pk")))


def lock_with_later(encounter: Encounter) -> Encounter:
    """The same, and every encounter of the knock-out that could rest on it. Raises EncounterGone."""
    tournament = encounter.stage.tournament_id
    return _hold(
        encounter,
        Q(stage__kind=StageKind.KNOCKOUT, stage__tournament=tournament, pk__gt=encounter.pk),
    )


def lock_knockout(group: Group) -> None:
    """Hold the encounters that a group's ranks may fill."""
    tournament = group.stage.tournament_id
    knockout = Encounter.objects.filter(stage__kind=StageKind.KNOCKOUT, stage__tournament=tournament)
    list(knockout.select_for_update(of=("self",)).order_by("pk"))


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is now: until commit no hand is stored in it, nothing decided, nothing drawn.

    Groups and a knock-out may be drawn while we wait. Then we let go of everything and begin again: to take
    what is missing now would be against the order.
    """
    while True:
        with suppress(_DrawnMeanwhile), transaction.atomic():
            return _hold_all(tournament)


def _hold_all(tournament: Tournament) -> Tournament:
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    held = list(encounters.select_for_update(of=("self",)).order_by("pk"))
    if held:  # a draw that is just being made holds the tournament and comes to the stages after it
        list(tournament.stages.select_for_update().order_by("pk"))
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if encounters.count() != len(held):
        raise _DrawnMeanwhile
    return locked


def _hold(encounter: Encounter, others: Q) -> Encounter:
    wanted = Encounter.objects.filter(Q(pk=encounter.pk) | others)
    held = wanted.select_for_update(of=("self",)).order_by("pk")
    own = next((row for row in list(held) if row.pk == encounter.pk), None)
    if own is None:
        raise EncounterGone
    own.stage = Stage.objects.select_related("tournament__rule_book").get(pk=own.stage_id)
    return own
