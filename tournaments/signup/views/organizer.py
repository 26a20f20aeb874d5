from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.enums import ApplicationState, TournamentState
from tournaments.log.actor import Actor
from tournaments.models import Application, Tournament
from tournaments.naming.names import BETWEEN_PLAYERS
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.signup.domain import decisions, partner_pairing, terms, waiting_list
from tournaments.signup.forms import TermsForm
from tournaments.signup.views.desk_context import (
    LIST_PAGE,
    desk_context,
    find_applications,
    link_context,
    return_to_list,
)
from tournaments.signup.views.desk_rows import names_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other


@require_safe
def sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, LIST_PAGE, desk_context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def decide_sign_up(request: PageRequest, tournament_id: UUID, application_id: UUID) -> HttpResponse:
    """Apply the posted `action`; 404 for an unknown one. Refusals (422) show the list, where GET redirects.

    Accepting early is previewed until “save” is posted.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    application = get_object_or_404(tournament.applications, public_id=application_id)
    if request.method != "POST":
        return return_to_list(request, tournament)
    action = _ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    is_waiting = application.state == ApplicationState.WAITING
    if action is _accept_early and is_waiting and "save" not in request.POST:
        early_entry = waiting_list.read_early_entry(application)
        context = {"early_application": application, "early_entry": early_entry}
        return render(request, LIST_PAGE, desk_context(request, tournament, **context))
    try:
        message = action(application, actor_of(request), timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, desk_context(request, tournament, refusal=refusal))
    messages.success(request, message)
    return return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def accept_sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Accept all under review but duplicates; refusals (422) show the list, where GET redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return return_to_list(request, tournament)
    try:
        count = decisions.accept_all(tournament=tournament, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, desk_context(request, tournament, refusal=refusal))
    messages.success(request, _("Accepted: %(count)s.") % {"count": count})
    return return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def join_sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Pair the two posted `seeker` applications.

    Unless both are seekers, 422 on the list, where GET redirects.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return return_to_list(request, tournament)
    applications = list(find_applications(tournament, request.POST.getlist("seeker")))
    try:
        if len(applications) != 2:  # noqa: PLR2004 - a pair
            raise partner_pairing.NotTwoSeekers
        pair = decisions.join_applications(
            first=applications[0], second=applications[1], by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        context = desk_context(request, tournament, refusal=refusal, ticked=applications)
        return render_refusal(request, LIST_PAGE, context)
    names = BETWEEN_PLAYERS.join(pair.players)
    messages.success(request, with_names(_("%(names)s are a pair."), names=names))
    return return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_terms(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Edit the terms, with times in the club's time zone.

    The waiting list may move up.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        present = terms.terms_of(tournament)
        form = TermsForm(request.POST if request.method == "POST" else None, present=present)
        is_open = tournament.state == TournamentState.OPEN
        context = organizer_context(request, tournament, "sign_up_terms", form=form, open=is_open)
        page = "tournaments/signup/terms.html"
        if not form.is_bound:
            return render(request, page, context)
        if not form.is_valid():
            return render_refusal(request, page, context)
        try:
            moved = terms.set_terms(
                tournament=tournament,
                terms=form.terms,
                seen=present,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
            return render_refusal(request, page, context)
    messages.success(request, form.with_merged(_saved_text(moved)))
    return return_to_list(request, tournament)


@require_safe
def sign_up_poster(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show link and QR code."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    context = organizer_context(
        request,
        tournament,
        "sign_up_poster",
        **link_context(request, tournament),
        terms=terms.terms_of(tournament),
        open=terms.may_sign_up(tournament, at=timezone.now()),
    )
    return render(request, "tournaments/signup/poster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def switch_sign_up(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Open by POST with `is_open`, else close; refusals (422) show the list, where GET redirects.

    Opening after the deadline redirects to the terms.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return return_to_list(request, tournament)
    present, opens, at = terms.terms_of(tournament), "is_open" in request.POST, timezone.now()
    if opens and terms.deadline_passed(present, at=at):
        return see_other("tournaments:sign_up_terms", tournament.public_id)
    changed = replace(present, is_open=opens)
    try:
        terms.set_terms(tournament=tournament, terms=changed, seen=present, by=actor_of(request), at=at)
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, desk_context(request, tournament, refusal=refusal))
    messages.success(request, _switched_text(tournament, opens=opens))
    return return_to_list(request, tournament)


def _switched_text(tournament: Tournament, *, opens: bool) -> str:
    if not opens:
        return _("Sign-up is closed.")
    return _("Sign-up opens when you publish the tournament.") if tournament.draft else _("Sign-up is open.")


def _saved_text(moved: int) -> str:
    if not moved:
        return _("Sign-up is saved.")
    return ngettext(
        "Sign-up is saved; %(count)s moved up from the waiting list.",
        "Sign-up is saved; %(count)s moved up from the waiting list.",
        moved,
    ) % {"count": moved}


def _sentence(template: str, application: Application) -> str:
    return with_names(template, names=names_of(application))


def _accept_application(application: Application, by: Actor, at: datetime) -> str:
    current = decisions.accept(application=application, by=by, at=at)
    if current.state == ApplicationState.SEEKING:
        return _sentence(_("%(names)s: looking for a partner again."), application)
    if current.state == ApplicationState.WAITING:
        return _sentence(_("%(names)s: on the waiting list, because there is no place left."), application)
    return _sentence(_("%(names)s: on the list of entrants."), application)


def _accept_early(application: Application, by: Actor, at: datetime) -> str:
    decisions.accept_early(application=application, by=by, at=at)
    return _sentence(_("%(names)s: on the list of entrants."), application)


def _refuse(application: Application, by: Actor, at: datetime) -> str:
    decisions.refuse(application=application, by=by, at=at)
    return _sentence(_("%(names)s: rejected."), application)


def _keep_both(application: Application, by: Actor, at: datetime) -> str:
    decisions.keep_duplicate(application=application, by=by, at=at)
    return _sentence(_("%(names)s: different people with the same name."), application)


def _take_off(application: Application, by: Actor, at: datetime) -> str:
    sentence = _sentence(_("%(names)s: removed from the list."), application)
    decisions.remove_from_list(application=application, by=by, at=at)
    return sentence


def _mark_paid(application: Application, by: Actor, at: datetime) -> str:
    decisions.mark_paid(application=application, paid=True, by=by, at=at)
    return _sentence(_("%(names)s: has paid."), application)


def _mark_unpaid(application: Application, by: Actor, at: datetime) -> str:
    decisions.mark_paid(application=application, paid=False, by=by, at=at)
    return _sentence(_("%(names)s: has not paid."), application)


_ACTIONS: Mapping[str, Callable[[Application, Actor, datetime], str]] = {
    "let_in": _accept_application,
    "let_in_now": _accept_early,
    "dismiss_duplicate": _keep_both,
    "remove_from_list": _take_off,
    "refuse": _refuse,
    "paid": _mark_paid,
    "unpaid": _mark_unpaid,
}
