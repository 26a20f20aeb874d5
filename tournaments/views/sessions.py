"""Signing in and out, and changing one's password."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.account import SignInForm
from tournaments.models import User

from . import attempts
from .back import came_from
from .http import PageRequest, SeeOther, refuse, see_other

SECONDS_A_MINUTE = 60


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: PageRequest) -> HttpResponse:
    """Ask for e-mail and password; after a few failures ask for patience too."""
    target = came_from(request)
    if request.method != "POST":
        return render(request, "tournaments/sign_in.html", {"form": SignInForm(), "next": target})
    form = SignInForm(request.POST)
    context = {"form": form, "next": target}
    if not form.is_valid():
        return refuse(request, "tournaments/sign_in.html", context)
    email, now = form.cleaned_data["email"], timezone.now()
    address = attempts.address_of(request)
    wait = attempts.seconds_to_wait(what=email, address=address, at=now)
    if wait:
        form.add_error(None, _patience(wait))
        return render(request, "tournaments/sign_in.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    user = authenticate(request, username=email, password=form.cleaned_data["password"])
    if user is None:
        attempts.remember_failure(what=email, address=address, at=now)
        form.add_error(None, _("E-mail and password don't go together. Check both and try again."))
        return refuse(request, "tournaments/sign_in.html", context)
    attempts.forget_failures(what=email, address=address)
    login(request, user)
    return SeeOther(target or reverse("tournaments:desk"))


@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    logout(request)
    return SeeOther("/")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def password(request: PageRequest) -> HttpResponse:
    """Change one's own password; this browser stays signed in, others don't."""
    assert isinstance(request.user, User)
    form = PasswordChangeForm(request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed."))
        return see_other("tournaments:desk")
    if form.is_bound:
        return refuse(request, "tournaments/password.html", {"form": form})
    return render(request, "tournaments/password.html", {"form": form})


def _patience(seconds: int) -> str:
    if seconds < SECONDS_A_MINUTE:
        return ngettext(
            "Too many wrong tries. Wait %(count)s second, then try again.",
            "Too many wrong tries. Wait %(count)s seconds, then try again.",
            seconds,
        ) % {"count": seconds}
    minutes = -(-seconds // SECONDS_A_MINUTE)
    return ngettext(
        "Too many wrong tries. Wait %(count)s minute, then try again.",
        "Too many wrong tries. Wait %(count)s minutes, then try again.",
        minutes,
    ) % {"count": minutes}
