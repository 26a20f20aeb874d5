from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from tournaments.access import shown_tournament_or_404
from tournaments.checkin.domain import phone_check_in
from tournaments.checkin.domain.phone_check_in import WindowState
from tournaments.enums import ApplicationState, TournamentState
from tournaments.languages import default_path
from tournaments.limits import attempts
from tournaments.mail import outbox
from tournaments.models import Application
from tournaments.refusals import Refused
from tournaments.signup.domain import applications, decisions, notifications, partner_requests, terms
from tournaments.signup.domain.application_codes import format_code, link_code, normalize_code
from tournaments.signup.domain.contact_emails import find_address
from tournaments.signup.domain.partner_requests import RequestState
from tournaments.signup.forms import ApplicationForm
from tournaments.web.client import address_of
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other
from tournaments.web.public_address import public_address

from .phone_cookie import find_own_application, read_code

PAGE: Final = "tournaments/signup/own_application.html"
ACTIONS_PER_HOUR: Final = 60
"""Partner actions per hour; more would only annoy others."""
CHANGES_PER_HOUR: Final = 60
"""Saved changes of an entry per hour."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signed_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """GET shows the phone's own entry, POST changes it, 422 if refused.

    Without the code's cookie redirect to sign-up; 429 beyond CHANGES_PER_HOUR. The page asks again with the
    state it shows (`shown`), and is reloaded if that has changed.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    own = find_own_application(request, tournament)
    if own is None:
        return see_other("tournaments:sign_up", tournament.public_id)
    if request.htmx and request.GET.get("shown") != own.pair_application.state:
        return HttpResponseClientRefresh()
    form = _own_entry_form(own, request.POST if request.method == "POST" else None)
    context = _own_entry_context(request, own, form=form)
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    at = timezone.now()
    try:
        attempts.count_attempt(attempts.Budget(f"change of entry|{own.pk}", CHANGES_PER_HOUR), at=at)
        applications.change_application(
            application=own, data=form.application_data, seen=own, at=at, client=address_of(request)
        )
    except attempts.TooManyAttempts as wait:
        form.add_error(None, _("Too many changes. Nothing was stored; try again later."))
        return ask_to_wait(request, PAGE, context, wait)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, context)
    messages.success(request, form.with_merged(_("Your changes are saved.")))
    return see_other("tournaments:own_sign_up", tournament.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cancel_sign_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Cancel the phone's own entry, 422 if refused. GET, or a phone without entry, redirects."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    own = find_own_application(request, tournament)
    if request.method != "POST" or own is None:
        return see_other("tournaments:own_sign_up", tournament.public_id)
    try:
        applications.cancel_application(application=own, at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, PAGE, entry_context(request, own, refusal))
    messages.success(request, _("Your entry is cancelled."))
    return see_other("tournaments:own_sign_up", tournament.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find_partner(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Apply the posted `action` (404 if unknown) to `partner_handle`; 422 if refused, 429 after many.

    GET, or a phone without entry, redirects.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    own = find_own_application(request, tournament)
    if request.method != "POST" or own is None:
        return see_other("tournaments:own_sign_up", tournament.public_id)
    action = _ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    at = timezone.now()
    try:
        attempts.count_attempt(attempts.Budget(f"partner|{own.pk}", ACTIONS_PER_HOUR), at=at)
        message = action(own, request.POST.get("partner_handle", ""), at)
    except attempts.TooManyAttempts as wait:
        return ask_to_wait(request, PAGE, entry_context(request, own, wait), wait)
    except Refused as refusal:
        return render_refusal(request, PAGE, entry_context(request, own, refusal))
    messages.success(request, message)
    return see_other("tournaments:own_sign_up", tournament.public_id)


def _show(own: Application, _handle: str, at: datetime) -> str:
    partner_requests.set_visible(application=own, visible=True, at=at)
    return _("Others who are looking for a partner see you now.")


def _hide(own: Application, _handle: str, at: datetime) -> str:
    partner_requests.set_visible(application=own, visible=False, at=at)
    return _("Nobody sees you any more; your requests are cancelled.")


def _ask(own: Application, handle: str, at: datetime) -> str:
    pair = partner_requests.send_request(application=own, handle=handle, at=at)
    return _("You are a pair.") if pair else _("Asked. The answer appears here.")


def _withdraw(own: Application, handle: str, at: datetime) -> str:
    partner_requests.withdraw_request(application=own, handle=handle, at=at)
    return _("Withdrawn.")


def _accept(own: Application, handle: str, at: datetime) -> str:
    partner_requests.accept_request(application=own, handle=handle, at=at)
    return _("You are a pair.")


def _decline(own: Application, handle: str, at: datetime) -> str:
    partner_requests.decline_request(application=own, handle=handle, at=at)
    return _("Declined.")


_ACTIONS: Mapping[str, Callable[[Application, str, datetime], str]] = {
    "show": _show,
    "hide": _hide,
    "ask": _ask,
    "withdraw": _withdraw,
    "accept": _accept,
    "decline": _decline,
}


def _own_entry_form(own: Application, data: Any = None) -> ApplicationForm:
    """Names are disabled on the list and in a pair."""
    fixed = own.state == ApplicationState.LET_IN or applications.is_pair(own)
    return ApplicationForm(
        data,
        kind=own.tournament.kind,
        questions=terms.terms_of(own.tournament).questions,
        consent=False,
        application=own,
        fixed=fixed,
    )


def entry_context(request: PageRequest, own: Application, refusal: Refused | None = None) -> dict[str, Any]:
    return _own_entry_context(request, own, form=_own_entry_form(own), refusal=refusal)


def _own_entry_context(request: PageRequest, own: Application, **more: Any) -> dict[str, Any]:
    """Return the entry with code, link, partner and waiting place; while seeking, also other seekers."""
    tournament = own.tournament
    pair_application = own.pair_application
    now = timezone.now()
    code = normalize_code(read_code(request, tournament))
    return {
        "tournament": tournament,
        "club": tournament.club,
        "terms": terms.terms_of(tournament),
        "application": own,
        "pair_application": pair_application,
        "is_over": applications.is_over(own),
        "undecided_states": decisions.UNDECIDED,
        "entries_before": _position(pair_application),
        **_email_context(own),
        "drawn": tournament.state != TournamentState.OPEN,
        "may_sign_up": terms.may_sign_up(tournament, at=now),
        "check_in_open": phone_check_in.window_state(
            tournament, phone_check_in.check_in_of(tournament), at=now
        )
        == WindowState.OPEN,
        "partner": partner_requests.agreed_partner(own),
        "is_pair": applications.is_pair(own),
        **(_seeker_context(own, at=now) if own.state == ApplicationState.SEEKING else {}),
        "code": format_code(code),
        "link": public_address(request)
        + default_path("tournaments:open_sign_up", tournament.public_id, link_code(code)),
        **more,
    }


def _seeker_context(own: Application, *, at: datetime) -> dict[str, Any]:
    seekers = partner_requests.list_seekers(own, at=at) if own.seen else []
    asking = [seeker for seeker in seekers if seeker.request_state == RequestState.ASKS]
    return {
        "shown_as": partner_requests.seeker_name(own),
        "asking_seekers": asking,
        "other_seekers": [seeker for seeker in seekers if seeker not in asking],
    }


def _position(application: Application) -> int | None:
    if application.state != ApplicationState.WAITING:
        return None
    return application.tournament.applications.waiting_before(application).count()


def _email_context(application: Application) -> dict[str, Any]:
    return {
        "address": find_address(application.contact) if outbox.is_set_up() else "",
        "place_kept_until": application.signed_up_at + notifications.PLACE_KEPT_FOR,
    }
