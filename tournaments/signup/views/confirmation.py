"""What is mailed to who signed up: the link by which he confirms his e-mail, and asking for it once more."""

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
from tournaments.signup.domain.contact_emails import address_in, proves
from tournaments.web.client import address_of
from tournaments.web.http import PageRequest, refuse, see_other

from . import own_application
from .phone_cookie import application_on
from .public import found_by_code, opened, too_many_codes

CONFIRM: Final = "tournaments/signup/confirm.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sign_up(
    request: PageRequest, tournament_id: UUID, sign_up_code: str, address_code: str
) -> HttpResponse:
    """The link of a mail: ask whether the e-mail is his, on POST take it so; programs open links, too.

    Where there is nothing to confirm it opens the entry.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    try:
        found = found_by_code(request, tournament, sign_up_code)
    except attempts.TooManyTries as wait:
        return too_many_codes(request, tournament, wait)
    if found is None:
        raise Http404
    if applications.is_over(found) or found.confirmed_at or not proves(found, address_code):
        return opened(tournament, sign_up_code)
    if request.method != "POST":
        context = {"tournament": tournament, "club": tournament.club, "own": found}
        return render(request, CONFIRM, {**context, "address": address_in(found.contact)})
    try:
        email_confirmation.confirm(application=found, proof=address_code, at=timezone.now())
    except Refused:  # something else became of it this very moment: its page says what
        return opened(tournament, sign_up_code)
    messages.success(request, _("Your e-mail is confirmed."))
    return opened(tournament, sign_up_code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_sign_up_again(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Mail the link of the entry on this phone once more."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    found = application_on(request, tournament)
    if request.method != "POST" or found is None:
        return see_other("tournaments:signed_up", tournament.public_id)
    try:
        email_confirmation.mail_again(application=found, at=timezone.now(), client=address_of(request))
    except Refused as refusal:
        return refuse(request, own_application.PAGE, own_application.shown(request, found, refusal))
    messages.success(request, _("A mail is on its way."))
    return see_other("tournaments:signed_up", tournament.public_id)
