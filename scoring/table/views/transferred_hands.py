"""Hands transferred by a link from another laptop's page.

A link may come from anyone: its texts are never shown, its hands stored and rolled back.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest, JsonResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.ledger.hand_versions import with_penalties_before
from scoring.ledger.rulebooks import report_of
from scoring.models import Entry
from scoring.play.dry_run import run_and_roll_back
from scoring.queries.play_labels import change_by
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.save_hand import (
    bound_form,
    find_hand_encounter,
    refusal_reasons,
    refusal_response,
    store_hand,
)
from scoring.table.views.score_rows import explain_lines
from scoring.table.views.table_access import at_table
from scoring.table.views.table_screen import TableScreen
from tournaments.access.tables import KeeperNameMissing
from tournaments.database.semaphore import SiteSemaphore
from tournaments.limits.attempts import Budget, TooManyAttempts, count_attempt
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table
from tournaments.refusals import Refused, TournamentCancelled

MAX_HANDS: Final = 60
MAX_FREE_LINKS: Final = 5
"""Links a table reads without a wait; on SQLite a dry run blocks all other writes."""
dry_run_semaphore = SiteSemaphore(5)


class TooManyLinks(Refused):
    """A dry run holds the writer's lock, so only one runs at a time."""

    code = "too_many_links"
    template = gettext_lazy(
        "The hands of this link can’t be read right now. Nothing is lost: open the link again in a minute."
    )


@never_cache
@require_POST
@at_table
def preview_transferred(request: HttpRequest, table: Table, actor: Actor) -> JsonResponse:
    """Answer what each posted `hand` (urlencoded form fields; the first MAX_HANDS) would be stored as.

    Each of `hands` has an outbox hand's fields and a `state`: `new`, `stored` before, or `refused` with
    `reasons`. If none can be read now, answer `refused` (too many links) or `held`, as in `receive_hand`.
    """
    sent = request.POST.getlist("hand")[:MAX_HANDS]
    try:
        count_attempt(Budget(f"hands of a link|{table.pk}", MAX_FREE_LINKS), at=timezone.now())
        with dry_run_semaphore.try_acquire() as is_free:
            if not is_free:
                raise TooManyLinks
            hands = run_and_roll_back(lambda: [_dry_run_hand(table, QueryDict(body), actor) for body in sent])
    except TooManyAttempts:
        return refusal_response(TooManyLinks.code, [TooManyLinks().message])
    except (TournamentCancelled, KeeperNameMissing) as refusal:
        return refusal_response(refusal.code, [refusal.message], state="held")
    except Refused as refusal:
        return refusal_response(refusal.code, [refusal.message])
    addresses = {
        name: reverse(f"scoring:{view}", args=[table.public_id])
        for name, view in (("address", "receive_hand"), ("page", "table"), ("action", "enter_hand"))
    }
    question = _("Hands from another laptop. Only accept them if you have just brought them:")
    return JsonResponse(
        {"state": "read", "question": question, "hands": [hand | addresses for hand in hands]}
    )


def _dry_run_hand(table: Table, fields: QueryDict, actor: Actor) -> dict[str, Any]:
    """Store a hand, so that later ones build on it; return its fields and score, or its refusal.

    The caller rolls back. Drops warnings accepted by the link. Raises TournamentCancelled,
    KeeperNameMissing.
    """
    fields = fields.copy()
    fields.pop("accepted", None)
    form = bound_form(fields, table)
    if not form.has_valid_hand_id:
        return _refused(form, [_("This form is incomplete. Open the table's page again.")])
    try:
        with transaction.atomic():
            encounter = find_hand_encounter(table, form, at=timezone.now())
            if not form.is_valid_hand:
                return _refused(form, refusal_reasons(table, form)[0])
            recorded = store_hand(encounter, form, by=actor, at=timezone.now())
    except (TournamentCancelled, KeeperNameMissing):
        raise
    except Refused as refusal:
        return _refused(form, refusal_reasons(table, form)[0] or [refusal.message])
    state = "stored" if recorded.repeated else "new"
    return _hand_payload(form, state) | _score_payload(table, encounter, recorded.entry)


def _refused(form: EntryForm, reasons: list[str]) -> dict[str, Any]:
    return _hand_payload(form, "refused") | {"title": _("A hand that can't be saved"), "reasons": reasons}


def _hand_payload(form: EntryForm, state: str) -> dict[str, Any]:
    """Return an outbox hand's fields with an empty score; `enteredAt` in milliseconds."""
    entered_at = form.posted_entered_at
    return {
        "state": state,
        "key": str(form.cleaned_data.get("entry_key") or ""),
        "encounter": str(form.cleaned_data.get("encounter") or ""),
        "enteredAt": int((entered_at or timezone.now()).timestamp() * 1000),
        "number": 0,
        "isVoid": False,
        "lines": [],
        "reasons": [],
    }


def _score_payload(table: Table, encounter: Encounter, entry: Entry) -> dict[str, Any]:
    """Return title, number, whether void, and lines: each payer's explained score, then match totals."""
    screen = TableScreen(table, encounter)
    place = entry.hand
    match = screen.play.match(place.match.number)
    assert match is not None
    report = with_penalties_before(report_of(entry), screen.rules, match.totals_before(place.deal))
    score = screen.entering.game.score_hand(report, screen.rules)
    points = score.by_payer()
    lines = [
        f"{charged.spoken_name}: {change_by(points[charged.code], match.ends_at)}"
        + "".join(f" · {line.line_text}" for line in explain_lines(score.lines, charged.code))
        for charged in screen.entering.charged(screen.seats)
    ]
    after = match.totals_before(place.deal + 1)
    totals = ", ".join(
        f"{side.entrant.name if side.entrant else side.letter} {after.get(side.letter, 0)}"
        for side in screen.sides
    )
    number = match.numbers[place.deal - 1]
    title = _("Match %(match)s, hand %(number)s") % {"match": match.number, "number": number}
    lines.append(_("Penalties in the match with this hand: %(totals)s") % {"totals": totals})
    return {"title": title, "number": number, "isVoid": score.void, "lines": lines}
