from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.ledger.idempotency import Recorded
from scoring.ledger.refusals import HandBeforeMissing, NotPlayedHere
from scoring.play import recording
from scoring.play.entry_order import DealPlace, place_after
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.table_screen import TableScreen
from tournaments.database.compiled_queries import compiled
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table
from tournaments.tables.domain import moving


def encounter_of(table: Table, form: EntryForm, *, at: datetime) -> Encounter:
    """Return the hand's encounter if the table plays it now or stored this very hand before.

    An encounter that was annulled or moved this evening also counts: the phone may not know yet. Raises
    NotPlayedHere.
    """
    encounters = Encounter.objects.select_related("stage")
    encounter_id = form.cleaned_data["encounter"]
    encounter = next(iter(_next_at(table.pk)), None)
    if encounter is None or encounter.public_id != encounter_id:
        stored_before = encounters.filter(
            table=table, public_id=encounter_id, matches__hands__entries__entry_key=form.key
        )
        encounter = stored_before.first() or _left_meanwhile(table, encounter_id, at=at)
    if encounter is None:
        raise NotPlayedHere
    encounter.stage.tournament = table.tournament
    return encounter


@compiled
def _next_at(table: int) -> QuerySet[Encounter]:
    waiting = Encounter.objects.waiting_at_tables().filter(table=table)
    return waiting.select_related("stage")[:1]


def _left_meanwhile(table: Table, encounter_id: UUID, *, at: datetime) -> Encounter | None:
    moved = [encounter.pk for encounter in moving.moved_from(table, at=at)]
    annulled = Q(table=table, annulled_at__isnull=False)
    candidates = Encounter.objects.select_related("stage").filter(
        Q(pk__in=moved) | annulled, public_id=encounter_id
    )
    return candidates.first()


def store_hand(encounter: Encounter, form: EntryForm, *, by: Actor, at: datetime) -> Recorded:
    """Raises what `record_hand` raises, and HandBeforeMissing."""
    place = _place(encounter, form)
    return recording.record_hand(
        encounter=encounter,
        match=place.match,
        deal=place.deal,
        report=form.report,
        entry_key=form.key,
        by=by,
        at=at,
        entered_at=form.entered_at_given,
        seating=form.cleaned_data.get("seating", ""),
    )


def _place(encounter: Encounter, form: EntryForm) -> DealPlace:
    if form.entered_after is not None:
        return place_after(encounter=encounter, key=form.entered_after, own_key=form.key)
    return DealPlace(form.cleaned_data["match"], form.cleaned_data["deal"])


def is_next(screen: TableScreen, hand_fields: Mapping[str, str]) -> bool:
    """Return whether a hand that a phone is about to send is still the next one.

    A hand whose predecessor is not stored yet counts: both wait on that phone.
    """
    if hand_fields.get("encounter") != str(screen.encounter.public_id) or not screen.play.wants_hand:
        return False
    place = (hand_fields.get("match"), hand_fields.get("deal"))
    if after := hand_fields.get("after"):
        screen.encounter.stage.tournament = screen.table.tournament
        try:
            next_place = place_after(
                encounter=screen.encounter, key=after, own_key=hand_fields.get("entry_key", "")
            )
        except HandBeforeMissing:
            return True
        place = (str(next_place.match), str(next_place.deal))
    return place == (str(screen.match.number), str(screen.match.next_deal))
