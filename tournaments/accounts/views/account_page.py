from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.accounts.domain import club_members, own_account, passkeys, sessions, two_factor
from tournaments.accounts.forms import OwnNameForm
from tournaments.models import Membership, User
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other
from tournaments.web.user_agents import browser_kind, device_kind

PAGE: Final = "tournaments/accounts/account.html"


@never_cache
@require_safe
@login_required
def account(request: PageRequest) -> HttpResponse:
    return render(request, PAGE, _account_page_context(request))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_name(request: PageRequest) -> HttpResponse:
    """Change the posted `name`, 422 if refused; GET redirects to the account."""
    if request.method != "POST":
        return see_other("tournaments:account")
    user = signed_in_user(request)
    form = OwnNameForm(request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, _account_page_context(request, name_form=form))
    try:
        own_account.change_name(user=user, name=form.cleaned_data["name"], at=timezone.now())
    except Refused as refusal:
        form.add_error("name", refusal.message)
        return render_refusal(request, PAGE, _account_page_context(request, name_form=form))
    messages.success(request, _("Your name is changed."))
    return see_other("tournaments:account")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def end_session(request: PageRequest) -> HttpResponse:
    """Sign out the posted `session`; 422 if it is signed out already. GET redirects to the account."""
    if request.method != "POST":
        return see_other("tournaments:account")
    try:
        sessions.end(
            user=signed_in_user(request),
            public_id=posted_id(request, "session"),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, PAGE, _account_page_context(request, refusal=refusal))
    messages.success(request, _("That browser is signed out."))
    return see_other("tournaments:account")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def end_other_sessions(request: PageRequest) -> HttpResponse:
    """Sign out all other browsers; GET redirects to the account."""
    if request.method != "POST":
        return see_other("tournaments:account")
    ended = sessions.end_others(
        user=signed_in_user(request),
        current_key=request.session.session_key or "",
        by=actor_of(request),
        at=timezone.now(),
    )
    text = ngettext("%(count)s browser is signed out.", "%(count)s browsers are signed out.", ended)
    messages.success(request, text % {"count": ended})
    return see_other("tournaments:account")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave_club(request: PageRequest) -> HttpResponse:
    """Leave by the posted `membership` id; 404 unless the user's, 422 for the last owner.

    GET redirects to the account.
    """
    if request.method != "POST":
        return see_other("tournaments:account")
    key = request.POST.get("membership", "")
    own_memberships = Membership.objects.filter(user=signed_in_user(request)).select_related("club", "user")
    membership = get_object_or_404(
        own_memberships, pk=int(key) if key.isdecimal() and len(key) < LONGEST_KEY else 0
    )
    try:
        club_members.remove_member(membership=membership, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, PAGE, _account_page_context(request, refusal=refusal))
    messages.success(
        request, with_names(_("You are no longer a member of %(club)s."), club=membership.club.name)
    )
    return see_other("tournaments:account")


LONGEST_KEY: Final = 18


def signed_in_user(request: PageRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def posted_id(request: PageRequest, field: str) -> UUID:
    try:
        return UUID(request.POST.get(field, ""))
    except ValueError as error:
        raise Http404 from error


def _account_page_context(request: PageRequest, **more: Any) -> dict[str, Any]:
    """Return sessions as dicts (the current one first), memberships and sign-in methods; `more` wins."""
    user = signed_in_user(request)
    current_key = request.session.session_key
    active_sessions = [
        {
            "id": session.public_id,
            "device_name": " · ".join(
                filter(None, (browser_kind(session.device), device_kind(session.device)))
            ),
            "since": session.since,
            "seen_at": session.seen_at,
            "is_current": session.session_id == current_key,
        }
        for session in sessions.active_for_user(user=user, at=timezone.now())
    ]
    own_memberships = Membership.objects.filter(user=user).select_related("club", "tournament")
    return {
        "name_form": OwnNameForm({"name": user.name}) if "name_form" not in more else None,
        "sessions": sorted(active_sessions, key=lambda session: not session["is_current"]),
        "other_session_count": sum(not session["is_current"] for session in active_sessions),
        "memberships": own_memberships.order_by("club_id", "pk"),
        "second_factor": two_factor.for_user(user=user),
        "passkey_count": passkeys.for_user(user=user).count(),
        **more,
    }
