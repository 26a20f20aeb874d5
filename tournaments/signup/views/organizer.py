from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.enums import ApplicationState, TournamentState
from tournaments.event_times import when
from tournaments.languages import default_path
from tournaments.log.actor import Actor
from tournaments.models import Application, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import BETWEEN_PLAYERS, MAX_NAME_LENGTH
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.signup.domain import decisions, partner_pairing, terms, waiting_list
from tournaments.signup.domain.duplicates import hides_names
from tournaments.signup.forms import TermsForm
from tournaments.signup.views.application_list import (
    PAGE_SIZE,
    UNCONFIRMED,
    count_payments,
    is_found,
    names_of,
    read_entered_by_hand,
    read_page,
)
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg
from tournaments.web.whatsapp import whatsapp_link

LIST_PAGE: Final = "tournaments/signup/applications.html"


@require_safe
def sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, LIST_PAGE, _sign_ups_context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def decide_sign_up(request: PageRequest, tournament_id: UUID, application_id: UUID) -> HttpResponse:
    """Apply the posted `action`; 404 for an unknown one. Refusals (422) show the list, where GET redirects.

    Accepting early is previewed until “save” is posted.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    application = get_object_or_404(tournament.applications, public_id=application_id)
    if request.method != "POST":
        return _return_to_list(request, tournament)
    action = _ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    is_waiting = application.state == ApplicationState.WAITING
    if action is _accept_early and is_waiting and "save" not in request.POST:
        early_entry = waiting_list.read_early_entry(application)
        context = {"early_application": application, "early_entry": early_entry}
        return render(request, LIST_PAGE, _sign_ups_context(request, tournament, **context))
    try:
        message = action(application, actor_of(request), timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, _sign_ups_context(request, tournament, refusal=refusal))
    messages.success(request, message)
    return _return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def accept_sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Accept all under review but duplicates; refusals (422) show the list, where GET redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return _return_to_list(request, tournament)
    try:
        count = decisions.accept_all(tournament=tournament, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, _sign_ups_context(request, tournament, refusal=refusal))
    messages.success(request, _("Accepted: %(count)s.") % {"count": count})
    return _return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def join_sign_ups(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Pair the two posted `seeker` applications.

    Unless both are seekers, 422 on the list, where GET redirects.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return _return_to_list(request, tournament)
    applications = list(_find_applications(tournament, request.POST.getlist("seeker")))
    try:
        if len(applications) != 2:  # noqa: PLR2004 - a pair
            raise partner_pairing.NotTwoSeekers
        pair = decisions.join_applications(
            first=applications[0], second=applications[1], by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        context = _sign_ups_context(request, tournament, refusal=refusal, ticked=applications)
        return render_refusal(request, LIST_PAGE, context)
    names = BETWEEN_PLAYERS.join(pair.players)
    messages.success(request, with_names(_("%(names)s are a pair."), names=names))
    return _return_to_list(request, tournament)


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
    return _return_to_list(request, tournament)


@require_safe
def sign_up_poster(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show link and QR code."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    context = organizer_context(
        request,
        tournament,
        "sign_up_poster",
        **_link_context(request, tournament),
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
        return _return_to_list(request, tournament)
    present, opens, at = terms.terms_of(tournament), "is_open" in request.POST, timezone.now()
    if opens and terms.deadline_passed(present, at=at):
        return see_other("tournaments:sign_up_terms", tournament.public_id)
    changed = replace(present, is_open=opens)
    try:
        terms.set_terms(tournament=tournament, terms=changed, seen=present, by=actor_of(request), at=at)
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, _sign_ups_context(request, tournament, refusal=refusal))
    messages.success(request, _switched_text(tournament, opens=opens))
    return _return_to_list(request, tournament)


def _link_context(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    address = public_address(request)
    link = address + default_path("tournaments:sign_up", tournament.public_id)
    return {
        "link": link,
        "short_link": link.partition("://")[2],
        "qr": qr_svg(link),
        "this_machine_only": is_loopback_only(address),
        "publishes_here": True,
        "whatsapp": whatsapp_link(f"{tournament.name}\n{when(tournament)}\n{link}"),
    }


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


def _find_applications(tournament: Tournament, keys: list[str]) -> QuerySet[Application]:
    ids = []
    for key in keys:
        try:
            ids.append(UUID(key))
        except ValueError:
            continue
    return tournament.applications.filter(public_id__in=ids).order_by("pk")


def _return_to_list(request: PageRequest, tournament: Tournament) -> HttpResponse:
    return SeeOther(reverse("tournaments:sign_ups", args=[tournament.public_id]) + _list_query(request))


def _list_query(request: PageRequest) -> str:
    """Return page and search, as in the address of the list and its forms."""
    shown = {name: value for name in ("name", "page") if (value := request.GET.get(name, ""))}
    return f"?{urlencode(shown)}" if shown else ""


def _sign_ups_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    current_terms, now = terms.terms_of(tournament), timezone.now()
    free_places = waiting_list.count_free_places(tournament, at=now) if current_terms.capacity else None
    context: dict[str, Any] = {
        **_list_context(request, tournament, current_terms),
        "terms": current_terms,
        "hides_names": not current_terms.approval and hides_names(tournament.club),
        "may_sign_up": terms.may_sign_up(tournament, at=now),
        "opens_when_published": terms.opens_when_published(tournament, current_terms, at=now),
        "deadline_passed": terms.deadline_passed(current_terms, at=now),
        "deadline_after_start": terms.deadline_after_start(tournament, current_terms),
        "open": tournament.state == TournamentState.OPEN,
        "full": free_places == 0,
    }
    links = _link_context(request, tournament) if context["open"] else {}
    return organizer_context(request, tournament, "sign_ups", **{**context, **links, **more})


def _list_context(request: PageRequest, tournament: Tournament, current_terms: terms.Terms) -> dict[str, Any]:
    """Return a page of applications found by `?name=`, and entries by hand unless above PAGE_SIZE."""
    search = one_line(request.GET.get("name", ""))[:MAX_NAME_LENGTH]
    page, rows = read_page(
        tournament, has_fee=bool(current_terms.fee), search=search, number=request.GET.get("page")
    )
    entered = read_entered_by_hand(tournament)
    entrant_count = tournament.entrants.count()
    counts = Counter(row.heading for row in rows)
    unconfirmed = [row for row in rows if row.heading == UNCONFIRMED and counts[ApplicationState.WAITING]]
    found = [names for names in entered if is_found(search, names)]
    return {
        "applications": page,
        "rows_to_decide": [row for row in rows if row.to_decide],
        "other_rows": [row for row in rows if not (row.to_decide or row.is_declined or row in unconfirmed)],
        "unconfirmed_rows": unconfirmed,
        "declined_rows": [row for row in rows if row.is_declined],
        "heading_counts": counts,
        "payment_counts": count_payments(rows),
        "entered": found if len(found) <= PAGE_SIZE else [],
        "entered_count": len(entered),
        "entered_text": describe_entrant_count(len(entered), tournament.kind),
        "accepted_count": entrant_count - len(entered),
        "entrant_count": entrant_count,
        "search": search,
        "is_whole": not search and not page.has_other_pages() and len(entered) <= PAGE_SIZE,
        "list_query": _list_query(request),
    }
