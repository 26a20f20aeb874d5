from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.play import undo_hand
from scoring.play.undo_hand import TooLateToTakeBack
from scoring.table.views.table_access import posted_to_table, redirect_to_table, show_refusal
from scoring.table.views.table_screen import screen_of
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused
from tournaments.small_inputs import parse_small_number
from tournaments.tables.domain import keepers
from tournaments.tables.domain.tables import current_encounter
from tournaments.web.http import see_other


@posted_to_table
def keep_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Make this phone the table's keeper as `name`, in place of any other; a refused name gives 422."""
    name = request.POST.get("name", "")
    try:
        keepers.become_keeper(table=table, name=name, by=actor, at=timezone.now())
    except Refused as refusal:
        context = {
            "table": table,
            "tournament": table.tournament,
            "keeper": keepers.keeper_of(table),
            "screen": screen_of(table),
            "shows": "keeper",
            "signature": "",
            "typed": name,
            "refusal": refusal,
        }
        return render(request, "scoring/table/table_page.html", context, status=422)
    return redirect_to_table(table)


@posted_to_table
def withdraw_hand(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Withdraw the posted hand and reopen its form; if too late, redirect to the correction.

    Without a valid hand, redirect to the table; 409 for other refusals.
    """
    encounter = current_encounter(table)
    place = _posted_place(request)
    if encounter is None or place is None or str(encounter.public_id) != request.POST.get("encounter"):
        return redirect_to_table(table)
    match, deal, version, key = place
    try:
        undo_hand.take_hand_back(
            encounter=encounter,
            match=match,
            deal=deal,
            version=version,
            entry_key=key,
            by=actor,
            at=timezone.now(),
        )
    except TooLateToTakeBack:
        return see_other("scoring:correct_hand", table.public_id, encounter.public_id, match, deal)
    except Refused as refusal:
        return show_refusal(request, table, refusal.message)
    return see_other("scoring:enter_hand", table.public_id)


def _posted_place(request: HttpRequest) -> tuple[int, int, int, str] | None:
    """Return the posted match, deal, version and entry key; None if any is malformed."""
    try:
        key = UUID(request.POST.get("entry_key", ""))
    except ValueError:
        return None
    match, deal, version = (
        parse_small_number(request.POST.get(name)) for name in ("match", "deal", "version")
    )
    if match is None or deal is None or version is None:
        return None
    return match, deal, version, str(key)
