"""Locks, always in the same order: encounters by primary key, then stages, then the tournament's counter.

An encounter's row guards its matches and hands. Whoever may change an earlier result also holds the later
encounters, so that no hand is stored in one whose sides are just being changed.
"""

from __future__ import annotations

from django.db.models import Q

from tournaments.enums import StageKind
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet


def lock_encounter(encounter: Encounter) -> Encounter:
    """The encounter as it is now, held until the end of the transaction, with stage and rule book."""
    return _with_book().get(pk=encounter.pk)


def lock_with_later(encounter: Encounter) -> Encounter:
    """The same, and every encounter of the knock-out that could rest on it."""
    later = Q(stage__kind=StageKind.KNOCKOUT, pk__gt=encounter.pk)
    tournament = encounter.stage.tournament_id
    held = _with_book().filter(Q(pk=encounter.pk) | later, stage__tournament=tournament).order_by("pk")
    return next(row for row in list(held) if row.pk == encounter.pk)


def _with_book() -> EncounterQuerySet:
    related = "stage__tournament__rule_book"
    return Encounter.objects.select_related(related).select_for_update(of=("self",))
