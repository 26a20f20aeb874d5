"""The phone's outbox sends hands here; answers are JSON."""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.ledger.refusals import HandAlreadyRecorded, HandRefused, WarningsNotAccepted
from scoring.queries.rule_references import find_citations
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.hand_entry import posted_form
from scoring.table.views.save_hand import find_hand_encounter, store_hand
from scoring.table.views.score_preview import preview_hand
from scoring.table.views.table_access import at_table
from scoring.table.views.table_screen import screen_of
from tournaments.cancelled_tournaments import TournamentCancelled
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused
from tournaments.tables.domain.keepers import KeeperNameMissing


@never_cache
@require_POST
@at_table
def receive_hand(request: HttpRequest, table: Table, actor: Actor) -> JsonResponse:
    """Store a hand and answer `{"state": "stored" | "refused" | "held", …}`, 409 unless stored.

    `stored` is the key of the hand that the server has for this deal: an equal one from another phone, or
    the one that takes the deal. A refused hand has `code`, `reasons` (sentences) and `book` (`words` and
    `address` of each rule). A held hand waits for its tournament or a keeper: the phone retries.
    """
    form = posted_form(request, table)
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
