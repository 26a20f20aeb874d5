"""Signing in and out, and changing one's password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain import signing_in
from tournaments.domain.tries import TooManyTries
from tournaments.forms.account import OwnPasswordForm, SignInForm
from tournaments.models import User

from .back import came_from
from .devices import address_of, remember_signing_in, signed_in_before
from .http import PageRequest, SeeOther, ask_to_wait, refuse, see_other


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: PageRequest) -> HttpResponse:
    """Ask for e-mail and password; after a few failures ask for patience too.

    Who is signed in is led on: without a script public pages show everybody the way here.
    """
    target = came_from(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return SeeOther(target or reverse("tournaments:desk"))
        return render(request, "tournaments/sign_in.html", {"form": SignInForm(), "next": target})
    form = SignInForm(request.POST)
    context = {"form": form, "next": target}
    if not form.is_valid():
        return refuse(request, "tournaments/sign_in.html", context)
    typed = form.cleaned_data
    try:
        user = signing_in.sign_in(
            email=typed["email"],
            password=typed["password"],
            address=address_of(request),
            browser=signed_in_before(request, typed["email"]),
            at=timezone.now(),
        )
    except (TooManyTries, signing_in.TooBusy) as wait:
        form.add_error(None, wait.message)
        return ask_to_wait(request, "tournaments/sign_in.html", context, wait)
    except signing_in.WrongPassword as wrong:
        form.add_error(None, wrong.message)
        return refuse(request, "tournaments/sign_in.html", context)
    login(request, user)
    response = SeeOther(target or reverse("tournaments:desk"))
    remember_signing_in(response, typed["email"])
    return response


@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    logout(request)
    return see_other("scoring:tournaments")


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def password(request: PageRequest) -> HttpResponse:
    """Change one's own password; this browser stays signed in, others don't."""
    assert isinstance(request.user, User)
    form = OwnPasswordForm(request.user, request.POST if request.method == "POST" else None)
    context = {"form": form}
    if not form.is_bound:
        return render(request, "tournaments/password.html", context)
    if not form.is_valid():
        return refuse(request, "tournaments/password.html", context)
    old = form.cleaned_data["old_password"]
    try:
        signing_in.confirm_password(user=request.user, password=old, at=timezone.now())
    except (TooManyTries, signing_in.TooBusy) as wait:
        form.add_error("old_password", wait.message)
        return ask_to_wait(request, "tournaments/password.html", context, wait)
    except signing_in.WrongOldPassword as wrong:
        form.add_error("old_password", wrong.message)
        return refuse(request, "tournaments/password.html", context)
    form.save()
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Your password is changed."))
    return see_other("tournaments:desk")
