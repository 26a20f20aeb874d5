from __future__ import annotations

import secrets
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import shown_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.limits import attempts, guess_limits
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.refusals import Refused
from tournaments.signup.domain import application_codes, applications, terms, waiting_list
from tournaments.signup.forms import ApplicationForm, CodeForm
from tournaments.web.client import address_of, client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other

from .phone_cookie import find_own_application, read_form_secret, remember_code, remember_form

PAGE: Final = "tournaments/signup/sign_up.html"
_NAMES: Final = "tournaments/signup/_repaired_names.html"
ENTRIES_PER_DEVICE: Final = 20
"""Per hour and device."""
ENTRIES_WITHOUT_DEVICE: Final = 50
ENTRIES_PER_ADDRESS: Final = 1000
"""Players in one room may share an address and sign up within a minute."""
MAX_WRONG_CODES: Final = 10_000
"""Wrong codes at one tournament from all devices, until a day without one; links still work."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the form; POST stores an entry: 422 if refused or closed, 429 beyond its limits.

    The same players again lead to the stored entry. htmx only gets how the names will be written.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    now = timezone.now()
    if not terms.may_sign_up(tournament, at=now):
        context = _sign_up_page_context(request, tournament)
        response = (render_refusal if request.method == "POST" else render)(request, PAGE, context)
        ensure_device_cookie(request, response)
        return response
    form = _form(tournament, request.POST if request.method == "POST" else None)
    if request.htmx:
        return render(request, _NAMES, {"form": form})
    context = _sign_up_page_context(request, tournament, form=form)
    if not form.is_bound or not form.is_valid():
        response = (render_refusal if form.is_bound else render)(request, PAGE, context)
        ensure_device_cookie(request, response)
        remember_form(request, response, tournament)
        return response
    own = context["own_application"]
    if own is not None and own.players == form.application_data.players:
        return see_other("tournaments:own_sign_up", tournament.public_id)
    key = _resend_key(request, tournament, form)
    try:
        if not applications.is_stored(tournament=tournament, data=form.application_data, key=key):
            attempts.count_attempt(*_entry_limits(request, tournament), at=now)
        _application, code = applications.sign_up(
            tournament=tournament, data=form.application_data, key=key, at=now, client=address_of(request)
        )
    except attempts.TooManyAttempts as wait:
        form.add_error(None, _("Too many entries came from here. Nothing was stored; try again later."))
        return ask_to_wait(request, PAGE, context, wait)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, context)
    response = see_other("tournaments:own_sign_up", tournament.public_id)
    remember_code(response, tournament, code)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_sign_up_code(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Set a posted code's cookie and redirect to its entry; 422 if unknown, 429 after many attempts.

    GET redirects to sign-up.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:sign_up", tournament.public_id)
    code_form = CodeForm(request.POST)
    context = _sign_up_page_context(request, tournament, form=_form(tournament), code_form=code_form)
    if not code_form.is_valid():
        return render_refusal(request, PAGE, context)
    typed = code_form.cleaned_data["code"]
    try:
        application = find_by_code(request, tournament, typed)
    except attempts.TooManyAttempts as wait:
        code_form.add_error("code", wait.message)
        return ask_to_wait(request, PAGE, context, wait)
    if application is None:
        code_form.add_error("code", _("No sign-up here has this code. Check it again."))
        return render_refusal(request, PAGE, context)
    return redirect_to_entry(tournament, typed)


@never_cache
@require_safe
def open_sign_up(request: PageRequest, tournament_id: UUID, sign_up_code: str) -> HttpResponse:
    """Set the code's cookie and redirect to a path without it; 404 if unknown, 429 after many attempts."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    try:
        application = find_by_code(request, tournament, sign_up_code)
    except attempts.TooManyAttempts as wait:
        return too_many_codes(request, tournament, wait)
    if application is None:
        raise Http404
    return redirect_to_entry(tournament, sign_up_code)


def _entry_limits(request: PageRequest, tournament: Tournament) -> list[attempts.Budget]:
    return client_of(request).budgets(
        f"sign up|{tournament.pk}",
        per_device=ENTRIES_PER_DEVICE,
        per_address_unnamed=ENTRIES_WITHOUT_DEVICE,
        per_address=ENTRIES_PER_ADDRESS,
    )


def _resend_key(request: PageRequest, tournament: Tournament, form: ApplicationForm) -> str:
    secret, key = read_form_secret(request, tournament), form.cleaned_data["key"]
    return f"{secret}|{key}" if secret and key else secrets.token_urlsafe()


def too_many_codes(
    request: PageRequest, tournament: Tournament, wait: attempts.TooManyAttempts
) -> HttpResponse:
    code_form = CodeForm({"code": ""})
    code_form.add_error("code", wait.message)
    context = _sign_up_page_context(request, tournament, form=_form(tournament), code_form=code_form)
    return ask_to_wait(request, PAGE, context, wait)


def find_by_code(request: PageRequest, tournament: Tournament, typed: str) -> Application | None:
    """Return the entry of a typed code or link, None if unknown.

    Links never count as attempts, codes only if unknown. Raises TooManyAttempts.
    """
    code, is_link = application_codes.parse_code(typed)
    if is_link:
        return applications.application_by_code(tournament, code)
    guesses = [
        *client_of(request).budgets("sign-up code"),
        guess_limits.global_budget(f"sign-up code|{tournament.pk}", MAX_WRONG_CODES),
    ]
    attempts.count_attempt(*guesses, at=timezone.now())
    application = applications.application_by_code(tournament, code)
    if application is not None:
        attempts.refund_attempt(*guesses)
    return application


def redirect_to_entry(tournament: Tournament, code: str) -> HttpResponse:
    response = see_other("tournaments:own_sign_up", tournament.public_id)
    remember_code(response, tournament, application_codes.parse_code(code)[0])
    return response


def _form(tournament: Tournament, data: Any = None) -> ApplicationForm:
    current_terms = terms.terms_of(tournament)
    return ApplicationForm(
        data, kind=tournament.kind, questions=current_terms.questions, consent=bool(current_terms.consent)
    )


def _sign_up_page_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    """`free_places` is None without a capacity."""
    current_terms, now = terms.terms_of(tournament), timezone.now()
    application = find_own_application(request, tournament)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "terms": current_terms,
        "needs_review": terms.needs_review(tournament),
        "open": terms.may_sign_up(tournament, at=now),
        "drawn": tournament.state != TournamentState.OPEN,
        "free_places": waiting_list.count_free_places(tournament, at=now) if current_terms.capacity else None,
        "waiting_count": tournament.applications.waiting_confirmed().count() if current_terms.capacity else 0,
        "by_mail": outbox.is_set_up(),
        "own_application": application if application and not applications.is_over(application) else None,
        "form": None,
        "code_form": CodeForm(),
        **more,
    }
