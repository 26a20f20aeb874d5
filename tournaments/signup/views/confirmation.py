from __future__ import annotations

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import shown_tournament_or_404
from tournaments.limits import attempts
from tournaments.refusals import Refused
from tournaments.signup.domain import applications, email_confirmation
from tournaments.signup.domain.contact_emails import find_address, is_valid_proof
from tournaments.web.client import address_of
from tournaments.web.http import PageRequest, render_refusal, see_other

from . import own_application
from .phone_cookie import find_own_application
from .public import find_by_code, redirect_to_entry, too_many_codes

CONFIRM: Final = "tournaments/signup/confirm.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sign_up(
    request: PageRequest, tournament_id: UUID, sign_up_code: str, address_code: str
) -> HttpResponse:
    """Confirm on POST; GET only asks. 404 for an unknown code, 429 after too many attempts.

    Redirect to the entry if it is over or confirmed, or the link is invalid.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    try:
        application = find_by_code(request, tournament, sign_up_code)
    except attempts.TooManyAttempts as wait:
        return too_many_codes(request, tournament, wait)
    if application is None:
        raise Http404
    if (
        applications.is_over(application)
        or application.confirmed_at
        or not is_valid_proof(application, address_code)
    ):
        return redirect_to_entry(tournament, sign_up_code)
    if request.method != "POST":
        context = {"tournament": tournament, "club": tournament.club, "application": application}
        return render(request, CONFIRM, {**context, "address": find_address(application.contact)})
    try:
        email_confirmation.confirm(application=application, proof=address_code, at=timezone.now())
    except Refused:  # the state changed at this moment: the entry's page explains it
        return redirect_to_entry(tournament, sign_up_code)
    messages.success(request, _("Your e-mail is confirmed."))
    return redirect_to_entry(tournament, sign_up_code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_sign_up_again(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Send the phone's entry the first email again, 422 if refused.

    GET, or a phone without entry, redirects.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    application = find_own_application(request, tournament)
    if request.method != "POST" or application is None:
        return see_other("tournaments:own_sign_up", tournament.public_id)
    try:
        email_confirmation.resend_email(
            application=application, at=timezone.now(), client=address_of(request)
        )
    except Refused as refusal:
        return render_refusal(
            request, own_application.PAGE, own_application.entry_context(request, application, refusal)
        )
    messages.success(request, _("An e-mail is on its way."))
    return see_other("tournaments:own_sign_up", tournament.public_id)
