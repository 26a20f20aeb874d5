"""The screen at the door: arriving players find their name, without an account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import shown_tournament_or_404
from tournaments.checkin.domain import phone_check_in
from tournaments.checkin.domain.phone_check_in import WindowState
from tournaments.enums import EntrantKind
from tournaments.limits import attempts
from tournaments.models import CheckIn, Entrant, Tournament
from tournaments.naming.collation import initial, turkish_order
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.refusals import Refused
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, SeeOther, ask_to_wait, render_refusal

from .room_context import code_context, prefetch_players
from .self_check_in import change_check_in, check_in_times, check_ins_per_address

PAGE: Final = "tournaments/checkin/room_screen.html"
CONFIRM_PAGE: Final = "tournaments/checkin/room_screen_confirm.html"
CODE: Final = "tournaments/checkin/_room_code.html"
MAX_LISTED: Final = 400
"""Players listed at once; others are found by typing a name."""
DONE_SHOWN: Final = timedelta(seconds=25)
"""How long the list says who checked in last."""


@dataclass(frozen=True)
class ScreenRow:
    name: str
    entrant: Entrant
    partners: str
    letter: str = ""
    """Set on the first row of a letter."""

    @property
    def here(self) -> bool:
        return self.entrant.checked_in_at is not None


@never_cache
@require_safe
def room_screen(request: PageRequest, tournament_id: UUID, screen_code: str) -> HttpResponse:
    """List the players; `?name=…` searches. htmx gets the code alone for target `room-code`.

    Sets the device cookie. 404 for a wrong or renewed code; an open screen then reloads.
    """
    try:
        check_in = _check_in_or_404(request, tournament_id, screen_code)
    except Http404:
        if request.htmx:
            return HttpResponse(status=404, headers={"HX-Refresh": "true"})
        raise
    if request.htmx and request.htmx.target == "room-code":
        response = render(request, CODE, _code_context(request, check_in))
    else:
        response = render(request, PAGE, _context(request, check_in))
    ensure_device_cookie(request, response)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_at_screen(
    request: PageRequest, tournament_id: UUID, screen_code: str, entrant_id: UUID
) -> HttpResponse:
    """Ask by GET; check in by POST or, with `undo`, take back what this device did.

    422 if refused, 429 after many.
    """
    check_in = _check_in_or_404(request, tournament_id, screen_code)
    tournament = check_in.tournament
    entrant = get_object_or_404(
        tournament.entrants.prefetch_related(prefetch_players()), public_id=entrant_id
    )
    marks = check_in_times(request, tournament)
    undoable = entrant.checked_in_at is not None and entrant.checked_in_at == marks.get(entrant.public_id)
    if request.method != "POST":
        context = _context(request, check_in, entrant=entrant, undoable=undoable)
        is_open = context["window_state"] == WindowState.OPEN.value
        return render(request, CONFIRM_PAGE if is_open else PAGE, context)
    undo = "undo" in request.POST
    response = SeeOther(request.path.removesuffix(f"{entrant_id}/"))
    if undo and not undoable:
        return response
    limit = check_ins_per_address(tournament)
    budgets = client_of(request).budgets(
        f"screen|{tournament.pk}", per_device=limit, per_address_unnamed=limit, per_address=limit
    )
    try:
        change_check_in(entrant, budgets, marks, undo=undo, response=response)
    except attempts.TooManyAttempts as wait:
        return ask_to_wait(request, PAGE, _context(request, check_in, refusal=wait), wait)
    except Refused as refusal:
        return render_refusal(request, PAGE, _context(request, check_in, refusal=refusal))
    return response


def _check_in_or_404(request: PageRequest, tournament_id: UUID, screen_code: str) -> CheckIn:
    tournament = shown_tournament_or_404(request.user, tournament_id)
    check_in = phone_check_in.check_in_of(tournament)
    if check_in is None or not constant_time_compare(screen_code, check_in.screen_code):
        raise Http404
    check_in.tournament = tournament
    return check_in


def _context(request: PageRequest, check_in: CheckIn, **extra: Any) -> dict[str, Any]:
    tournament = check_in.tournament
    context = _code_context(request, check_in)
    is_open = context["window_state"] == WindowState.OPEN.value
    listed = _list_context(request, tournament) if is_open and "entrant" not in extra else {}
    return {**context, **listed, **extra}


def _code_context(request: PageRequest, check_in: CheckIn) -> dict[str, Any]:
    """Return code, window and counts of players, as they are listed."""
    counted = check_in.tournament.entrants.aggregate(
        all=Count("roster"), here=Count("roster", filter=Q(checked_in_at__isnull=False))
    )
    return {
        **code_context(request, check_in.tournament, check_in),
        "player_count": counted["all"],
        "players_text": describe_entrant_count(counted["all"], EntrantKind.SINGLES),
        "present_count": counted["here"],
    }


def _list_context(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    """Return up to MAX_LISTED players like `?name=`, absent first, by name, and who just checked in here."""
    search = one_line(request.GET.get("name", ""))[:MAX_NAME_LENGTH]
    entrants = list(tournament.entrants.prefetch_related(prefetch_players()).order_by("number"))
    rows = [row for entrant in entrants for row in _rows(entrant)]
    matches = [row for row in rows if matches_search(search, [row.name, row.entrant.public_name])]
    matches.sort(key=lambda row: (row.here, turkish_order(row.name), row.entrant.number))
    listed = matches[:MAX_LISTED]
    missing = _with_letters([row for row in listed if not row.here])
    return {
        "search": search,
        "rows": missing,
        "here_rows": [row for row in listed if row.here],
        "letters": [row.letter for row in missing if row.letter],
        "unlisted_count": max(0, len(matches) - MAX_LISTED),
        "done_entrant": _latest_check_in(request, tournament, entrants),
    }


def _rows(entrant: Entrant) -> list[ScreenRow]:
    names = [row.player.public_name for row in entrant.roster.all()]
    if not names:
        return [ScreenRow(entrant.public_name, entrant, "")]
    return [
        ScreenRow(name, entrant, ", ".join(names[:place] + names[place + 1 :]))
        for place, name in enumerate(names)
    ]


def _with_letters(rows: list[ScreenRow]) -> list[ScreenRow]:
    marked, seen = [], set()
    for row in rows:
        letter = initial(row.name)
        marked.append(ScreenRow(row.name, row.entrant, row.partners, "" if letter in seen else letter))
        seen.add(letter)
    return marked


def _latest_check_in(request: PageRequest, tournament: Tournament, entrants: list[Entrant]) -> Entrant | None:
    """Return the entrant last checked in by this browser, within DONE_SHOWN."""
    marks, since = check_in_times(request, tournament), timezone.now() - DONE_SHOWN
    recent = [
        entrant
        for entrant in entrants
        if entrant.checked_in_at
        and entrant.checked_in_at == marks.get(entrant.public_id)
        and entrant.checked_in_at > since
    ]
    return max(recent, key=lambda entrant: marks[entrant.public_id], default=None)
