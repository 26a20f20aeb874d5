from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts.domain import club_members
from tournaments.accounts.forms import AccountForm, ClubNameForm
from tournaments.accounts.views.sessions import open_session
from tournaments.enums import Role
from tournaments.limits import attempts
from tournaments.models import Invitation, Membership, User
from tournaments.refusals import Refused
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other


@sensitive_post_parameters("password", "again")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest, token: str) -> HttpResponse:
    """Show the invitation; POST lets users join and visitors register. 410 for an invalid link."""
    try:
        invite = club_members.find_invitation(token=token, at=timezone.now())
    except club_members.InvitationNotValid as refusal:
        return render(
            request, "tournaments/clubs/invitation_used.html", {"refusal": refusal}, status=HTTPStatus.GONE
        )
    if isinstance(request.user, User):
        return _join(request, invite, request.user)
    return _register(request, invite)


def _join(request: PageRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Accept on POST, unless a member already; without a club, the form names the one to found."""
    data = request.POST if request.method == "POST" else None
    club_form = None if invitation.club else ClubNameForm(data)
    current_membership = _existing_membership(invitation, user)
    context = {"invitation": invitation, "club_form": club_form, "current_membership": current_membership}
    if data is None or current_membership is not None:
        return render(request, "tournaments/clubs/invitation.html", context)
    if club_form is not None and not club_form.is_valid():
        return render_refusal(request, "tournaments/clubs/invitation.html", context)
    club_name = club_form.cleaned_data["club_name"] if club_form else ""
    try:
        club_members.accept_invitation(
            invitation=invitation, user=user, club_name=club_name, at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, "tournaments/clubs/invitation.html", {**context, "refusal": refusal})
    return _welcome(request)


def _register(request: PageRequest, invitation: Invitation) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = AccountForm(data)
    club_form = None if invitation.club else ClubNameForm(data)
    context = {"invitation": invitation, "form": form, "club_form": club_form}
    if data is None:
        response = render(request, "tournaments/clubs/invitation.html", context)
        ensure_device_cookie(request, response)
        return response
    club_valid = club_form is None or club_form.is_valid()
    if not form.is_valid() or not club_valid:
        return render_refusal(request, "tournaments/clubs/invitation.html", context)
    budgets = club_members.budgets_of_invitation(invitation=invitation, client=client_of(request))
    try:
        attempts.count_attempt(*budgets, at=timezone.now())
        with transaction.atomic():
            user = club_members.register_user(
                email=form.cleaned_data["email"],
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
            )
            club_name = club_form.cleaned_data["club_name"] if club_form else ""
            club_members.accept_invitation(
                invitation=invitation, user=user, club_name=club_name, at=timezone.now()
            )
    except attempts.TooManyAttempts as wait:
        form.add_error(None, wait.message)
        return ask_to_wait(request, "tournaments/clubs/invitation.html", context, wait)
    except club_members.EmailTaken as email_taken:
        form.add_error("email", email_taken.message)
        return render(
            request, "tournaments/clubs/invitation.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    except club_members.InvitationNotValid as refusal:
        return render(
            request, "tournaments/clubs/invitation_used.html", {"refusal": refusal}, status=HTTPStatus.GONE
        )
    attempts.refund_attempt(*budgets)
    open_session(request, user)
    return _welcome(request)


def _welcome(request: PageRequest) -> HttpResponse:
    messages.success(request, _("Welcome! This page has everything about your club."))
    return see_other("tournaments:dashboard")


def _existing_membership(invitation: Invitation, user: User) -> Membership | None:
    """None if the invitation offers a higher role."""
    if invitation.club is None:
        return None
    roles = Role.values[: Role.values.index(invitation.role) + 1]
    return Membership.objects.filter(user=user, club=invitation.club, tournament=None, role__in=roles).first()
