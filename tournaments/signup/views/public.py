"""The public sign-up page, and the ways back to an application."""

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
from tournaments.limits import attempts, guessing
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.refusals import Refused
from tournaments.signup.domain import application_codes, applications, terms, waiting_list
from tournaments.signup.forms import ApplicationForm, CodeForm
from tournaments.web.client import address_of, client_of, name_device
from tournaments.web.http import PageRequest, ask_to_wait, refuse, see_other

from .phone_cookie import application_on, form_secret_on, remember_code, remember_form

PAGE: Final = "tournaments/signup/sign_up.html"
FREE_ENTRIES: Final = 20
"""Per hour and device."""
FREE_ENTRIES_WITHOUT_A_NAME: Final = 50
FREE_ENTRIES_OF_AN_ADDRESS: Final = 1000
"""Players in one room may share an address and sign up within a minute."""
FREE_OF_EVERYBODY: Final = 10_000
"""Wrong codes at one tournament from all devices, until a day without one; links still work."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = shown_tournament_or_404(request.user, tournament_id)
    now = timezone.now()
    if not terms.may_sign_up(tournament, at=now):
        context = _context(request, tournament)
        response = (refuse if request.method == "POST" else render)(request, PAGE, context)
        name_device(request, response)
        return response
    form = _form(tournament, request.POST if request.method == "POST" else None)
    context = _context(request, tournament, form=form)
    if not form.is_bound or not form.is_valid():
        response = (refuse if form.is_bound else render)(request, PAGE, context)
        name_device(request, response)
        remember_form(request, response, tournament)
        return response
    own = context["mine"]
    if own is not None and own.players == form.typed.players:
        return see_other("tournaments:signed_up", tournament.public_id)
    key = _key(request, tournament, form)
    try:
        if not applications.is_stored(tournament=tournament, asked=form.typed, key=key):
            attempts.take_try(*_entries(request, tournament), at=now)
        _application, code = applications.apply(
            tournament=tournament, asked=form.typed, key=key, at=now, client=address_of(request)
        )
    except attempts.TooManyTries as wait:
        form.add_error(None, _("Too many entries came from here. Nothing was stored; try again later."))
        return ask_to_wait(request, PAGE, context, wait)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, PAGE, context)
    response = see_other("tournaments:signed_up", tournament.public_id)
    remember_code(response, tournament, code)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_sign_up_code(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = shown_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:sign_up", tournament.public_id)
    code_form = CodeForm(request.POST)
    context = _context(request, tournament, form=_form(tournament), code_form=code_form)
    if not code_form.is_valid():
        return refuse(request, PAGE, context)
    typed = code_form.cleaned_data["code"]
    try:
        application = found_by_code(request, tournament, typed)
    except attempts.TooManyTries as wait:
        code_form.add_error("code", wait.message)
        return ask_to_wait(request, PAGE, context, wait)
    if application is None:
        code_form.add_error("code", _("Nobody signed up here with this code. Look at it again."))
        return refuse(request, PAGE, context)
    return opened(tournament, typed)


@never_cache
@require_safe
def open_sign_up(request: PageRequest, tournament_id: UUID, sign_up_code: str) -> HttpResponse:
    """Open the private link: store the code on the phone and redirect to an address without it."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    try:
        application = found_by_code(request, tournament, sign_up_code)
    except attempts.TooManyTries as wait:
        return too_many_codes(request, tournament, wait)
    if application is None:
        raise Http404
    return opened(tournament, sign_up_code)


def _entries(request: PageRequest, tournament: Tournament) -> list[attempts.Budget]:
    return client_of(request).budgets(
        f"sign up|{tournament.pk}",
        of_a_device=FREE_ENTRIES,
        without_a_name=FREE_ENTRIES_WITHOUT_A_NAME,
        of_an_address=FREE_ENTRIES_OF_AN_ADDRESS,
    )


def _key(request: PageRequest, tournament: Tournament, form: ApplicationForm) -> str:
    secret, key = form_secret_on(request, tournament), form.cleaned_data["key"]
    return f"{secret}|{key}" if secret and key else secrets.token_urlsafe()


def too_many_codes(request: PageRequest, tournament: Tournament, wait: attempts.TooManyTries) -> HttpResponse:
    code_form = CodeForm({"code": ""})
    code_form.add_error("code", wait.message)
    context = _context(request, tournament, form=_form(tournament), code_form=code_form)
    return ask_to_wait(request, PAGE, context, wait)


def found_by_code(request: PageRequest, tournament: Tournament, typed: str) -> Application | None:
    """Return the application of a code; only typed codes count as attempts.

    Raises TooManyTries.
    """
    code, is_link = application_codes.code_in(typed)
    if is_link:
        return applications.of_code(tournament, code)
    guesses = [
        *client_of(request).budgets("sign-up code"),
        guessing.of_everybody(f"sign-up code|{tournament.pk}", FREE_OF_EVERYBODY),
    ]
    attempts.take_try(*guesses, at=timezone.now())
    application = applications.of_code(tournament, code)
    if application is not None:
        attempts.give_back(*guesses)
    return application


def opened(tournament: Tournament, code: str) -> HttpResponse:
    response = see_other("tournaments:signed_up", tournament.public_id)
    remember_code(response, tournament, application_codes.code_in(code)[0])
    return response


def _form(tournament: Tournament, data: Any = None) -> ApplicationForm:
    current_terms = terms.terms_of(tournament)
    return ApplicationForm(
        data, kind=tournament.kind, questions=current_terms.questions, consent=bool(current_terms.consent)
    )


def _context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    current_terms, now = terms.terms_of(tournament), timezone.now()
    mine = application_on(request, tournament)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "terms": current_terms,
        "needs_review": terms.needs_review(tournament),
        "open": terms.may_sign_up(tournament, at=now),
        "drawn": tournament.state != TournamentState.OPEN,
        "room": waiting_list.room_left(tournament, at=now) if current_terms.capacity else None,
        "waiting": tournament.applications.in_turn().count() if current_terms.capacity else 0,
        "by_mail": outbox.is_set_up(),
        "mine": mine if mine and not applications.is_over(mine) else None,
        "form": None,
        "code_form": CodeForm(),
        **more,
    }
