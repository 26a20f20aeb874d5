from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import shown_tournament_or_404
from tournaments.checkin.domain import phone_check_in, room_code
from tournaments.checkin.domain.phone_check_in import WindowState
from tournaments.checkin.forms import RoomCodeForm
from tournaments.limits import attempts
from tournaments.models import CheckIn, Entrant, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.refusals import Refused
from tournaments.signup.views.phone_cookie import (
    find_own_application,
    read_check_ins,
    read_room_mark,
    remember_checked_in,
    remember_room,
)
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other

from .room_context import prefetch_players

PAGE: Final = "tournaments/checkin/self_check_in.html"
ENTRANT_PAGE: Final = "tournaments/checkin/confirm_arrival.html"
CHECK_INS_PER_DEVICE: Final = 20
"""Limit per device: it checks in a few friends and undoes some of that."""
CHECK_INS_PER_ADDRESS: Final = 250
"""Limit per network address, plus two per entrant, because they may all share one."""
MAX_LISTED: Final = 60
"""Entrants listed at once; others are found by typing a name."""


@never_cache
@require_safe
def show_check_in(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = shown_tournament_or_404(request.user, tournament_id)
    response = render(request, PAGE, _self_check_in_context(request, tournament))
    ensure_device_cookie(request, response)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_room_code(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = shown_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:self_check_in", tournament.public_id)
    return _enter_by_code(request, tournament, RoomCodeForm(request.POST))


@never_cache
@require_safe
def open_room(request: PageRequest, tournament_id: UUID, link_code: str) -> HttpResponse:
    """Count an invalid code as a typed one."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    at = timezone.now()
    check_in = phone_check_in.check_in_of(tournament)
    if check_in and room_code.is_valid_link_code(check_in, link_code, at=at):
        return _enter_room(request, tournament, check_in)
    return _enter_by_code(request, tournament, RoomCodeForm({"code": link_code}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_check_in(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """GET asks, POST checks in or, with `undo`, out; 422 if refused, 429 after many.

    Redirect to the list unless in the room or, for `undo`, checked in by this browser.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    entrant_row = get_object_or_404(tournament.entrants, public_id=entrant_id)
    undo, marks = "undo" in request.POST, check_in_times(request, tournament)
    if not (entrant_row.public_id in marks if undo else _is_in_room(request, tournament)):
        return see_other("tournaments:self_check_in", tournament.public_id)
    prefetch_related_objects([entrant_row], prefetch_players())
    if request.method != "POST":
        context = _self_check_in_context(request, tournament, entrant=entrant_row)
        is_open = context["window_state"] == WindowState.OPEN.value
        return render(request, ENTRANT_PAGE if is_open else PAGE, context)
    response = see_other("tournaments:self_check_in", tournament.public_id)
    try:
        changed = change_check_in(
            entrant_row, _check_in_limits(request, tournament), marks, undo=undo, response=response
        )
    except attempts.TooManyAttempts as wait:
        return ask_to_wait(request, PAGE, _self_check_in_context(request, tournament, refusal=wait), wait)
    except Refused as refusal:
        return render_refusal(request, PAGE, _self_check_in_context(request, tournament, refusal=refusal))
    if changed or not undo:
        messages.success(request, _("Undone: you are not checked in.") if undo else _("You are checked in."))
    return response


def change_check_in(
    entrant: Entrant,
    limits: Iterable[attempts.Budget],
    marks: Mapping[UUID, datetime],
    *,
    undo: bool,
    response: HttpResponse,
) -> bool:
    """Check in or, with `undo`, take back the check-in in `marks`; the browser of `response` remembers it.

    Return False if nothing changes. Raises TooManyAttempts, CheckInClosed, EntriesClosed; KeyError for
    an `undo` not in `marks`.
    """
    at, key, tournament = timezone.now(), entrant.public_id, entrant.tournament
    attempts.count_attempt(*limits, at=at)
    if undo:
        changed = phone_check_in.undo_check_in(entrant=entrant, marked_at=marks[key], at=at)
    else:
        changed = phone_check_in.check_in_entrant(entrant=entrant, at=at)
    if changed:
        others = {other: marked for other, marked in marks.items() if other != key}
        remembered = others if undo else {key: at, **others}
        remember_checked_in(response, tournament, remembered, room_tag=current_room_tag(tournament))
    return changed


def _check_in_limits(request: PageRequest, tournament: Tournament) -> list[attempts.Budget]:
    of_an_address = check_ins_per_address(tournament)
    return client_of(request).budgets(
        f"here|{tournament.pk}",
        per_device=CHECK_INS_PER_DEVICE,
        per_address_unnamed=of_an_address,
        per_address=of_an_address,
    )


def check_ins_per_address(tournament: Tournament) -> int:
    return CHECK_INS_PER_ADDRESS + 2 * tournament.entrants.count()


def _enter_by_code(request: PageRequest, tournament: Tournament, form: RoomCodeForm) -> HttpResponse:
    """Let the browser into the room; 422 for a wrong code, 429 after many; redirect unless open."""
    at = timezone.now()
    check_in = phone_check_in.check_in_of(tournament)
    if check_in is None or phone_check_in.window_state(tournament, check_in, at=at) != WindowState.OPEN:
        return see_other("tournaments:self_check_in", tournament.public_id)
    context = _self_check_in_context(request, tournament, form=form)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    guesses = [*client_of(request).budgets(f"room code|{tournament.pk}"), room_code.guess_limit(check_in)]
    try:
        attempts.count_attempt(*guesses, at=at)
    except attempts.TooManyAttempts as wait:
        form.add_error("code", wait.message)
        return ask_to_wait(request, PAGE, {**context, "typing_refused": True}, wait)
    if not room_code.is_valid_code(check_in, form.cleaned_data["code"], at=at):
        form.add_error("code", _wrong_code_text(check_in))
        return render_refusal(request, PAGE, context)
    attempts.refund_attempt(*guesses)
    return _enter_room(request, tournament, check_in)


def _enter_room(request: PageRequest, tournament: Tournament, check_in: CheckIn) -> HttpResponse:
    response = see_other("tournaments:self_check_in", tournament.public_id)
    if phone_check_in.window_state(tournament, check_in, at=timezone.now()) == WindowState.OPEN:
        remember_room(response, tournament, room_code.presence_mark(check_in))
        ensure_device_cookie(request, response)
    return response


def _wrong_code_text(check_in: CheckIn) -> str:
    if check_in.changing:
        return _(
            "This code is no longer valid: it changes every few minutes. Scan again, or type the code "
            "shown now."
        )
    return _("That is not the code of the room. Check it again.")


def _is_in_room(request: PageRequest, tournament: Tournament) -> bool:
    return read_room_mark(request, tournament) == current_room_tag(tournament) != ""


def current_room_tag(tournament: Tournament) -> str:
    check_in = phone_check_in.check_in_of(tournament)
    return room_code.presence_mark(check_in) if check_in else ""


def check_in_times(request: PageRequest, tournament: Tournament) -> dict[UUID, datetime]:
    return read_check_ins(request, tournament, room_tag=current_room_tag(tournament))


def _own_entrant_ids(request: PageRequest, tournament: Tournament, marks: Iterable[UUID]) -> list[UUID]:
    application = find_own_application(request, tournament)
    entrant = application.pair_application.entrant if application else None
    keys = [entrant.public_id] if entrant else []
    return list(dict.fromkeys([*keys, *marks]))


def _self_check_in_context(request: PageRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    """Include other entrants only in the room.

    `undoable_ids` are entrants that this browser checked in.
    """
    at = timezone.now()
    check_in = phone_check_in.check_in_of(tournament)
    state = phone_check_in.window_state(tournament, check_in, at=at)
    in_the_room = state == WindowState.OPEN and _is_in_room(request, tournament)
    marks = check_in_times(request, tournament)
    keys = _own_entrant_ids(request, tournament, marks)
    own_entrants = tournament.entrants.filter(public_id__in=keys).prefetch_related(prefetch_players())
    return {
        "tournament": tournament,
        "club": tournament.club,
        "check_in": check_in,
        "window_state": state.value,
        "in_the_room": in_the_room,
        "own_entrants": sorted(own_entrants, key=lambda entrant: keys.index(entrant.public_id)),
        "undoable_ids": [
            row.public_id
            for row in own_entrants
            if row.checked_in_at and row.checked_in_at == marks.get(row.public_id)
        ],
        "form": RoomCodeForm(),
        **(_other_entrants_context(request, tournament, keys) if in_the_room else {}),
        **extra,
    }


def _other_entrants_context(
    request: PageRequest, tournament: Tournament, own_ids: list[UUID]
) -> dict[str, Any]:
    """Return at most MAX_LISTED others that match `?name=`, in Turkish order; further ones are counted."""
    search = one_line(request.GET.get("name", ""))[:MAX_NAME_LENGTH]
    entrants = tournament.entrants.exclude(public_id__in=own_ids).prefetch_related(prefetch_players())
    matches = [
        entrant
        for entrant in entrants.order_by("number")
        if matches_search(search, _searchable_names(entrant))
    ]
    matches.sort(key=lambda entrant: (turkish_order(entrant.public_name), entrant.number))
    return {
        "search": search,
        "listed_entrants": matches[:MAX_LISTED],
        "unlisted_count": max(0, len(matches) - MAX_LISTED),
    }


def _searchable_names(entrant: Entrant) -> list[str]:
    return [entrant.public_name, *(row.player.public_name for row in entrant.roster.all())]
