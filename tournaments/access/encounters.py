from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.access.rights import Visitor, may_enter_hands, may_manage, may_rule
from tournaments.access.tournaments import visible_tournaments
from tournaments.enums import Visibility
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet


def shown_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    return get_object_or_404(Encounter, stage__tournament__in=visible_tournaments(user), public_id=public_id)


def managed_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    related = _visible_encounters().select_related("stage__tournament__club", "group", "table")
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_manage(user, encounter.stage.tournament):
        raise Http404
    return encounter


def staff_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    """Return an encounter with its players; a 404 unless the user may enter its hands."""
    related = (
        _visible_encounters()
        .select_related("stage__tournament__club", "stage__tournament__rule_book", "group", "table")
        .prefetch_related("sides__entrant__roster__player")
    )
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_enter_hands(user, encounter.stage.tournament):
        raise Http404
    return encounter


def refereed_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    related = _visible_encounters().select_related(
        "stage__tournament__club", "stage__tournament__rule_book", "group", "table"
    )
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_rule(user, encounter.stage.tournament):
        raise Http404
    return encounter


def _visible_encounters() -> EncounterQuerySet:
    return Encounter.objects.exclude(stage__tournament__visibility=Visibility.ERASED)
