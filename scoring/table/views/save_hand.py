"""Hands that phones send: from their outbox, answered in JSON, and from a table's page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, JsonResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.ledger.refusals import (
    HandAlreadyRecorded,
    HandBeforeMissing,
    HandRefused,
    NotPlayedHere,
    WarningsNotAccepted,
)
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import seats_in
from scoring.play import recording
from scoring.play.entry_order import DealPlace, deal_place_after
from scoring.play.recording import RecordedEntry
from scoring.queries.rule_references import find_citations
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.games import hand_entry_of
from scoring.table.views.score_preview import preview_hand
from scoring.table.views.table_access import at_table
from scoring.table.views.table_screen import TableScreen, screen_of
from tournaments.access.tables import KeeperNameMissing
from tournaments.database.compiled_queries import compiled_query
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table
from tournaments.refusals import Refused, TournamentCancelled
from tournaments.tables.domain import move_encounter


@never_cache
@require_POST
@at_table
def receive_hand(request: HttpRequest, table: Table, actor: Actor) -> JsonResponse:
    """Store a hand and answer `{"state": "stored" | "refused" | "held", …}`, 409 unless stored.

    `stored` is the key of the hand that the server has for this deal: an equal one from another phone, or
    the one that takes the deal. A refused hand has `code`, `reasons` (sentences) and `book` (`words` and
    `address` of each rule). A held hand waits for its tournament or a keeper: the phone retries.
    """
    form = bound_form(request.POST, table)
    if not form.has_valid_hand_id:
        return refusal_response(
            "form_incomplete", [_("This form is incomplete. Open the table's page again.")]
        )
    try:
        encounter = find_hand_encounter(table, form, at=timezone.now())
        if not form.is_valid_hand:
            return refusal_response("hand_refused", *refusal_reasons(table, form))
        recorded = store_hand(encounter, form, by=actor, at=timezone.now())
    except (HandRefused, WarningsNotAccepted) as refusal:
        return refusal_response(refusal.code, *refusal_reasons(table, form))
    except HandAlreadyRecorded as refusal:
        current_entry = refusal.entry
        if current_entry.report == form.report.to_json():
            return JsonResponse({"state": "stored", "repeated": True, "stored": current_entry.entry_key})
        return refusal_response(refusal.code, [refusal.message], stored=current_entry.entry_key)
    except (TournamentCancelled, KeeperNameMissing) as refusal:
        return refusal_response(refusal.code, [refusal.message], state="held")
    except Refused as refusal:
        return refusal_response(refusal.code, [refusal.message])
    return JsonResponse({"state": "stored", "repeated": recorded.repeated})


def refusal_response(
    code: str, reasons: list[str], citations: Collection[dict[str, str]] = (), **more: Any
) -> JsonResponse:
    payload = {"state": "refused", "code": code, "reasons": reasons, "book": list(citations)} | more
    return JsonResponse(payload, status=HTTPStatus.CONFLICT)


def refusal_reasons(table: Table, form: EntryForm) -> tuple[list[str], Collection[dict[str, str]]]:
    """Return problems and warnings, and their rules; both empty without an encounter."""
    screen = screen_of(table)
    if screen is None:
        return [], ()
    preview = preview_hand(form, screen.seats, screen.paid_before(form))
    reasons, codes = (
        [str(problem) for problem in preview.problems],
        [problem.code for problem in preview.problems],
    )
    for row in preview.rows:
        messages = (*row.problems, *row.warning_messages)
        reasons += [f"{row.charged.spoken_name}: {message}" for message in messages]
        codes += [message.code for message in messages]
    return reasons, find_citations(table.tournament, codes).values()


def bound_form(fields: QueryDict, table: Table) -> EntryForm:
    """Raise NotInThisGame."""
    rules = rules_of(table.tournament.rule_book)
    return hand_entry_of(rules).form(fields, rules=rules, playing=seats_in(table.tournament))


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
