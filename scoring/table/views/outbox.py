"""What a phone sends by itself, hand after hand, once there is a way: it is answered in JSON."""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.ledger.refusals import DoubtsNotAccepted, HandAlreadyRecorded, HandRefused
from scoring.queries.rule_references import every_citation
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.hand_entry import posted_form
from scoring.table.views.save_hand import encounter_of, store_hand
from scoring.table.views.score_preview import preview_hand
from scoring.table.views.table_access import at_table
from scoring.table.views.table_screen import screen_of
from tournaments.cancelled import TournamentCancelled
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused
from tournaments.tables.domain.keepers import KeeperNameMissing


@never_cache
@require_POST
@at_table
def take_hand(request: HttpRequest, table: Table, actor: Actor) -> JsonResponse:
    """Store a hand, or say why not: `{"state": "stored" | "refused" | "held", …}`.

    Where another phone sent the very same hand it is stored, and `stands` is that hand's key.
    A refused one has `code`, `reasons` (sentences), `book` (`words` and `address` of each rule that says so)
    and, where its deal is taken, `stored`: the key of the hand that stands there. The phone keeps it until
    its keeper has decided. One that is held can't be taken while the tournament is cancelled, or before
    somebody has said who keeps the table: the phone keeps it too, shows the table's page, which says so or
    asks, and sends it again by itself.
    """
    form = posted_form(request, table)
    if not form.names_its_hand:
        return refusal_answer("form_incomplete", [_("This form is incomplete. Open the table's page again.")])
    try:
        encounter = encounter_of(table, form, at=timezone.now())
        if not form.sound:
            return refusal_answer("hand_refused", *reasons_of(table, form))
        recorded = store_hand(encounter, form, by=actor, at=timezone.now())
    except (HandRefused, DoubtsNotAccepted) as refusal:
        return refusal_answer(refusal.code, *reasons_of(table, form))
    except HandAlreadyRecorded as refusal:
        stands = refusal.entry
        if stands.report == form.report.to_json():
            return JsonResponse({"state": "stored", "repeated": True, "stands": stands.entry_key})
        return refusal_answer(refusal.code, [refusal.message], stored=stands.entry_key)
    except (TournamentCancelled, KeeperNameMissing) as refusal:
        return refusal_answer(refusal.code, [refusal.message], state="held")
    except Refused as refusal:
        return refusal_answer(refusal.code, [refusal.message])
    return JsonResponse({"state": "stored", "repeated": recorded.repeated})


def refusal_answer(
    code: str, reasons: list[str], book: Collection[dict[str, str]] = (), **more: Any
) -> JsonResponse:
    said = {"state": "refused", "code": code, "reasons": reasons, "book": list(book)} | more
    return JsonResponse(said, status=HTTPStatus.CONFLICT)


def reasons_of(table: Table, form: EntryForm) -> tuple[list[str], Collection[dict[str, str]]]:
    """What is wrong or doubtful with a hand, each with the player whom it concerns; and the rules of it."""
    screen = screen_of(table)
    if screen is None:
        return [], ()
    preview = preview_hand(form, screen.seats, screen.paid_before(form))
    told, codes = [str(problem) for problem in preview.problems], [one.code for one in preview.problems]
    for row in preview.rows:
        objections = (*row.problems, *row.doubts)
        told += [f"{row.charged.call}: {objection}" for objection in objections]
        codes += [objection.code for objection in objections]
    return told, every_citation(table.tournament, codes).values()
