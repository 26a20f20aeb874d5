"""Locks, always in the same order: encounters by primary key, then stages, then the tournament's counter.

An encounter's row guards its matches and hands. Whoever stores a result also holds the encounters that it
fills, and whoever may change an earlier result all later ones, so that no hand is stored in an encounter
whose sides are just being changed, and nobody waits in a circle.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.domain.refusals import Refused
from tournaments.enums import StageKind
from tournaments.models import Encounter, Group


class EncounterGone(Refused):
    code = "encounter_gone"
    template = _("This encounter is not on any more: the draw was taken back.")


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


def _hold(encounter: Encounter, others: Q) -> Encounter:
    held = (
        Encounter.objects.filter(Q(pk=encounter.pk) | others)
        .select_related("stage__tournament__rule_book")
        .select_for_update(of=("self",))
        .order_by("pk")
    )
    own = next((row for row in list(held) if row.pk == encounter.pk), None)
    if own is None:
        raise EncounterGone
    return own
