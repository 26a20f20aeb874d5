from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.ledger.idempotency import RecordedEntry
from scoring.ledger.refusals import HandBeforeMissing, NotPlayedHere
from scoring.play import recording
from scoring.play.entry_order import DealPlace, deal_place_after
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.table_screen import TableScreen
from tournaments.database.compiled_queries import compiled_query
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table
from tournaments.tables.domain import move_encounter


def find_hand_encounter(table: Table, form: EntryForm, *, at: datetime) -> Encounter:
    """Return the form's encounter if the table plays it now or stored a hand with this key before.

    One annulled or moved this evening also counts: the phone may not know yet. The form needs
    `has_valid_hand_id`. Raises NotPlayedHere.
    """
    encounters = Encounter.objects.select_related("stage")
    encounter_id = form.cleaned_data["encounter"]
    encounter = next(iter(_select_next_encounter(table.pk)), None)
    if encounter is None or encounter.public_id != encounter_id:
        stored_before = encounters.filter(
            table=table, public_id=encounter_id, matches__hands__entries__entry_key=form.key
        )
        encounter = stored_before.first() or _find_moved_or_annulled(table, encounter_id, at=at)
    if encounter is None:
        raise NotPlayedHere
    encounter.stage.tournament = table.tournament
    return encounter


@compiled_query
def _select_next_encounter(table: int) -> QuerySet[Encounter]:
    waiting = Encounter.objects.in_table_queues().filter(table=table)
    return waiting.select_related("stage")[:1]


def _find_moved_or_annulled(table: Table, encounter_id: UUID, *, at: datetime) -> Encounter | None:
    moved = [encounter.pk for encounter in move_encounter.encounters_moved_from(table, at=at)]
    annulled = Q(table=table, annulled_at__isnull=False)
    candidates = Encounter.objects.select_related("stage").filter(
        Q(pk__in=moved) | annulled, public_id=encounter_id
    )
    return candidates.first()


def store_hand(encounter: Encounter, form: EntryForm, *, by: Actor, at: datetime) -> RecordedEntry:
    """Record the hand of a valid form. Raises what `record_hand` raises, and HandBeforeMissing."""
    place = _place(encounter, form)
    return recording.record_hand(
        encounter=encounter,
        match=place.match,
        deal=place.deal,
        report=form.report,
        entry_key=form.key,
        by=by,
        at=at,
        entered_at=form.posted_entered_at,
        seating=form.cleaned_data.get("seating", ""),
    )


def _place(encounter: Encounter, form: EntryForm) -> DealPlace:
    if form.previous_entry_key is not None:
        return deal_place_after(encounter=encounter, key=form.previous_entry_key, own_key=form.key)
    return DealPlace(form.cleaned_data["match"], form.cleaned_data["deal"])


def is_next_deal(screen: TableScreen, hand_fields: Mapping[str, str]) -> bool:
    """Whether a phone's unsent hand is the encounter's next.

    One whose predecessor isn't stored counts: both wait on that phone.
    """
    if hand_fields.get("encounter") != str(screen.encounter.public_id) or not screen.play.wants_hand:
        return False
    place = (hand_fields.get("match"), hand_fields.get("deal"))
    if after := hand_fields.get("after"):
        screen.encounter.stage.tournament = screen.table.tournament
        try:
            next_place = deal_place_after(
                encounter=screen.encounter, key=after, own_key=hand_fields.get("entry_key", "")
            )
        except HandBeforeMissing:
            return True
        place = (str(next_place.match), str(next_place.deal))
    return place == (str(screen.match.number), str(screen.match.next_deal))
