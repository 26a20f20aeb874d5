"""The page of who signed up: where he stands, his code, changing it and taking it back."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import shown_tournament_or_404
from tournaments.domain.refusals import Refused
from tournaments.domain.room import by_phone
from tournaments.domain.room.by_phone import When
from tournaments.domain.sign_up import applying, terms
from tournaments.domain.sign_up.codes import plain, spaced
from tournaments.enums import ApplicationState, TournamentState
from tournaments.forms.sign_up import ApplicationForm
from tournaments.languages import bare
from tournaments.models import Application
from tournaments.views.address import public_address
from tournaments.views.http import PageRequest, refuse, see_other

from .phone import application_on, code_on

PAGE: Final = "tournaments/sign_up/own.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signed_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show where he stands; on POST store what he changed. Without a code there is nobody to show."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    own = application_on(request, tournament)
    if own is None:
        return see_other("tournaments:sign_up", tournament.public_id)
    form = _form(own, request.POST if request.method == "POST" else None)
    context = _context(request, own, form=form)
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return refuse(request, PAGE, context)
    try:
        applying.change(application=own, asked=form.typed, at=timezone.now())
    except applying.SignedUpAlready as double:
        form.doubt(double.message)
        return refuse(request, PAGE, context)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, PAGE, context)
    messages.success(request, _("Your changes are saved."))
    return see_other("tournaments:signed_up", tournament.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cancel_sign_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Take back what was signed up on this phone."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    own = application_on(request, tournament)
    if request.method != "POST" or own is None:
        return see_other("tournaments:signed_up", tournament.public_id)
    try:
        applying.cancel(application=own, at=timezone.now())
    except Refused as refusal:
        return refuse(request, PAGE, _context(request, own, form=_form(own), refusal=refusal))
    messages.success(request, _("Your entry is cancelled."))
    return see_other("tournaments:signed_up", tournament.public_id)


def _form(own: Application, data: Any = None) -> ApplicationForm:
    fixed = own.state in (ApplicationState.LET_IN, ApplicationState.JOINED)
    return ApplicationForm(
        data,
        kind=own.tournament.kind,
        questions=terms.terms_of(own.tournament).questions,
        consent=False,
        application=own,
        fixed=fixed,
    )


def _context(request: PageRequest, own: Application, **more: Any) -> dict[str, Any]:
    tournament = own.tournament
    whole = own.whole
    now = timezone.now()
    code = plain(code_on(request, tournament))
    return {
        "tournament": tournament,
        "club": tournament.club,
        "terms": terms.terms_of(tournament),
        "own": own,
        "whole": whole,
        "over": applying.is_over(own),
        "before": _before(whole),
        "drawn": tournament.state != TournamentState.OPEN,
        "may_sign_up": terms.may_sign_up(tournament, at=now),
        "check_in_open": by_phone.when(tournament, by_phone.check_in_of(tournament), at=now) == When.OPEN,
        "code": spaced(code),
        "link": public_address(request) + bare("tournaments:open_sign_up", tournament.public_id, code),
        **more,
    }


def _before(application: Application) -> int | None:
    """How many are before him on the waiting list."""
    if application.state != ApplicationState.WAITING:
        return None
    keys = list(application.tournament.applications.waiting().values_list("pk", flat=True))
    return keys.index(application.pk)
